import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import { bearer, servedApp } from '../../test/support/served-app.ts';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { createSouvenir } from '../create-souvenir.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { Keys } from './keys.ts';

const folder = temporaryFolder();

test('a key is shown once, and only its hash is stored', async () => {
  const path = join(folder, 'keys.db');
  const store = sqliteStore({ path });
  const souvenir = await createSouvenir({ store, embedder: null, reader: null });
  const keys = new Keys(store);
  const { id, key } = await keys.create({ name: 'laptop', userId: 'ana', rate: 60 });
  expect(key).toMatch(/^sv_[\w-]{43}$/);
  const [listed] = await keys.list();
  expect(listed).toMatchObject({ id, name: 'laptop', userId: 'ana', rate: 60, isReadOnly: false, isValid: true });
  expect(JSON.stringify(listed)).not.toMatch(/hash|sv_/);
  expect(await souvenir.stats()).toMatchObject({ owners: 0 });
  await souvenir.close();
  expect(readFileSync(path).includes(key)).toBe(false);
});

test('revoked, expired, unknown and invalid keys are refused alike', async () => {
  const clock = manualClock();
  const { post, keys } = await servedApp({ clock });
  const status = async (headers: Record<string, string>) => {
    const answer = await post('/v1/memories/list', {}, headers);
    return [answer.status, answer.headers.get('www-authenticate'), await answer.text()] as const;
  };
  const valid = await keys.create({ name: 'valid' });
  const revoked = await keys.create({ name: 'revoked' });
  const short = await keys.create({ name: 'short', expiresAt: new Date(clock.now().getTime() + MINUTE) });
  for (const { key } of [valid, revoked, short]) expect((await status(bearer(key)))[0]).toBe(200);
  clock.advance(MINUTE);
  await keys.revoke(revoked.id);
  expect((await status(bearer(valid.key)))[0]).toBe(200);
  const refused = await status(bearer('sv_unknown'));
  expect(refused.slice(0, 2)).toEqual([401, 'Bearer realm="souvenir"']);
  for (const headers of [bearer(revoked.key), bearer(short.key), bearer(''), { authorization: 'Basic YTpi' }])
    expect(await status(headers)).toEqual(refused);
});

test('a revocation by another process applies within a second', async () => {
  const clock = manualClock();
  const { post, keys } = await servedApp({ clock });
  const { id, key } = await keys.create({ name: 'laptop' });
  expect((await post('/v1/memories/list', {}, bearer(key))).status).toBe(200);
  await keys.revoke(id);
  clock.advance(1000);
  expect((await post('/v1/memories/list', {}, bearer(key))).status).toBe(401);
  await expect(keys.revoke('nobody')).rejects.toMatchObject({ code: 'notFound' });
});

test('a key created by another process is valid at once', async () => {
  const { post, keys } = await servedApp({ clock: manualClock() });
  for (const name of ['first', 'second']) {
    const { key } = await keys.create({ name });
    expect((await post('/v1/memories/list', {}, bearer(key))).status).toBe(200);
  }
});

test('concurrent changes of keys are all kept', async () => {
  const { store } = await servedApp();
  const [one, other] = [new Keys(store), new Keys(store)];
  const { id } = await one.create({ name: 'first' });
  await Promise.all([
    ...Array.from({ length: 10 }, (_, at) => (at % 2 === 0 ? one : other).create({ name: `key ${at}` })),
    other.revoke(id),
  ]);
  const keys = await one.list();
  expect(keys).toHaveLength(11);
  expect(keys.filter(({ isValid }) => !isValid).map(({ name }) => name)).toEqual(['first']);
});

test('if a key is required, only the health check works without one', async () => {
  const { app, post } = await servedApp({ requireKey: true });
  for (const path of ['/v1/memories/list', '/v1/nothing', '/metrics']) expect((await post(path)).status).toBe(401);
  expect((await app.request('/v1/events')).status).toBe(401);
  expect((await app.request('/health')).status).toBe(200);
});
