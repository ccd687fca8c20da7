import { embed, embedOne, load, serve, spoken } from '../serve.ts';

interface Query {
  fullTextSearch(query: string): Query;
  nearestTo(vector: number[]): Query;
  rerank(reranker: unknown): Query;
  select(columns: string[]): Query;
  limit(k: number): Query;
  toArray(): Promise<{ id: string; _relevance_score: number }[]>;
}
interface Table {
  add(rows: readonly unknown[]): Promise<unknown>;
  createIndex(column: string, options: unknown): Promise<unknown>;
  optimize(): Promise<unknown>;
  query(): Query;
}
interface Database {
  createTable(name: string, rows: readonly unknown[]): Promise<Table>;
  close(): void;
}
interface LanceDb {
  connect(folder: string): Promise<Database>;
  readonly Index: { fts(): unknown };
  readonly rerankers: { readonly RRFReranker: { create(): Promise<unknown> } };
}
const { connect, Index, rerankers } = await load<LanceDb>('@lancedb/lancedb');
const reranker = await rerankers.RRFReranker.create();
let database: Database;
let table: Table | undefined;

serve({
  async open(folder) {
    database = await connect(folder);
    table = undefined;
  },
  async record(turns) {
    const vectors = await embed(turns.map(spoken));
    const rows = turns.map((turn, at) => ({
      ...{ id: turn.id, text: spoken(turn), time: turn.time },
      vector: [...(vectors[at] ?? [])],
    }));
    if (table !== undefined) return void (await table.add(rows));
    table = await database.createTable('turns', rows);
    await table.createIndex('text', { config: Index.fts() });
  },
  async ready() {
    // New rows get into the full-text index.
    await table?.optimize();
  },
  async recall(query, k) {
    const rows = await table
      ?.query()
      .fullTextSearch(query)
      .nearestTo(await embedOne(query))
      .rerank(reranker)
      .limit(k)
      .toArray();
    return (rows ?? []).map((row) => ({ ids: [row.id], score: row._relevance_score }));
  },
  async close() {
    database.close();
  },
});
