import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { episode } from '../../test/conformance/store/samples.ts';
import { createSouvenir } from '../create-souvenir.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { Keys } from './keys.ts';
import { type ServeOptions, type Serving, serve } from './serve.ts';
import type { Served } from './served.ts';

let souvenir: Souvenir;
let served: Served;
let serving: Serving | undefined;
const sockets: Socket[] = [];
beforeEach(async () => {
  const store = memoryStore();
  souvenir = await createSouvenir({ store, embedder: null, reader: null });
  served = { souvenir, store };
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await serving?.close();
  await souvenir.close();
});

const begin = async (options: ServeOptions) => {
  serving = await serve(served, options);
  return serving.url;
};
const keyOf = async (name: string): Promise<string> => (await new Keys(served.store).create({ name })).key;

/** Sends the beginning of a request and keeps the connection; `said` is what the server said until a pattern stands in it, or the end. */
async function open(url: string, bytes: string) {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname).setEncoding('utf8');
  sockets.push(socket);
  socket.on('error', () => {});
  let text = '';
  socket.on('data', (chunk) => (text += chunk));
  await once(socket, 'connect');
  socket.write(bytes);
  const statement = async (pattern: RegExp): Promise<string> => {
    while (!pattern.test(text) && !socket.destroyed)
      await Promise.race(['data', 'close'].map((name) => once(socket, name)));
    return text;
  };
  return { socket, said: statement };
}

const head = (line: string, key: string, more = '') =>
  `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\n${more}\r\n`;
const stream = (key: string) => head('GET /v1/events?userId=ana', key);
const body = (key: string, length = 1000) =>
  `${head('POST /v1/record?userId=ana', key, `content-type: application/json\r\ncontent-length: ${length}\r\n`)}{"con`;
const STATUS = /HTTP\/1\.1 \d{3}/;
const asked = async (url: string, key: string) =>
  (await fetch(`${url}/v1/stats?userId=ben`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })).status;

test.each([
  ['event streams', stream, { streams: { key: 3 } }, /its limit of 3 open streams/],
  ['unfinished bodies', body, { bodies: { key: 3 } }, /its limit of 3 unfinished bodies/],
  ['bytes of bodies', body, { bytes: { key: 3000 } }, /its limit of 3000 bytes of responses in progress/],
])(
  'a key with too many %s gets 429 while another key is answered, and finished ones free room',
  async (_, request, callers, reported) => {
    const url = await begin({ callers });
    const [one, other] = [await keyOf('one'), await keyOf('other')];
    const first = [];
    for (let n = 0; n < 3; n++) first.push(await open(url, request(one)));
    if (request === stream) for (const each of first) await each.said(/listening/);
    // A body that has begun is counted when the headers have been read.
    expect(await asked(url, other)).toBe(200);
    const fourth = await open(url, request(one));
    expect(await fourth.said(/advice/)).toMatch(/^HTTP\/1\.1 429 [\s\S]*retry-after: 2/i);
    expect(await fourth.said(/advice/)).toMatch(reported);
    expect(await asked(url, other)).toBe(200);
    for (const { socket } of first) socket.destroy();
    await expect
      .poll(async () => {
        const next = await open(
          url,
          request === stream
            ? stream(one)
            : head('POST /v1/stats?userId=ana', one, 'content-length: 1000\r\ncontent-type: application/json\r\n') +
                `{}${' '.repeat(998)}`,
        );
        return (await next.said(STATUS)).match(STATUS)?.[0];
      })
      .toBe('HTTP/1.1 200');
  },
);

test('the limits of an address and of the server count over all keys', async () => {
  const url = await begin({ callers: { streams: { address: 2 } } });
  for (const name of ['one', 'other']) await (await open(url, stream(await keyOf(name)))).said(/listening/);
  expect(await (await open(url, stream(await keyOf('third')))).said(/advice/)).toMatch(
    /429[\s\S]*this address reached its limit of 2/,
  );
  await serving?.close();
  const other = await begin({ callers: { streams: { all: 1 } } });
  await (await open(other, stream(await keyOf('fourth')))).said(/listening/);
  expect(await (await open(other, stream(await keyOf('fifth')))).said(/advice/)).toMatch(
    /503[\s\S]*the server reached its limit of 1/,
  );
});

test('an address has a limited number of connections', async () => {
  const url = await begin({ maxPerAddress: 3 });
  const key = await keyOf('one');
  for (let n = 0; n < 3; n++) await (await open(url, stream(key))).said(/listening/);
  expect(await (await open(url, stream(key))).said(STATUS)).toBe('');
});

/** A page of more bytes than the buffers of a connection take. */
async function fillAna(): Promise<void> {
  const owner = { tenantId: 'default', userId: 'ana', agentId: 'default' };
  const content = '語'.repeat(990_000);
  await served.store.write(owner, {
    episodes: Array.from({ length: 4 }, (_, n) => episode(`e${n}`, { ...owner, sessionId: 'default', content })),
  });
}

test('an unread response counts as bytes in progress until it is cut off', async () => {
  const url = await begin({ callers: { bytes: { key: 5_000_000 }, slowMs: 500 } });
  const [key, other] = [await keyOf('one'), await keyOf('other')];
  await fillAna();
  const { socket, said: statement } = await open(
    url,
    head('POST /v1/sessions/turns?userId=ana', key, 'content-length: 0\r\n'),
  );
  await statement(STATUS);
  socket.pause();
  expect(await asked(url, key)).toBe(429);
  expect(await asked(url, other)).toBe(200);
  await expect.poll(() => asked(url, key), { timeout: 20_000 }).toBe(200);
});

test('large unread responses of one key above its share are refused', async () => {
  const url = await begin({ callers: { bytes: { key: 30_000_000 } } });
  const [key, other] = [await keyOf('one'), await keyOf('other')];
  await fillAna();
  const asking = head('POST /v1/sessions/turns?userId=ana', key, 'content-length: 0\r\n');
  const all = await Promise.all(Array.from({ length: 8 }, () => open(url, asking)));
  const statuses = await Promise.all(
    all.map(async ({ socket, said: statement }) => {
      const [status] = STATUS.exec(await statement(STATUS)) ?? [];
      socket.pause();
      return status;
    }),
  );
  expect(statuses.filter((status) => status?.endsWith('200')).length).toBeLessThanOrEqual(2);
  expect(statuses.filter((status) => status?.endsWith('429')).length).toBeGreaterThanOrEqual(6);
  expect(await asked(url, other)).toBe(200);
});

test('an unread event stream is cut off with the reason', async () => {
  const url = await begin({ callers: { slowMs: 1000 } });
  await fillAna();
  const key = await keyOf('one');
  const more = 'content-length: 0\r\naccept: text/event-stream\r\n';
  const { socket, said: statement } = await open(url, head('POST /v1/export?userId=ana', key, more));
  await statement(STATUS);
  socket.pause();
  // Between the cut and the end of the connection, both by timers of this process.
  setTimeout(() => socket.resume(), 1900);
  expect(await statement(/event: problem/)).toContain('the client read nothing of this response for 1000 ms');
});
