import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY, manualClock } from '../../test/support/manual-clock.ts';
import { bearer, servedApp } from '../../test/support/served-app.ts';
import { createApp } from './app.ts';
import { digest, sourceIdOf } from './idempotency.ts';
import { withSourceId } from './source-id.ts';

const again = { 'idempotency-key': 'k-1' };
const turn = { content: 'I moved to Porto in spring.' };

async function opened(clock = manualClock()) {
  const { post, souvenir, ...rest } = await servedApp({ clock });
  const turns = async (userId = 'ana') => (await souvenir.stats({ userId })).episodes;
  return { ...rest, clock, post, souvenir, turns };
}

test('a repeated write runs once, also while the first is running', async () => {
  const { post, turns } = await opened();
  const answers = await Promise.all(
    Array.from({ length: 5 }, async () => (await post('/v1/record?userId=ana', turn, again)).text()),
  );
  answers.push(await (await post('/v1/record?userId=ana', turn, again)).text());
  expect(new Set(answers).size).toBe(1);
  expect(await turns()).toBe(1);
});

test('an idempotency key with another request is refused', async () => {
  const { post, turns } = await opened();
  await post('/v1/record?userId=ana', turn, again);
  expect((await post('/v1/record?userId=ana', { content: 'Another.' }, again)).status).toBe(422);
  expect((await post('/v1/recordAll?userId=ana', { turns: [turn] }, again)).status).toBe(422);
  expect((await post('/v1/record?userId=ana&sessionId=other', turn, again)).status).toBe(422);
  expect(await turns()).toBe(1);
});

test('an idempotency key belongs to one user and one API key', async () => {
  const { post, turns, keys } = await opened();
  await post('/v1/record?userId=ana', turn, again);
  await post('/v1/record?userId=bo', turn, again);
  const { key } = await keys.create({ name: 'other' });
  await post('/v1/record?userId=ana', turn, { ...again, ...bearer(key) });
  expect([await turns('ana'), await turns('bo')]).toEqual([2, 1]);
});

test('a failed response is not stored, and an invalid idempotency key is refused', async () => {
  const { post } = await opened();
  expect((await post('/v1/memories/archive', { id: 'nobody' }, again)).status).toBe(404);
  expect((await post('/v1/record', turn, again)).status).toBe(200);
  expect((await post('/v1/record', turn, { 'idempotency-key': 'a b' })).status).toBe(400);
});

test('a response is stored for a day', async () => {
  const { post, clock, souvenir } = await opened();
  const add = () => post('/v1/memories/reinforce?userId=ana', { ids: [id] }, again);
  const { id } = (await souvenir.for({ userId: 'ana' }).memories.add('The lamp is red.')).memory;
  const [first, second] = [await (await add()).text(), await (await add()).text()];
  expect(second).toBe(first);
  clock.advance(DAY + 1);
  expect(await (await add()).text()).not.toBe(first);
});

test.each([
  ['erase', {}],
  ['memories/forgetAll', {}],
])('%s drops the stored responses of its user', async (path, body) => {
  const { post, souvenir } = await opened();
  const { id } = (await souvenir.for({ userId: 'bo' }).memories.add('The lamp is red.')).memory;
  const others = () => post('/v1/memories/reinforce?userId=bo', { ids: [id] }, again);
  const before = await (await others()).text();
  const add = async () =>
    JSON.parse(await (await post('/v1/memories/add?userId=ana', { content: 'The safe is blue.' }, again)).text());
  const { memory } = await add();
  expect((await add()).memory.id).toBe(memory.id);
  await post(`/v1/${path}?userId=ana`, body);
  expect((await add()).memory.id).not.toBe(memory.id);
  expect(await (await others()).text()).toBe(before);
});

test('a preview of an erasure drops no stored response', async () => {
  const { post, souvenir } = await opened();
  const { id } = (await souvenir.for({ userId: 'ana' }).memories.add('The lamp is red.')).memory;
  const reinforce = async () => (await post('/v1/memories/reinforce?userId=ana', { ids: [id] }, again)).text();
  const first = await reinforce();
  expect((await post('/v1/erase?userId=ana', { dryRun: true })).status).toBe(200);
  expect(await reinforce()).toBe(first);
});

test.each([
  ['record', turn, 1],
  ['record', { ...turn, ifWorthIt: true }, 1],
  ['recordAll', { turns: [turn, turn] }, 2],
  ['turn', { message: turn.content, reply: 'Noted.' }, 2],
  ['complete', { message: turn.content, reply: 'Noted.' }, 2],
  ['procedures/report', { taskType: 'review', success: true }, 1],
])('%s runs once even if another process gets the repetition', async (path, body, recorded) => {
  const { post, store, turns } = await opened();
  const other = await servedApp({}, store);
  const statuses = [];
  for (const send of [post, other.post]) statuses.push((await send(`/v1/${path}?userId=ana`, body, again)).status);
  expect(statuses).toEqual([200, 200]);
  expect(await turns()).toBe(recorded);
  await other.post(`/v1/${path}?userId=ana`, body, { 'idempotency-key': 'k-2' });
  expect(await turns()).toBe(2 * recorded);
});

test('a repeated erasure returns the same receipt and erases nothing new', async () => {
  const { post, turns } = await opened();
  await post('/v1/record?userId=ana', turn);
  const erase = async () => (await post('/v1/erase?userId=ana', {}, again)).text();
  const receipt = await erase();
  await post('/v1/record?userId=ana', turn);
  expect(await erase()).toBe(receipt);
  expect(await turns()).toBe(1);
});

test('a different turn under the same key is not mistaken for the first after a restart', async () => {
  const { post, souvenir, store } = await opened();
  const restarted = createApp({ souvenir, store });
  await post('/v1/record?userId=ana', turn, again);
  const record = (content: string) =>
    restarted.request('/v1/record?userId=ana', {
      ...{ method: 'POST', body: JSON.stringify({ content }) },
      headers: { 'content-type': 'application/json', ...again },
    });
  const { id } = JSON.parse(await (await record('Another.')).text());
  const owner = { tenantId: 'default', userId: 'ana', agentId: 'default' };
  expect(await store.getEpisodes(owner, [id])).toMatchObject([{ content: 'Another.' }]);
});

test('turns without a source id take it from the idempotency key', () => {
  const episode = z.strictObject({ content: z.string(), sourceId: z.string().optional() });
  const many = z.strictObject({ turns: z.array(episode) });
  expect(withSourceId(episode, { content: 'a' }, 's')).toEqual({ content: 'a', sourceId: 's' });
  expect(withSourceId(episode, { content: 'a', sourceId: 'own' }, 's')).toEqual({ content: 'a', sourceId: 'own' });
  expect(withSourceId(many, { turns: [{ content: 'a' }, { content: 'b', sourceId: 'own' }] }, 's')).toEqual({
    turns: [
      { content: 'a', sourceId: 's/0' },
      { content: 'b', sourceId: 'own' },
    ],
  });
  expect(withSourceId(z.strictObject({ content: z.string() }), { content: 'a' }, 's')).toEqual({ content: 'a' });
  expect(withSourceId(many, { turns: [1, null] }, 's')).toEqual({ turns: [1, null] });
  const scope = { tenantId: 't', userId: 'u', agentId: 'a' };
  const request = { key: 'k', keyId: undefined, scope, operation: 'record', input: digest(turn) };
  expect(sourceIdOf(request)).toMatch(/^request:[\w-]{43}$/);
  expect(sourceIdOf(request)).toBe(sourceIdOf({ ...request }));
  expect(sourceIdOf(request)).not.toBe(sourceIdOf({ ...request, input: digest({}) }));
  expect(sourceIdOf(request)).not.toBe(sourceIdOf({ ...request, scope: { ...scope, sessionId: 's' } }));
});
