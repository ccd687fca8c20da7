import { join } from 'node:path';
import { embed, embedOne, load, serve, spoken } from '../serve.ts';

interface Memory {
  add(messages: unknown, options: unknown): Promise<unknown>;
  search(query: string, options: unknown): Promise<{ results: { score?: number; metadata?: { turn?: string } }[] }>;
}
const { Memory } = await load<{ Memory: new (options: unknown) => Memory }>('mem0ai/oss');
const USER = 'user';
let memory: Memory;

serve({
  async open(folder) {
    const embedDocuments = async (texts: string[]) => (await embed(texts)).map((vector) => [...vector]);
    const model = { embedQuery: embedOne, embedDocuments };
    memory = new Memory({
      embedder: { provider: 'langchain', config: { model, embeddingDims: 384 } },
      vectorStore: {
        provider: 'memory',
        config: { collectionName: 'turns', dimension: 384, dbPath: join(folder, 'vectors.db') },
      },
      // Made and never asked: `infer` is false.
      llm: { provider: 'openai', config: { apiKey: 'none', model: 'none' } },
      historyDbPath: join(folder, 'history.db'),
    });
  },
  async record(turns) {
    for (const turn of turns)
      await memory.add([{ role: turn.role === 'user' ? 'user' : 'assistant', content: spoken(turn) }], {
        ...{ userId: USER, infer: false },
        metadata: { turn: turn.id },
      });
  },
  async ready() {},
  async recall(query, k) {
    const { results } = await memory.search(query, { topK: k, filters: { user_id: USER } });
    return results.map(({ score, metadata }) => ({ ids: [metadata?.turn ?? ''], score }));
  },
  async close() {},
});
