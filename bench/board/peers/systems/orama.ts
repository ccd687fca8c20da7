import { embed, embedOne, load, serve, spoken } from '../serve.ts';

interface Orama {
  create(options: unknown): Promise<unknown>;
  insertMultiple(database: unknown, documents: readonly unknown[]): Promise<unknown>;
  search(database: unknown, query: unknown): Promise<{ hits: { score: number; document: { turn: string } }[] }>;
}
const { create, insertMultiple, search } = await load<Orama>('@orama/orama');
let database: unknown;

serve({
  async open() {
    database = await create({
      schema: { turn: 'enum', text: 'string', embedding: 'vector[384]' },
      language: 'english',
    });
  },
  async record(turns) {
    const vectors = await embed(turns.map(spoken));
    const documents = turns.map((turn, at) => ({
      ...{ turn: turn.id, text: spoken(turn) },
      embedding: [...(vectors[at] ?? [])],
    }));
    await insertMultiple(database, documents);
  },
  async ready() {},
  async recall(query, k) {
    const vector = { value: await embedOne(query), property: 'embedding' };
    const { hits } = await search(database, { mode: 'hybrid', term: query, vector, limit: k });
    return hits.map(({ score, document }) => ({ ids: [document.turn], score }));
  },
  async close() {},
});
