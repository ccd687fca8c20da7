import { setTimeout } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { servedApp } from '../../test/support/served-app.ts';

const sse = { accept: 'text/event-stream' };

/** The events of a finished stream. */
const eventsOf = (text: string) =>
  text
    .split('\n\n')
    .filter((block) => block.startsWith('event: '))
    .map((block) => {
      const [event = '', data = ''] = block.split('\n');
      return { event: event.slice('event: '.length), data: JSON.parse(data.slice('data: '.length)) };
    });

test('a stream result is one JSON object per line', async () => {
  const { post, souvenir } = await servedApp();
  await souvenir.for({ userId: 'ana' }).memories.add('The lamp is by the door.');
  const answer = await post('/v1/export?userId=ana');
  expect(answer.headers.get('content-type')).toBe('application/x-ndjson');
  const lines = (await answer.text()).trimEnd().split('\n');
  expect(JSON.parse(lines[0] as string)).toMatchObject({ kind: 'export' });
  expect(lines.some((line) => JSON.parse(line).kind === 'memory')).toBe(true);
});

test('an error in the middle of a stream is its last line', async () => {
  const failures: unknown[] = [];
  const { post, souvenir, store } = await servedApp({ onFailure: (error) => failures.push(error) });
  await souvenir.for({ userId: 'ana' }).memories.add('The lamp is by the door.');
  const { versionsOf } = store;
  store.versionsOf = async () => {
    throw new Error('the disk at /secret/path is gone');
  };
  const lines = (await (await post('/v1/export?userId=ana')).text()).trimEnd().split('\n');
  store.versionsOf = versionsOf;
  expect(lines.length).toBeGreaterThan(1);
  expect(JSON.parse(lines.at(-1) as string)).toMatchObject({ type: 'about:blank', status: 500 });
  expect(lines.join()).not.toContain('/secret/path');
  expect(String(failures)).toContain('/secret/path');
});

test('a client that disconnects ends the export', async () => {
  const { app, souvenir } = await servedApp();
  const ana = souvenir.for({ userId: 'ana' });
  for (let at = 0; at < 20; at++) await ana.memories.add(`The lamp number ${at} is by the door.`);
  const answer = await app.request('/v1/export?userId=ana', { method: 'POST' });
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  await reader.read();
  await reader.cancel();
  expect(await reader.read()).toMatchObject({ done: true });
});

test('progress is sent as events to the caller only, ending with the result', async () => {
  const { post, souvenir } = await servedApp();
  for (const userId of ['ana', 'bo'])
    await souvenir.for({ userId }).recordAll([{ content: 'I moved to Porto in spring.' }]);
  const [answer] = await Promise.all([
    post('/v1/consolidate?userId=ana', {}, sse),
    souvenir.for({ userId: 'bo' }).consolidate(),
  ]);
  expect(answer.headers.get('content-type')).toContain('text/event-stream');
  const events = eventsOf(await answer.text());
  expect(events[0]).toMatchObject({ event: 'progress', data: { stage: 'consolidating' } });
  expect(events.at(-1)).toMatchObject({ event: 'result', data: { components: expect.any(Array) } });
});

test('progress of another caller is not sent', async () => {
  const { post, souvenir } = await servedApp();
  await souvenir.for({ userId: 'bo' }).recordAll([{ content: 'I moved to Porto in spring.' }]);
  const [answer] = await Promise.all([
    post('/v1/consolidate?userId=ana', {}, sse),
    souvenir.for({ userId: 'bo' }).consolidate(),
  ]);
  expect(eventsOf(await answer.text()).map(({ event }) => event)).toEqual(['result']);
});

test('an experiment sends progress and ends when its caller disconnects', async () => {
  const { app, post, souvenir, store } = await servedApp();
  const ana = souvenir.for({ userId: 'ana', sessionId: 'monday' });
  await ana.recordAll([{ content: 'I moved to Porto in spring.' }]);
  await ana.consolidate();
  const [path, input] = ['/v1/experiment?userId=ana', { queries: ['Where do I live?'] }];
  const events = eventsOf(await (await post(path, input, sse)).text());
  expect([...new Set(events.map(({ event, data }) => data.stage ?? event))]).toEqual([
    'replaying',
    'comparing',
    'result',
  ]);
  expect(events.at(-1)?.data).toMatchObject({ episodes: 1, queries: { asked: 1 } });

  const stored = Promise.withResolvers<void>();
  const [progressSteps, searchText] = [store.progressSteps.bind(store), store.searchText.bind(store)];
  let searches = 0;
  store.progressSteps = async (owner) => {
    await stored.promise;
    return progressSteps(owner);
  };
  store.searchText = (...asked) => {
    searches++;
    return searchText(...asked);
  };
  const leaving = new AbortController();
  const headers = { 'content-type': 'application/json', ...sse };
  await app.request(path, { method: 'POST', body: JSON.stringify(input), headers, signal: leaving.signal });
  expect((await post(path)).status).toBe(409);
  leaving.abort();
  stored.resolve();
  await expect.poll(async () => (await post(path)).status).toBe(200);
  expect(searches).toBe(0);
});

test('keep-alive events are sent during a long operation', async () => {
  const { post, souvenir, store } = await servedApp({ heartbeatMs: 5 });
  await souvenir.for({ userId: 'ana' }).recordAll([{ content: 'I moved to Porto in spring.' }]);
  const stored = Promise.withResolvers<void>();
  const listEpisodes = store.listEpisodes.bind(store);
  store.listEpisodes = async (...asked) => {
    await stored.promise;
    return listEpisodes(...asked);
  };
  const { body } = await post('/v1/consolidate?userId=ana', {}, sse);
  let text = '';
  for await (const chunk of (body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream())) {
    text += chunk;
    if (text.includes(': still here\n\n: still here\n\n')) stored.resolve();
  }
  expect(eventsOf(text).at(-1)).toMatchObject({ event: 'result', data: { sessionsProcessed: 1 } });
});

test('an export as events has items, and a failure ends with a problem', async () => {
  const { post, souvenir } = await servedApp();
  await souvenir.for({ userId: 'ana' }).memories.add('The lamp is by the door.');
  const events = eventsOf(await (await post('/v1/export?userId=ana', {}, sse)).text());
  const items = events.filter(({ event }) => event === 'item');
  expect(events.at(-1)).toEqual({ event: 'result', data: { count: items.length } });
  const failed = eventsOf(await (await post('/v1/memories/archive', { id: 'nobody' }, sse)).text());
  expect(failed).toMatchObject([{ event: 'problem', data: { status: 404, code: 'notFound' } }]);
});

test('a request refused before it starts has its status for any response format', async () => {
  const { post } = await servedApp();
  expect((await post('/v1/recall', {}, sse)).status).toBe(400);
});

const MCP = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'memory_list', arguments: {} } };

test.each<[string, string, object]>([
  ['recall', '/v1/recall?userId=ana', { query: 'lamp' }],
  ['turn without a reply', '/v1/turn?userId=ana', { message: 'Where is the lamp?' }],
  ['preview of an erasure', '/v1/erase?userId=ana', { dryRun: true }],
  ['MCP tool that reads', '/mcp?userId=ana', MCP],
])('a %s waits while as many others read as may', async (_, path, body) => {
  const { post, souvenir, store } = await servedApp({ callers: { reads: { all: 1 } } });
  const { memory } = await souvenir.for({ userId: 'ana' }).memories.add('The lamp is by the door.');
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { versionsOf } = store;
  store.versionsOf = async (...given) => {
    await released;
    return versionsOf(...given);
  };
  const order: string[] = [];
  const ask = async (name: string, ...asked: Parameters<typeof post>) => {
    await (await post(...asked)).text();
    order.push(name);
  };
  const first = ask('first', '/v1/memories/history?userId=ana', { id: memory.id });
  await setTimeout(100);
  const accept = path.startsWith('/mcp') ? { accept: 'application/json, text/event-stream' } : {};
  const second = ask('second', path, body, accept);
  await setTimeout(300);
  expect(order).toEqual([]);
  release();
  await Promise.all([first, second]);
  expect(order.toSorted()).toEqual(['first', 'second']);
});
