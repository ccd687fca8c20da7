import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { bearer } from '../../test/support/served-app.ts';
import { createSouvenir } from '../create-souvenir.ts';
import { SouvenirError } from '../errors.ts';
import { packageVersion } from '../package-version.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { Keys } from './keys.ts';
import { type Serving, serve } from './serve.ts';

const store = memoryStore();
let souvenir: Souvenir;
let serving: Serving;
let failures: unknown[];
beforeEach(async () => {
  souvenir = await createSouvenir({ store, embedder: null, reader: null });
  failures = [];
  serving = await serve({ souvenir, store }, { requireKey: true, onFailure: (error) => failures.push(error) });
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

test('the official MCP client saves and searches over HTTP for the user of its key', async () => {
  const client = await connected((await new Keys(store).create({ name: 'ana', userId: 'ana' })).key);
  expect(client.getServerVersion()?.version).toBe(packageVersion());
  await call(client, 'memory_add', { content: 'The lamp is by the door.' });
  expect((await souvenir.for({ userId: 'ana' }).memories.list()).memories).toHaveLength(1);
  expect((await souvenir.for({ userId: 'ben' }).memories.list()).memories).toHaveLength(0);
  await client.close();
});

test('a tool has the permissions of its operation', async () => {
  const client = await connected(
    (await new Keys(store).create({ name: 'reader', userId: 'eva', isReadOnly: true })).key,
  );
  const refused = await call(client, 'memory_add', { content: 'The lamp is by the door.' });
  expect(refused).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('is read-only') }] });
  await expect(call(client, 'memory_list', {})).resolves.not.toMatchObject({ isError: true });
  await expect(call(client, 'memory_turn', { message: 'lamp' })).resolves.not.toMatchObject({ isError: true });
  await client.close();
});

async function sender() {
  const { key } = await new Keys(store).create({ name: 'sender' });
  const accept = 'application/json, text/event-stream';
  const headers = { ...bearer(key), 'content-type': 'application/json', accept };
  return (body: string) => fetch(`${serving.url}/mcp`, { method: 'POST', body, headers });
}
const message = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
const save = { ...message, params: { name: 'memory_add', arguments: { content: 'The lamp is by the door.' } } };

test('an MCP message has the limits of any body', async () => {
  const send = await sender();
  const turns = Array.from({ length: 60_000 }, () => 1);
  const params = { name: 'memory_record', arguments: { turns } };
  expect((await send(JSON.stringify({ ...message, params }))).status).toBe(413);
  expect((await send('{')).status).toBe(400);
});

test('each MCP message counts as a request for the rate limit', async () => {
  const send = await sender();
  const before = await souvenir.stats();
  expect((await send(JSON.stringify([save, save]))).status).toBe(400);
  expect(await souvenir.stats()).toEqual(before);
});

test('an unexpected failure shows details only to the operator', async () => {
  const send = await sender();
  const { write } = store;
  const failure = new SouvenirError('storeUnwritable', '/srv/secret.db cannot be written', { advice: 'chmod it' });
  store.write = () => Promise.reject(failure);
  onTestFinished(() => {
    store.write = write;
  });
  const reported = await (await send(JSON.stringify(save))).text();
  expect(reported).toContain('an unexpected error occurred');
  expect(reported).not.toMatch(/secret|chmod/);
  expect(failures).toEqual([failure]);
});

test('MCP is refused without a key or for another user', async () => {
  await expect(connected('sv_unknown')).rejects.toThrow();
  const { key } = await new Keys(store).create({ name: 'bound', userId: 'ana' });
  await expect(connected(key, '?userId=ben')).rejects.toThrow();
});
