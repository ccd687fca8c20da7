import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listLines } from '../../src/cli/render/memories.ts';
import { recallLines } from '../../src/cli/render/recall.ts';
import { createSouvenir, memoryStore, type Souvenir } from '../../src/index.ts';
import { mcpServerOf } from '../../src/mcp/mcp-server.ts';
import { manualClock } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';

/** A sentence of each that lasts, among others that do not. */
const TURNS = [
  ['I live in Porto with my two sisters.', 'The tram was late again today.'],
  ["Bad night, the neighbours had a party. I'm allergic to walnuts, just so you know."],
  ['So, about me: my name is Olufemi and I work as a nurse at the children’s hospital.', 'Ask me anything.'],
  ['My dentist is Dr Faro, a lovely man.', 'He has a fish tank.'],
].map((sentences) => sentences.join(' '));

const store = memoryStore();
let souvenir: Souvenir;
const ana = () => souvenir.for({ userId: 'ana' });

beforeAll(async () => {
  const clock = manualClock('2026-03-01T09:00:00Z');
  souvenir = await createSouvenir({ store, clock, embedder: null, reader: sharedReader });
  for (const [at, content] of TURNS.entries()) {
    await ana().record({ content, sourceId: `${at}` });
    clock.advance(60_000);
  }
  await ana().consolidate();
});
afterAll(() => souvenir.close());

/** How often each turn, or a sentence of it, is shown. */
const shownIn = (contents: readonly string[]): number[] =>
  TURNS.map((turn) => contents.filter((content) => turn.includes(content)).length);
const ONCE = TURNS.map(() => 1);

test('every turn except small talk is stored verbatim and as a lasting fact', async () => {
  const { memories } = await ana().memories.list();
  const stored = shownIn(memories.map(({ content }) => content));
  expect(stored.every((times) => times > 1)).toBe(true);
});

test.each(['recent', 'important', 'frequent', 'temporal', 'certain'] as const)(
  'A listing by recall in the mode `%s` shows each turn once, with its reading',
  async (mode) => {
    const { items, cut, candidates } = await ana().recall('', { mode, topK: 100, tokenBudget: null });
    expect(shownIn(items.map(({ content }) => content))).toEqual(ONCE);
    expect(items.flatMap(({ alsoIn = [] }) => alsoIn.flatMap(({ field }) => field ?? [])).toSorted()).toEqual(
      expect.arrayContaining(['health', 'home', 'people', 'work']),
    );
    expect(cut.duplicates).toBe(candidates.listed - items.length);
    expect(recallLines({ items }).join('\n')).toMatch(/I live in Porto .*, read as home/);
  },
);

test('A listing of one component shows its memories', async () => {
  const { items } = await ana().recall('', { mode: 'recent', components: ['durable'] });
  expect(items.length).toBeGreaterThan(3);
  expect(items.every(({ component, alsoIn }) => component === 'durable' && alsoIn === undefined)).toBe(true);
});

test('The list of the command line shows each turn once, with its reading', async () => {
  const { memories } = await ana().memories.list();
  const [head, ...lines] = listLines(memories);
  expect(shownIn(lines.map((line) => line.split(/ {2,}/).at(-1) ?? ''))).toEqual(ONCE);
  expect(head).toMatch(/^id +type +date +sure +read as +content$/);
  expect(lines.join('\n')).toMatch(/ home +I live in Porto/);
});

test('The list of an MCP tool shows each turn once, with its reading', async () => {
  const [here, there] = InMemoryTransport.createLinkedPair();
  await mcpServerOf({ souvenir, memory: ana(), store }).connect(there);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(here);
  const { content, structuredContent } = await client.callTool({ name: 'memory_list', arguments: {} });
  const { memories } = structuredContent as { memories: { content: string; state?: string }[] };
  expect(shownIn(memories.map((memory) => memory.content))).toEqual(ONCE);
  expect(memories.find((memory) => memory.content.includes('Porto'))?.state).toBe('read as home');
  expect(JSON.stringify(content)).toMatch(/, read as home\] I live in Porto/);
});
