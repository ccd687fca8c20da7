import { join } from 'node:path';
import { embed, load, serve, spoken } from '../serve.ts';

interface Vector {
  query(asked: unknown): Promise<{ score: number; metadata?: { message_id?: string } }[]>;
  close(): Promise<void>;
}
interface Memory {
  saveThread(thread: unknown): Promise<unknown>;
  saveMessages(messages: unknown): Promise<unknown>;
  recall(asked: unknown): Promise<{ messages: { id: string }[] }>;
  settled(): Promise<void>;
}
interface Store {
  close?(): Promise<void>;
}
type Open<Opened> = new (options: unknown) => Opened;
const { Memory } = await load<{ Memory: Open<Memory> }>('@mastra/memory');
const { LibSQLStore, LibSQLVector } = await load<{ LibSQLStore: Open<Store>; LibSQLVector: Open<Vector> }>(
  '@mastra/libsql',
);
const RESOURCE = 'user';
const embedder = {
  ...{ specificationVersion: 'v2', provider: 'local', modelId: 'all-MiniLM-L6-v2' },
  ...{ maxEmbeddingsPerCall: 256, supportsParallelCalls: false },
  doEmbed: async ({ values }: { values: string[] }) => ({
    embeddings: (await embed(values)).map((vector) => [...vector]),
  }),
};
let [store, vector, memory]: [Store?, Vector?, Memory?] = [];
const threads = new Set<string>();
let order: string[] = [];

serve({
  async open(folder) {
    threads.clear();
    const url = `file:${join(folder, 'memory.db')}`;
    store = new LibSQLStore({ id: 'storage', url });
    vector = new LibSQLVector({ id: 'vector', url });
    // `recall` returns messages by time: their order by score is noted while it asks for them.
    const query = vector.query.bind(vector);
    vector.query = async (asked) => {
      const matches = await query(asked);
      order = matches.map(({ metadata }) => metadata?.message_id ?? '');
      return matches;
    };
    memory = new Memory({ storage: store, vector, embedder, options: { semanticRecall: true } });
  },
  async record(turns) {
    for (const id of new Set(turns.map(({ session }) => session))) {
      if (threads.has(id)) continue;
      threads.add(id);
      const [createdAt, updatedAt] = [new Date(), new Date()];
      await memory?.saveThread({ thread: { id, resourceId: RESOURCE, title: id, createdAt, updatedAt } });
    }
    await memory?.saveMessages({
      messages: turns.map((turn) => ({
        ...{ id: turn.id, threadId: turn.session, resourceId: RESOURCE, type: 'text' },
        role: turn.role === 'user' ? 'user' : 'assistant',
        createdAt: new Date(turn.time),
        content: { format: 2, parts: [{ type: 'text', text: spoken(turn) }] },
      })),
    });
  },
  async ready() {
    await memory?.settled();
  },
  async recall(query, k) {
    const [threadId] = threads;
    order = [];
    const answer = await memory?.recall({
      ...{ threadId, resourceId: RESOURCE, vectorSearchString: query, perPage: 0 },
      threadConfig: { semanticRecall: { topK: k, messageRange: 0, scope: 'resource' } },
    });
    const given = new Set(answer?.messages.map(({ id }) => id));
    return order.filter((id) => given.has(id)).map((id) => ({ ids: [id] }));
  },
  async close() {
    await vector?.close();
    await store?.close?.();
  },
});
