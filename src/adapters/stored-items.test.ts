import { afterEach, beforeEach, expect, it } from 'vitest';
import { serveMemory } from '../../test/support/serve-memory.ts';
import { souvenirClient } from '../client/index.ts';
import { createSouvenir } from '../create-souvenir.ts';
import { hashEmbedder } from '../embedders/hash-embedder.ts';
import { MAX_CONTENT_LENGTH } from '../model/primitives.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { langGraphStore } from './langgraph.ts';
import { souvenirSession } from './openai-agents.ts';
import { addItems, listItems } from './stored-items.ts';

let souvenir: Souvenir;
let store: ReturnType<typeof memoryStore>;
beforeEach(async () => {
  store = memoryStore();
  souvenir = await createSouvenir({ store, embedder: hashEmbedder(), reader: null });
});
afterEach(() => souvenir.close());

const item = (id: string, content: string) =>
  ({ id, content, type: 'semantic', status: 'archived', category: 'item', metadata: {} }) as const;

it('storedItems lists more items than a page holds, each once', async () => {
  const ana = souvenir.for({ userId: 'ana', sessionId: 'monday' });
  const items = Array.from({ length: 1001 }, (_, at) => item(`id-${at}`, `Item ${at}.`));
  expect(await addItems(ana, 'shelf', items)).toBe(1001);
  expect(await addItems(ana, 'shelf', items.slice(0, 2))).toBe(0);
  const listed = await listItems(ana, 'shelf');
  expect(new Set(listed.map(({ id }) => id)).size).toBe(1001);
  expect(listed[0]).not.toHaveProperty('sessionId');
});

it('storedItems cuts a text to the length of a memory', async () => {
  const ana = souvenir.for({ userId: 'ana' });
  await addItems(ana, 'shelf', [item('long', 'x'.repeat(MAX_CONTENT_LENGTH + 1))]);
  expect((await listItems(ana, 'shelf'))[0]?.content.length).toBe(MAX_CONTENT_LENGTH);
});

it('storedItems stores items on a server that decides the scope', async () => {
  const server = await serveMemory({ souvenir, store });
  const client = souvenirClient({ url: server.url, retries: 0 });
  const ana = client.for({ userId: 'ana', sessionId: 'monday' });
  const statement = [{ type: 'message', role: 'user', content: 'I am allergic to peanuts.' }] as const;
  await souvenirSession(ana).addItems([...statement]);
  expect(await souvenirSession(ana).getItems()).toEqual(statement);
  await langGraphStore(ana).put(['shelf'], 'bread', { text: 'Ana likes rye.' });
  expect(await langGraphStore(client.for({ userId: 'ben' })).get(['shelf'], 'bread')).toBeNull();
  for (const memory of [ana, souvenir.for({ userId: 'ana' })])
    expect(await langGraphStore(memory).get(['shelf'], 'bread')).toMatchObject({ value: { text: 'Ana likes rye.' } });
  await client.close();
  await server.close();
});
