import { embed, embedOne, load, serve, spoken } from '../serve.ts';

interface Store {
  batch(operations: readonly { namespace: string[]; key: string; value: unknown }[]): Promise<unknown>;
  search(namespace: string[], options: { query: string; limit: number }): Promise<{ key: string; score?: number }[]>;
}
const { InMemoryStore } = await load<{ InMemoryStore: new (options: unknown) => Store }>(
  '@langchain/langgraph-checkpoint',
);
const NAMESPACE = ['user', 'turns'];
let store: Store;

serve({
  async open() {
    const embedDocuments = async (texts: string[]) => (await embed(texts)).map((vector) => [...vector]);
    const embeddings = { embedQuery: embedOne, embedDocuments };
    store = new InMemoryStore({ index: { dims: 384, embeddings, fields: ['text'] } });
  },
  async record(turns) {
    await store.batch(
      turns.map((turn) => ({ namespace: NAMESPACE, key: turn.id, value: { text: spoken(turn), time: turn.time } })),
    );
  },
  async ready() {},
  async recall(query, k) {
    const items = await store.search(NAMESPACE, { query, limit: k });
    return items.map(({ key, score }) => ({ ids: [key], score }));
  },
  async close() {},
});
