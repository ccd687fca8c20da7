import { Hono } from 'hono';
import { afterEach, describe, expect, test } from 'vitest';
import { listen } from '../../test/support/serve-memory.ts';
import { SouvenirError } from '../errors.ts';
import { souvenirClient } from './index.ts';
import { linesOf } from './streams.ts';

const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** A client of a server that gives these answers, one after another, and what it was sent. */
async function against(...answers: (() => Response | Promise<Response>)[]) {
  const received: Request[] = [];
  const app = new Hono().all('*', ({ req }) => {
    received.push(req.raw);
    return answers[received.length - 1]?.() ?? Response.json(null);
  });
  const server = await listen(app);
  const client = souvenirClient({ url: server.url, key: 'sv_secret' });
  opened.push(server, client);
  return { url: server.url, client, received };
}

const problem =
  (status: number, code: string, headers = {}) =>
  () =>
    Response.json(
      { type: 'about:blank', title: `it is ${code}`, status, code, advice: 'try another' },
      { status, headers: { 'content-type': 'application/problem+json', ...headers } },
    );
const now = { 'retry-after': '0' };

describe('a request', () => {
  test('names the scope in the query and carries the key', async () => {
    const { client, received } = await against();
    await client.for({ userId: 'añ & ?=/', projectId: 'site' }).flush();
    const [{ url, headers, method }] = received as [Request];
    expect(new URL(url).pathname).toBe('/v1/flush');
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({ userId: 'añ & ?=/', projectId: 'site' });
    expect([method, headers.get('authorization')]).toEqual(['POST', 'Bearer sv_secret']);
  });

  test.each([429, 502, 503, 504])('is sent again after %i, with the same idempotency key', async (status) => {
    const { client, received } = await against(
      problem(status, 'storeLocked', now),
      problem(status, 'storeLocked', now),
    );
    await client.for().memories.add('The lamp is by the door.');
    const keys = received.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toHaveLength(3);
    expect(new Set(keys).size).toBe(1);
    await client.for().memories.add('The lamp is by the door.');
    expect(received.at(-1)?.headers.get('idempotency-key')).not.toBe(keys[0]);
  });

  test('that is aborted with its caller has no idempotency key', async () => {
    const { client, received } = await against(problem(503, 'storeLocked', now));
    await client.for().consolidate();
    expect(received.map(({ headers }) => headers.has('idempotency-key'))).toEqual([false, false]);
  });

  test('is sent again if the response breaks off', async () => {
    const { client, received } = await against(() => new Response('{"memo'));
    expect(await client.for().memories.get('x')).toBeUndefined();
    expect(received).toHaveLength(2);
  });

  test('fails after its retries with the last response of the server', async () => {
    const busy = problem(503, 'storeLocked', now);
    const { client, received } = await against(busy, busy, busy, busy);
    const failed = client.for().flush();
    await expect(failed).rejects.toMatchObject({ code: 'storeLocked', status: 503, advice: 'try another' });
    expect(received).toHaveLength(3);
  });

  test.each([400, 401, 403, 404, 409, 422, 500])('is not sent again after %i', async (status) => {
    const { client, received } = await against(problem(status, 'invalidInput', now));
    const failure = await client
      .for()
      .flush()
      .catch((error) => error);
    expect([failure.code, failure.message, SouvenirError.is(failure)]).toEqual([
      'invalidInput',
      'it is invalidInput',
      true,
    ]);
    expect(received).toHaveLength(1);
  });

  test('answered by another kind of server is unreachable', async () => {
    const { client } = await against(() => new Response('<h1>Nothing here</h1>', { status: 404 }));
    await expect(client.for().flush()).rejects.toMatchObject({ code: 'unreachable', status: 404 });
  });

  test('follows no redirect', async () => {
    const elsewhere = await against();
    const { url } = await against(() => new Response(null, { status: 307, headers: { location: elsewhere.url } }));
    const client = souvenirClient({ url, key: 'sv_secret', retries: 0 });
    await expect(client.for().flush()).rejects.toMatchObject({ code: 'unreachable' });
    expect(elsewhere.received).toEqual([]);
  });

  test('without a listening server is unreachable', async () => {
    const { url, close } = await listen(new Hono());
    await close();
    const client = souvenirClient({ url, retries: 1 });
    await expect(client.for().flush()).rejects.toMatchObject({ code: 'unreachable', status: undefined });
  });

  test('ends with the signal of its handle, of its call, or of the client', async () => {
    const never = () => new Promise<Response>(() => {});
    const { client, url } = await against(...Array.from({ length: 7 }, () => never));
    const [handle, one] = [new AbortController(), new AbortController()];
    const waiting = [
      client.for({}, { signal: handle.signal }).flush(),
      ...[client.for().consolidate({ signal: one.signal }), client.for().recall('bees', { signal: one.signal })],
      ...[client.for().explain('bees', { signal: one.signal }), client.for().turn('bees', { signal: one.signal })],
      client.for().context('bees', { signal: one.signal }),
      client.for().documents.search('bees', { signal: one.signal }),
    ];
    handle.abort();
    one.abort();
    for (const each of waiting) await expect(each).rejects.toMatchObject({ code: 'aborted' });
    const other = souvenirClient({ url });
    await other.close();
    await expect(other.for().flush()).rejects.toMatchObject({ code: 'closed' });
  });

  test('ends when the server is silent for too long', async () => {
    const { url } = await against(() => new Promise<Response>(() => {}));
    const client = souvenirClient({ url, retries: 0, timeoutMs: 20 });
    await expect(client.for().flush()).rejects.toThrow(/sent nothing for 20 ms/);
  });

  test.each([
    ['a model', { llm: async () => '' }],
    ['a Map', { metadata: new Map([['a', 1]]) }],
    ['no number', { minAgeMs: Number.NaN }],
  ])('with %s is refused before sending', async (_, options) => {
    const { client, received } = await against();
    const refused = client.for().consolidate(options as never);
    await expect(refused).rejects.toThrow(/cannot be sent to a server/);
    expect(received).toEqual([]);
  });
});

test.each(['nowhere', 'file:///etc/passwd', 'http://ana:secret@localhost'])('the address %s is refused', (url) => {
  expect(() => souvenirClient({ url })).toThrow(/url: is not an http address/);
});

test('a key with invalid characters is refused without being shown', () => {
  expect(() => souvenirClient({ url: 'http://localhost', key: 'sv_se\ncret' })).toThrow(/^key: is not printable ASCII/);
});

const streamed =
  (type: string, ...chunks: string[]) =>
  () =>
    new Response(ReadableStream.from(chunks.map((chunk) => new TextEncoder().encode(chunk))), {
      headers: { 'content-type': type },
    });

describe('a stream', () => {
  test('resets its timeout with every chunk', async () => {
    let times = 0;
    const parts = ReadableStream.from(['one\ntw', 'o\r\n', ''].map((part) => new TextEncoder().encode(part)));
    const lines: string[] = [];
    for await (const line of linesOf(parts, () => times++)) lines.push(line);
    expect([lines, times]).toEqual([['one', 'two'], 4]);
  });

  test('of records is parsed by line for any chunking', async () => {
    const [first, second] = ['{"kind":"export","at":"2026-03-01T00:00:00.000Z"}', '{"kind":"episode","content":"ü"}'];
    const bytes = new TextEncoder().encode(`${first}\n${second}`);
    const cut = [...bytes].map((byte) => new Uint8Array([byte]));
    const { client } = await against(() => new Response(ReadableStream.from(cut)));
    const records: unknown[] = [];
    for await (const record of client.for().export()) records.push(record);
    expect(records).toEqual([
      { kind: 'export', at: new Date('2026-03-01') },
      { kind: 'episode', content: 'ü' },
    ]);
  });

  test('that ends in a problem fails with it', async () => {
    const line = JSON.stringify({ type: 'about:blank', title: 'the store is gone', status: 503, code: 'storeGone' });
    const { client } = await against(streamed('application/x-ndjson', `{"kind":"export"}\n${line}\n`));
    const records = client.for().export();
    const iterator = records[Symbol.asyncIterator]();
    expect(await iterator.next()).toMatchObject({ value: { kind: 'export' } });
    await expect(iterator.next()).rejects.toMatchObject({ code: 'storeGone', message: 'the store is gone' });
  });

  test('of progress ends with the result, or with the problem', async () => {
    const reported = 'event: progress\r\ndata: {"stage":"consolidating","done":1,"total":2}\r\n\r\n: still here\n\n';
    const { client } = await against(
      streamed('text/event-stream', reported, 'event: result\ndata: {"a":\ndata: 1}\n\n'),
      streamed('text/event-stream', 'event: problem\ndata: {"title":"no","status":422,"code":"overBudget"}\n\n'),
    );
    const progress: unknown[] = [];
    const onProgress = (each: unknown) => progress.push(each);
    expect(await client.for().perform('consolidate', {}, { onProgress })).toEqual({ a: 1 });
    expect(progress).toEqual([{ stage: 'consolidating', done: 1, total: 2 }]);
    await expect(client.for().consolidate()).rejects.toMatchObject({ code: 'overBudget', status: 422 });
  });

  test('of events reconnects when it ends, and ignores other data', async () => {
    const one = streamed(
      'text/event-stream',
      ': here\n\nevent: turned\ndata: {"tokens":1}\n\nevent: missed\ndata: 3\n\n',
    );
    const two = streamed('text/event-stream', 'event: turned\ndata: {"tokens":2}\n\n');
    const { client, received } = await against(problem(503, 'closed', now), one, problem(503, 'closed', now), two);
    const events = client.events(['turned', 'recalled'], { scope: { userId: 'ana' } });
    expect(await events.next()).toMatchObject({ value: { name: 'turned', event: { tokens: 1 } } });
    expect(await events.next()).toMatchObject({ value: { event: { tokens: 2 } } });
    expect(await events.return?.()).toMatchObject({ done: true });
    expect(await events.next()).toMatchObject({ done: true });
    expect(new URL(received[0]?.url ?? '').search).toBe('?userId=ana&names=turned%2Crecalled');
    expect(received[0]?.method).toBe('GET');
  });

  test('of events that is refused fails at once', async () => {
    const { client } = await against(problem(403, 'invalidInput'));
    const events = client.events();
    await expect(events.opened).rejects.toMatchObject({ status: 403 });
    await expect(events.next()).rejects.toMatchObject({ status: 403 });
  });

  test('of events ends with its signal while idle', async () => {
    const { client } = await against(
      () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
    );
    const stop = new AbortController();
    const events = client.events(undefined, { signal: stop.signal });
    await events.opened;
    const next = events.next();
    stop.abort();
    expect(await next).toMatchObject({ done: true });
  });

  test('of events ends with its reader while idle', async () => {
    const { client } = await against(
      () => new Response(new ReadableStream(), { headers: { 'content-type': 'text/event-stream' } }),
    );
    const events = client.events();
    await events.opened;
    const next = events.next();
    await events.return?.();
    expect(await next).toMatchObject({ done: true });
  });
});
