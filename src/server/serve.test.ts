import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createSouvenir } from '../create-souvenir.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { Keys } from './keys.ts';
import { type Serving, serve } from './serve.ts';
import type { Served } from './served.ts';

let souvenir: Souvenir;
let served: Served;
const begun: Serving[] = [];
const begin = async (options: Parameters<typeof serve>[1] = {}) => {
  const serving = await serve(served, options);
  begun.push(serving);
  return serving;
};
beforeEach(async () => {
  const store = memoryStore();
  souvenir = await createSouvenir({ store, embedder: null, reader: null });
  served = { souvenir, store };
});
afterEach(async () => {
  for (const serving of begun.splice(0)) await serving.close();
  await souvenir.close();
});

const post = (url: string, body: unknown, more: RequestInit = {}) =>
  fetch(url, { method: 'POST', body: JSON.stringify(body), headers: { 'content-type': 'application/json' }, ...more });

/** What the server says to these bytes. */
const statement = (url: string, bytes: string): Promise<string> => {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  return text(socket);
};

test('the server answers on a free port until it is closed', async () => {
  const { url, close } = await begin();
  expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
  expect(await (await post(`${url}/v1/memories/add?userId=ana`, { content: 'The lamp is red.' })).json()).toMatchObject(
    { memory: { userId: 'ana' } },
  );
  await close();
  await close();
  await expect(fetch(`${url}/health`)).rejects.toThrow();
});

test('a port in use is reported', async () => {
  const { url } = await begin();
  await expect(serve(served, { port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'conflict' });
});

test('the server needs a valid key on another address', async () => {
  await expect(serve(served, { host: '0.0.0.0' })).rejects.toThrow(/no API key/);
  const keys = new Keys(served.store);
  const { id, key } = await keys.create({ name: 'phone' });
  const { url } = await begin({ host: '0.0.0.0' });
  const stats = `http://127.0.0.1:${new URL(url).port}/v1/stats`;
  expect((await post(stats, {})).status).toBe(401);
  expect((await fetch(stats, { method: 'POST', headers: { authorization: `Bearer ${key}` } })).status).toBe(200);
  await keys.revoke(id);
  await expect(serve(served, { host: '0.0.0.0' })).rejects.toThrow(/no API key/);
});

test('a stop waits for running requests and ends event streams', async () => {
  const { url, close } = await begin();
  const events = await fetch(`${url}/v1/events`);
  const reader = (events.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  const began = Promise.withResolvers<void>();
  const stop = souvenir.on('episodeRecorded', () => began.resolve());
  const answer = post(`${url}/v1/record?userId=ana`, { content: 'I moved to Porto.' });
  await began.promise;
  stop();
  const closed = close();
  expect((await answer).status).toBe(200);
  for (let read = await reader.read(); !read.done; ) read = await reader.read();
  await closed;
});

test('a request above its time limit is aborted with 503 and is not a failure', async () => {
  const began = Promise.withResolvers<AbortSignal>();
  const asked = Promise.withResolvers<void>();
  const goesOn = Promise.withResolvers<never>();
  const failures: unknown[] = [];
  const waits: Souvenir = {
    ...souvenir,
    cycle: (options) => {
      const signal = options?.signal as AbortSignal;
      began.resolve(signal);
      return new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    },
    stats: () => {
      asked.resolve();
      return goesOn.promise;
    },
  };
  const { url, close } = await serve(
    { ...served, souvenir: waits },
    { stopMs: 0, onFailure: (error) => failures.push(error) },
  );
  const answers = Promise.all(['cycle', 'stats'].map((name) => post(`${url}/v1/${name}`, {})));
  const signal = await began.promise;
  await asked.promise;
  await close();
  expect(signal.aborted).toBe(true);
  for (const answer of await answers)
    expect([answer.status, await answer.json()]).toMatchObject([503, { code: 'closed', title: 'the server stops' }]);
  goesOn.reject(new Error('the store is not open'));
  await new Promise(setImmediate);
  expect(failures).toEqual([]);
});

test('a client that disconnects aborts its request, which is not a failure', async () => {
  const failures: unknown[] = [];
  const began = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<void>();
  const waits: Souvenir = {
    ...souvenir,
    cycle: (options) => {
      began.resolve();
      return new Promise((_, reject) =>
        options?.signal?.addEventListener('abort', () => {
          aborted.resolve();
          reject(new Error('gone'));
        }),
      );
    },
  };
  const serving = await serve({ ...served, souvenir: waits }, { onFailure: (error) => failures.push(error) });
  begun.push(serving);
  const leave = new AbortController();
  const answer = post(`${serving.url}/v1/cycle`, {}, { signal: leave.signal }).catch(() => 'left');
  await began.promise;
  leave.abort();
  await aborted.promise;
  expect(await answer).toBe('left');
  await new Promise(setImmediate);
  expect(failures).toEqual([]);
});

test('invalid HTTP is answered with a problem', async () => {
  const { url } = await begin();
  expect(await statement(url, 'HELLO\r\n\r\n')).toMatch(/^HTTP\/1\.1 400 .*"code":"invalidInput"/s);
  const long = `GET / HTTP/1.1\r\nhost: localhost\r\nx: ${'y'.repeat(20_000)}\r\n\r\n`;
  expect(await statement(url, long)).toMatch(/^HTTP\/1\.1 431 /);
});

test('a request cannot inject headers', async () => {
  const { url } = await begin();
  const request = `GET /health HTTP/1.1\r\nhost: localhost\r\nx-request-id: a b\rset-cookie: x\r\nconnection: close\r\n\r\n`;
  expect(await statement(url, request)).not.toContain('set-cookie');
  const plain = await fetch(`${url}/health`, { headers: { 'x-request-id': 'req-1.a' } });
  expect(plain.headers.get('x-request-id')).toBe('req-1.a');
  const odd = await fetch(`${url}/health`, { headers: { 'x-request-id': 'a b' } });
  expect(odd.headers.get('x-request-id')).toBeNull();
});

test('a body over the limit is refused before and during reading', async () => {
  const { url } = await begin({ mostBytes: 1000 });
  const stated = await post(`${url}/v1/recall`, { query: 'x'.repeat(2000) });
  expect(stated.status).toBe(413);
  const chunks = new ReadableStream({
    start(controller) {
      for (let at = 0; at < 20; at++) controller.enqueue(new TextEncoder().encode(' '.repeat(100)));
      controller.close();
    },
  });
  const init = { method: 'POST', body: chunks, duplex: 'half', headers: { 'content-type': 'application/json' } };
  expect((await fetch(`${url}/v1/recall`, init as RequestInit)).status).toBe(413);
});

test('a client that disconnects during an export ends it', async () => {
  const ended = Promise.withResolvers<void>();
  const endless: Souvenir = {
    ...souvenir,
    for: (scope) => ({
      ...souvenir.for(scope),
      async *export() {
        try {
          for (;;) yield { kind: 'export' } as never;
        } finally {
          ended.resolve();
        }
      },
    }),
  };
  const serving = await serve({ ...served, souvenir: endless });
  begun.push(serving);
  const leave = new AbortController();
  const answer = await fetch(`${serving.url}/v1/export`, { method: 'POST', signal: leave.signal });
  await (answer.body as ReadableStream<Uint8Array>).getReader().read();
  leave.abort();
  await ended.promise;
});

test('listeners of a disconnected client are removed', async () => {
  const listeners = new Set<symbol>();
  const left = Promise.withResolvers<void>();
  const counted: Souvenir = {
    ...souvenir,
    on(name, listener) {
      const stop = souvenir.on(name, listener);
      const id = Symbol(name);
      listeners.add(id);
      return () => {
        listeners.delete(id);
        if (listeners.size === atRest) left.resolve();
        stop();
      };
    },
  };
  const serving = await serve({ ...served, souvenir: counted });
  begun.push(serving);
  const atRest = listeners.size;
  const leave = new AbortController();
  const answer = await fetch(`${serving.url}/v1/events`, { signal: leave.signal });
  await (answer.body as ReadableStream<Uint8Array>).getReader().read();
  expect(listeners.size).toBeGreaterThan(atRest);
  leave.abort();
  await left.promise;
});

test('a request that ends within its body has no effect', async () => {
  const { url } = await begin();
  const { hostname, port } = new URL(url);
  const body = '{"content":"The lamp is red."}';
  const head = `POST /v1/record HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n`;
  const socket = connect(Number(port), hostname);
  socket.end(head + body);
  await text(socket);
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect(await souvenir.stats()).toMatchObject({ episodes: 0 });
});
