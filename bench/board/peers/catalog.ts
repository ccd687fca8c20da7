export interface System {
  readonly name: string;
  /** The script that speaks the protocol for it. */
  readonly script: URL;
  /** What npm installs for it, with versions; the first one's is the system's own. */
  readonly packages: readonly string[];
  /** Versions in place of those that its packages ask for. */
  readonly overrides?: Readonly<Record<string, string>>;
  /** Of this repository, in place of packages of its own. */
  readonly dependency?: string;
  readonly embeds: boolean;
  readonly settings: string;
  /** Recalls sessions as a whole, which can be compared with turns by their sessions only. */
  readonly recallsSessions?: boolean;
}

const MINILM = 'all-MiniLM-L6-v2';

export const SYSTEMS: readonly System[] = [
  {
    ...{ name: 'Souvenir', script: new URL('./systems/souvenir.ts', import.meta.url), packages: [], embeds: false },
    settings: 'defaults: own embedder and reader, SQLite; no token budget',
  },
  {
    ...{
      name: 'keyword search',
      script: new URL('./systems/keywords.ts', import.meta.url),
      packages: [],
      embeds: false,
    },
    dependency: 'better-sqlite3-multiple-ciphers',
    settings: 'SQLite FTS5, porter, bm25, any of the words that are no stop words',
  },
  {
    ...{
      name: 'MiniLM over turns',
      script: new URL('./systems/minilm-turns.ts', import.meta.url),
      packages: [],
      embeds: true,
    },
    settings: `cosine with ${MINILM} over every turn`,
  },
  {
    ...{
      name: 'MiniLM over sessions',
      script: new URL('./systems/minilm-sessions.ts', import.meta.url),
      packages: [],
      embeds: true,
    },
    ...{ settings: `cosine with ${MINILM} over whole sessions, 256 tokens of each`, recallsSessions: true },
  },
  {
    ...{ name: 'LangGraph store', script: new URL('./systems/langgraph.ts', import.meta.url), embeds: true },
    packages: ['@langchain/langgraph-checkpoint@1.1.5', '@langchain/core@1.2.13'],
    settings: `InMemoryStore with an index, ${MINILM}`,
  },
  {
    ...{ name: 'Mastra', script: new URL('./systems/mastra.ts', import.meta.url), embeds: true },
    packages: ['@mastra/memory@1.31.0', '@mastra/core@1.71.0', '@mastra/libsql@1.23.1'],
    settings: `semantic recall over all threads in libsql, ${MINILM}; no neighbours, in the order of its scores`,
  },
  {
    ...{
      name: 'mem0',
      script: new URL('./systems/mem0.ts', import.meta.url),
      embeds: true,
      overrides: { 'better-sqlite3': '13.2.0' },
    },
    packages: ['mem0ai@3.3.1'],
    settings: `TypeScript, infer: false, its vector store "memory" in a file, ${MINILM}; better-sqlite3 13, which needs no build`,
  },
  {
    ...{
      name: 'LanceDB',
      script: new URL('./systems/lancedb.ts', import.meta.url),
      packages: ['@lancedb/lancedb@0.39.0'],
      embeds: true,
    },
    settings: `hybrid: full text and ${MINILM}, reciprocal rank fusion`,
  },
  {
    ...{
      name: 'Orama',
      script: new URL('./systems/orama.ts', import.meta.url),
      packages: ['@orama/orama@3.1.18'],
      embeds: true,
    },
    settings: `hybrid: full text and ${MINILM}, in memory`,
  },
  {
    ...{ name: 'MCP server-memory', script: new URL('./systems/server-memory.ts', import.meta.url), embeds: false },
    packages: ['@modelcontextprotocol/server-memory@2026.8.31', '@modelcontextprotocol/sdk@1.32.2'],
    settings: 'an entity a turn; search_nodes with each word of the question, nodes with most of them first',
  },
  {
    ...{ name: 'agentmemory', script: new URL('./systems/agentmemory.ts', import.meta.url), embeds: false },
    packages: ['@agentmemory/agentmemory@0.9.29'],
    settings: 'its own server, smart search, its own embedder if it has one',
  },
];
