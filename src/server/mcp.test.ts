import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSouvenir, type Souvenir } from '../souvenir/souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { Keys } from './keys.ts';
import { type Serving, serve } from './serve.ts';

const store = memoryStore();
let souvenir: Souvenir;
let serving: Serving;
beforeEach(async () => {
  souvenir = await createSouvenir({ store, embedder: null, reader: null });
  serving = await serve({ souvenir, store }, { requireKey: true });
});
afterEach(async () => {
  await serving.close();
  await souvenir.close();
});

async function connected(key: string, query = ''): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const headers = { authorization: `Bearer ${key}` };
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${serving.url}/mcp${query}`), { requestInit: { headers } }),
  );
  return client;
}

const call = (client: Client, name: string, input: object) => client.callTool({ name, arguments: { ...input } });

test('the official client saves and searches over HTTP, for the user whom its key is bound to', async () => {
  const client = await connected((await new Keys(store).create({ name: 'ana', userId: 'ana' })).key);
  await call(client, 'memory_save', { content: 'The lamp is by the door.' });
  expect((await souvenir.for({ userId: 'ana' }).memories.list()).memories).toHaveLength(1);
  expect((await souvenir.for({ userId: 'ben' }).memories.list()).memories).toHaveLength(0);
  await client.close();
});

test('a tool may do no more than its operation may at its own path', async () => {
  const client = await connected(
    (await new Keys(store).create({ name: 'reader', userId: 'eva', isReadOnly: true })).key,
  );
  const refused = await call(client, 'memory_save', { content: 'The lamp is by the door.' });
  expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('may only read') }] });
  await expect(call(client, 'memory_list', {})).resolves.not.toMatchObject({ isError: true });
  await client.close();
});

test('without a key, or for another user than the key is bound to, there is no way in', async () => {
  await expect(connected('sv_unknown')).rejects.toThrow();
  const { key } = await new Keys(store).create({ name: 'bound', userId: 'ana' });
  await expect(connected(key, '?userId=ben')).rejects.toThrow();
});
