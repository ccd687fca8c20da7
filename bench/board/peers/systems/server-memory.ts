import { join } from 'node:path';
import { eng, removeStopwords } from 'stopword';
import { mcpClient } from '../mcp-client.ts';
import { installed, serve, spoken } from '../serve.ts';

interface Graph {
  readonly entities: readonly { readonly name: string }[];
}
const SERVER = installed('@modelcontextprotocol/server-memory/dist/index.js');
let client: Awaited<ReturnType<typeof mcpClient>> | undefined;

serve({
  async open(folder) {
    client = await mcpClient(SERVER, { MEMORY_FILE_PATH: join(folder, 'memory.jsonl') });
  },
  async record(turns) {
    const entities = turns.map((turn) => ({ name: turn.id, entityType: turn.role, observations: [spoken(turn)] }));
    await client?.call('create_entities', { entities });
  },
  async ready() {},
  /** The server looks for one text as it stands, so each word of a question is asked alone. */
  async recall(query, k) {
    const words = removeStopwords(query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [], eng);
    const scores = new Map<string, number>();
    for (const word of new Set(words)) {
      const graph = await client?.call<Graph>('search_nodes', { query: word });
      for (const { name } of graph?.entities ?? []) scores.set(name, (scores.get(name) ?? 0) + 1);
    }
    return [...scores]
      .sort(([, a], [, b]) => b - a)
      .slice(0, k)
      .map(([id, score]) => ({ ids: [id], score }));
  },
  async close() {
    await client?.close();
  },
  processes: () => (client === undefined ? [] : [client.process]),
});
