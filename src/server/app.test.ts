import { expect, test } from 'vitest';
import { servedApp } from '../../test/support/served-app.ts';
import { pathOf } from './app.ts';
import { allOperations } from './served.ts';

test('an operation is a POST of its input, for the user that the query names', async () => {
  const { post } = await servedApp();
  const added = await post('/v1/memories/add?userId=ana', { content: 'The lamp is by the door.' });
  expect(added.status).toBe(200);
  expect(await added.json()).toMatchObject({ did: 'created', memory: { userId: 'ana' } });
  const seen = await (await post('/v1/memories/list?userId=bo', {})).json();
  expect(seen).toMatchObject({ memories: [] });
});

test('every operation has its path, for POST alone', async () => {
  const { app } = await servedApp();
  expect(allOperations.length).toBeGreaterThan(50);
  for (const { name } of allOperations)
    for (const method of ['GET', 'HEAD', 'PUT', 'DELETE', 'OPTIONS']) {
      const answer = await app.request(pathOf(name), { method });
      expect([name, method, answer.status, answer.headers.get('allow')]).toEqual([name, method, 405, 'POST']);
    }
});

test.each([
  ['what is no JSON', '{', 400, 'invalidInput'],
  ['what is no object', '[1]', 400, 'invalidInput'],
  ['a field that is unknown', { query: 'x', limit: 3 }, 400, 'invalidInput'],
  ['a field of the prototype', '{"query":"x","__proto__":{"isAdmin":true}}', 400, 'invalidInput'],
  [
    'more values than a request may have',
    `{"ids":[${'1,'.repeat(60_000)}1]}`,
    413,
    'invalidInput',
    '/v1/memories/publish',
  ],
  ['what is nested too deep', `{"query":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400, 'invalidInput'],
  ['an id that is unknown', { id: 'nobody' }, 404, 'notFound', '/v1/memories/archive'],
])('the server answers %s with a problem and its code', async (_, body, status, code, path = '/v1/recall') => {
  const { post } = await servedApp();
  const answer = await post(path, body);
  expect(answer.headers.get('content-type')).toContain('application/problem+json');
  expect(await answer.json()).toMatchObject({ type: 'about:blank', status, code });
  expect(answer.status).toBe(status);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('a problem lists only the first of many errors', async () => {
  const { post } = await servedApp();
  const ids = Array.from({ length: 1000 }, () => 1);
  const reported = await (await post('/v1/memories/publish', { ids })).text();
  expect(reported).toContain('and 980 more');
  expect(reported.length).toBeLessThan(5000);
  const keys = Object.fromEntries(
    Array(10_000)
      .fill(1)
      .map((_, at) => [`key${at}`, 1]),
  );
  expect((await (await post('/v1/recall', { query: 'x', ...keys })).text()).length).toBeLessThan(5000);
});

test('brackets and commas within a string do not count as nesting', async () => {
  const { post } = await servedApp();
  const query = `${'['.repeat(1000)}\\",{${','.repeat(60_000)}`;
  expect((await post('/v1/recall', { query })).status).toBe(200);
});

test('metadata cannot reach the prototype of anything', async () => {
  const { post } = await servedApp();
  const turn =
    '{"content":"I moved to Porto.","metadata":{"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}}}}';
  expect((await post('/v1/record', turn)).status).toBeLessThan(500);
  expect(({} as { isAdmin?: boolean }).isAdmin).toBeUndefined();
});

test('an unexpected error shows no details', async () => {
  const { app, post } = await servedApp();
  app.post('/v1/broken', () => {
    throw new Error('the password is cornflakes');
  });
  const answer = await post('/v1/broken');
  expect([answer.status, await answer.json()]).toEqual([
    500,
    { type: 'about:blank', title: 'an unexpected error occurred', status: 500, code: 'internal' },
  ]);
});

test('an unknown path is answered with a problem', async () => {
  const { app } = await servedApp();
  const answer = await app.request('/v1/../../etc/passwd');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/problem+json']);
});

test('a body needs the JSON content type, and may be absent', async () => {
  const { app, post } = await servedApp();
  expect((await post('/v1/recall', { query: 'x' }, { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await post('/v1/recall', { query: 'x' }, { 'content-type': 'application/json; charset=utf-8' })).status).toBe(
    200,
  );
  expect((await app.request('/v1/memories/list', { method: 'POST' })).status).toBe(200);
});

test('a body that is not UTF-8 is refused', async () => {
  const { app } = await servedApp();
  const body = Buffer.from('{"query":"caf\xe9"}', 'latin1');
  const headers = { 'content-type': 'application/json' };
  expect((await app.request('/v1/recall', { method: 'POST', body, headers })).status).toBe(400);
});

test.each([
  ['a field that no scope has', '?user=ana'],
  ['a part that is named twice', '?userId=ana&userId=bo'],
  ['a user that stands for all', '?userId=*'],
  ['an agent that is not defined', '?agentId=shared:.keys'],
  ['the prototype', '?__proto__=x'],
])('the server refuses %s in the query', async (_, query) => {
  const { post } = await servedApp();
  const answer = await post(`/v1/memories/list${query}`);
  expect(answer.status).toBeGreaterThanOrEqual(400);
  expect(answer.status).toBeLessThan(500);
});

test('responses forbid caching, framing and content sniffing', async () => {
  const { app } = await servedApp();
  const { headers } = await app.request('/health');
  expect(Object.fromEntries(headers)).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  });
  expect(headers.get('access-control-allow-origin')).toBeNull();
});

test('the server is ready while the store answers and it is not stopping', async () => {
  const stopping = new AbortController();
  const { app, souvenir } = await servedApp({ stopping: stopping.signal });
  const statuses = async () => Promise.all(['/health', '/ready'].map(async (path) => (await app.request(path)).status));
  expect(await statuses()).toEqual([200, 200]);
  stopping.abort();
  expect(await statuses()).toEqual([200, 503]);
  const other = await servedApp();
  await other.souvenir.close();
  expect((await other.app.request('/ready')).status).toBe(503);
  expect(souvenir).toBeDefined();
});

test('metrics are in the format of Prometheus', async () => {
  const { app, post } = await servedApp();
  await post('/v1/recall', { query: 'Where is the lamp?' });
  const answer = await app.request('/metrics');
  expect(answer.headers.get('content-type')).toContain('version=0.0.4');
  expect(await answer.text()).toMatch(/souvenir_recalls_total\{.*\} 1/);
});

test.each([
  ['/v1/recal', '/v1/recall may be meant; /reference has every path'],
  ['/v1/memories.add', '/v1/memories/add may be meant; /reference has every path'],
  ['/opneapi.json', '/openapi.json may be meant; /reference has every path'],
  [`/${'x'.repeat(5000)}`, '/reference has every path'],
])('the unknown path %s is answered with the nearest path and the reference page', async (path, advice) => {
  const { app } = await servedApp();
  const answer = await app.request(path, { headers: { host: 'localhost' } });
  expect([answer.status, await answer.json()]).toEqual([404, expect.objectContaining({ advice })]);
});
