import { expect, test } from 'vitest';
import { servedApp } from '../../test/support/served-app.ts';
import { isLoopback } from './hosts.ts';

const own = { host: 'localhost:4600' };

test.each([
  ['the machine by name', own, 200],
  ['the machine by address', { host: '127.0.0.1:4600' }, 200],
  ['the machine by its other address', { host: '[::1]:4600' }, 200],
  ['a name that points here', { host: 'evil.example' }, 403],
  ['an address of elsewhere', { host: '10.0.0.8:4600' }, 403],
  ['a page of its own', { ...own, origin: 'http://localhost:4600', 'sec-fetch-site': 'same-origin' }, 200],
  ['a page of another site', { ...own, origin: 'https://evil.example' }, 403],
  ['a page without an origin', { ...own, origin: 'null' }, 403],
  ['a page of another port', { ...own, origin: 'http://localhost:3000' }, 403],
  ['a picture on another site', { ...own, 'sec-fetch-site': 'cross-site' }, 403],
])('a request from %s', async (_, headers, status) => {
  const { app, post } = await servedApp();
  expect((await app.request('/openapi.json', { headers })).status).toBe(status);
  expect((await post('/v1/memories/list', {}, headers as Record<string, string>)).status).toBe(status);
});

test('a host name that starts like a local address is not local', () => {
  expect(['127.0.0.1', '127.8.0.1', '127.example.org', '127.'].map(isLoopback)).toEqual([true, true, false, false]);
});

test('allowed hosts and origins are accepted', async () => {
  const { app, post } = await servedApp({ allowedHosts: ['Memory.example'], cors: ['https://app.example'] });
  const headers = { host: 'memory.example', origin: 'https://app.example', 'sec-fetch-site': 'cross-site' };
  const answer = await post('/v1/memories/list', {}, headers);
  expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, 'https://app.example']);
  const asked = { ...headers, 'access-control-request-method': 'POST' };
  const preflight = await app.request('/v1/memories/list', { method: 'OPTIONS', headers: asked });
  expect([preflight.status, preflight.headers.get('access-control-allow-origin')]).toEqual([
    204,
    'https://app.example',
  ]);
  expect((await post('/v1/memories/list', {}, { ...headers, origin: 'https://evil.example' })).status).toBe(403);
});

test('an unknown host name is refused with advice', async () => {
  const { app } = await servedApp();
  const answer = await app.request('/health', { headers: { host: 'memory.example' } });
  expect(JSON.stringify(await answer.json())).toContain('--allow-host');
});

test('an IP address is accepted as host on every address', async () => {
  const { app } = await servedApp({ host: '0.0.0.0' });
  const status = async (host: string) => (await app.request('/health', { headers: { host } })).status;
  expect([await status('10.0.0.8:4600'), await status('evil.example')]).toEqual([200, 403]);
});
