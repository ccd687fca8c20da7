import { expect, test } from 'vitest';
import { MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import { bearer, servedApp } from '../../test/support/served-app.ts';
import { CAPABILITIES } from '../operations/operation.ts';
import type { KeyInput } from './keys.ts';
import { PLANS } from './plans.ts';

async function asked(key: KeyInput, options: Parameters<typeof servedApp>[0] = {}) {
  const { keys, post, ...rest } = await servedApp({ requireKey: true, ...options });
  const headers = bearer((await keys.create(key)).key);
  return { ...rest, post: (path: string, body: unknown = {}) => post(path, body, headers), headers };
}

const add = { content: 'The lamp is by the door.' };

test('the scope of a key applies, and another scope is refused whether it exists or not', async () => {
  const { post, souvenir } = await asked({ name: 'ana', tenantId: 'acme', userId: 'ana' });
  await souvenir.for({ tenantId: 'acme', userId: 'bo' }).memories.add('The safe is behind the clock.');
  expect(await (await post('/v1/memories/add', add)).json()).toMatchObject({
    memory: { tenantId: 'acme', userId: 'ana' },
  });
  expect((await post('/v1/memories/add?userId=ana&sessionId=monday', add)).status).toBe(200);
  const [known, unknown] = await Promise.all(
    ['bo', 'nobody'].map(async (userId) => (await post(`/v1/memories/list?userId=${userId}`)).text()),
  );
  expect(known).toEqual(unknown);
  expect(JSON.parse(known as string)).toMatchObject({ status: 403, code: 'forbidden' });
  expect((await post('/v1/memories/list?tenantId=other')).status).toBe(403);
});

test('a key of one project cannot run an experiment, which replays every project', async () => {
  const { post } = await asked({ name: 'a', userId: 'ana', projectId: 'site' });
  expect(await (await post('/v1/experiment')).json()).toMatchObject({
    status: 403,
    title: expect.stringContaining('project'),
  });
  const plans = { ...PLANS, one: CAPABILITIES.filter((capability) => capability !== 'acrossProjects') };
  const { post: ofPlan } = await asked({ name: 'a', userId: 'ana', plan: 'one' }, { plans });
  expect((await ofPlan('/v1/experiment?projectId=site')).status).toBe(403);
  const { post: ofUser } = await asked({ name: 'a', userId: 'ana' });
  expect((await ofUser('/v1/experiment')).status).toBe(200);
});

test('a chat needs a key that may recall', async () => {
  const plans = { ...PLANS, mute: CAPABILITIES.filter((capability) => capability !== 'recall') };
  const { post } = await asked({ name: 'a', plan: 'mute' }, { plans });
  expect(await (await post('/v1/chat', { message: 'Where is the lamp?' })).json()).toMatchObject({
    ...{ status: 403, title: expect.stringContaining('"recall"') },
  });
  const { post: whole } = await asked({ name: 'a' });
  expect((await whole('/v1/chat', { message: 'Where is the lamp?' })).status).toBe(200);
});

test("another user's id is reported as unknown", async () => {
  const { post, souvenir } = await asked({ name: 'ana', userId: 'ana' });
  const { memory } = await souvenir.for({ userId: 'bo' }).memories.add('The safe is behind the clock.');
  const answers = await Promise.all(
    [memory.id, `${memory.id.slice(0, -4)}0000`].map(async (id) => {
      const reported = await (await post('/v1/memories/archive', { id })).text();
      return reported.replaceAll(id, 'ID');
    }),
  );
  expect(answers[0]).toBe(answers[1]);
});

test('a key of an agent erases only that agent, and a key of a user shares nothing with the tenant', async () => {
  const { post, souvenir } = await asked({ name: 'a', userId: 'ana', agentId: 'default' });
  await souvenir.for({ userId: 'ana' }).memories.add('The lamp is by the door.');
  expect((await post('/v1/erase', { agentId: 'other' })).status).toBe(403);
  expect(await (await post('/v1/erase')).json()).toMatchObject({ by: expect.arrayContaining(['agentId']) });
  const document = { content: '# House\nThe lamp.', title: 'House', sharedWith: 'tenant' };
  expect(await (await post('/v1/documents/add', document)).json()).toMatchObject({ status: 403 });
});

test.each([
  ['a user', { userId: 'ana' }],
  ['a project', { projectId: 'site' }],
])('a key of %s cannot change recall settings, but has its own test queries', async (_, bound) => {
  const { post } = await asked({ name: 'a', ...bound });
  for (const recall of [{ threshold: 1 }, null]) expect((await post('/v1/settings/set', { recall })).status).toBe(403);
  const tests = [{ query: 'Where is the lamp?', expected: [] }];
  expect(await (await post('/v1/settings/set', { tests })).json()).toEqual({
    recall: {},
    config: expect.any(Object),
    versions: expect.any(Object),
    tests,
  });
});

test('an import with a key of a user changes no recall settings', async () => {
  const { post, souvenir } = await asked({ name: 'a', userId: 'ana' });
  const ana = { tenantId: 'default', userId: 'ana', agentId: 'default' };
  const settings = {
    kind: 'settings',
    agentId: 'default',
    recall: { topK: 3 },
    tests: [{ query: 'Hens?', expected: [] }],
  };
  const records = [{ kind: 'export', format: 1, ...ana, at: new Date() }, settings];
  const text = records.map((record) => JSON.stringify(record)).join('\n');
  expect((await post('/v1/import', { text, format: 'export' })).status).toBe(200);
  expect(await souvenir.for(ana).settings.get()).toMatchObject({ config: { topK: 10 }, tests: [{ query: 'Hens?' }] });
});

test('a key of an agent, or an unrestricted one, changes recall settings', async () => {
  const { post } = await asked({ name: 'a', agentId: 'default' });
  expect((await post('/v1/settings/set', { recall: { threshold: 1 } })).status).toBe(200);
});

test('a restricted key cannot verify a receipt, which searches all memories', async () => {
  const { post } = await asked({ name: 'a', userId: 'ana' });
  expect((await post('/v1/verifyErasure', {})).status).toBe(403);
});

test('a key of a project sees no other project', async () => {
  const { post, souvenir } = await asked({ name: 'site', userId: 'ana', projectId: 'site' });
  const other = souvenir.for({ userId: 'ana', projectId: 'other', sessionId: 'hidden' });
  const { memory } = await other.memories.add('The safe is behind the clock.');
  await other.recordAll([{ content: 'The safe has two doors.' }]);
  for (const [path, body] of Object.entries({
    ...{ 'memories/list': {}, 'memories/get': { id: memory.id }, 'memories/history': { id: memory.id } },
    ...{ recall: { query: 'safe', threshold: 0 }, context: { intent: 'safe' }, export: {}, 'sessions/list': {} },
  }))
    expect(await (await post(`/v1/${path}`, body)).text()).not.toMatch(/clock|doors|hidden/);
  expect((await post('/v1/stats')).status).toBe(403);
});

test('a read-only key changes nothing', async () => {
  const { post } = await asked({ name: 'page', isReadOnly: true });
  expect((await post('/v1/memories/list')).status).toBe(200);
  for (const path of ['/v1/memories/add', '/v1/erase', '/v1/complete', '/v1/record'])
    expect((await post(path)).status).toBe(403);
  expect((await post('/v1/erase', { dryRun: true })).status).toBe(200);
  expect((await post('/v1/turn', { message: 'Where is the lamp?' })).status).toBe(200);
  expect((await post('/v1/turn', { message: 'Where is the lamp?', reply: 'By the door.' })).status).toBe(403);
});

test.each([
  ['a user', { userId: 'ana' }],
  ['an agent', { agentId: 'default' }],
  ['a project', { projectId: 'site' }],
])('a key of %s belongs to one tenant', async (_, bound) => {
  const { post } = await asked({ name: 'a', ...bound });
  expect((await post('/v1/memories/list?tenantId=default')).status).toBe(200);
  expect((await post('/v1/memories/list?tenantId=acme')).status).toBe(403);
});

test.each([
  ['is bound to one', { projectId: 'site' }, ''],
  ['has a plan for one', { plan: 'personal' }, '&projectId=site'],
])('a key that %s project imports nothing into another', async (_, key, query) => {
  const { post, souvenir } = await asked({ name: 'site', userId: 'ana', ...key });
  const place = { userId: 'ana', projectId: 'other' };
  const elsewhere = (await servedApp()).souvenir;
  await elsewhere.for(place).memories.add('The safe is behind the clock.');
  let text = '';
  for await (const record of elsewhere.for({ userId: 'ana' }).export()) text += `${JSON.stringify(record)}\n`;
  expect((await post(`/v1/import?userId=ana${query}`, { text, format: 'export' })).status).toBe(403);
  expect((await souvenir.for(place).memories.list()).memories).toEqual([]);
  const turns = { text: 'Ana: The lamp is by the door.', format: 'transcript', consolidate: false };
  expect((await post(`/v1/import?userId=ana${query}`, turns)).status).toBe(200);
});

test.each([
  ['personal', '/v1/memories/list?projectId=site', {}, 200],
  ['personal', '/v1/memories/list', {}, 403],
  ['personal', '/v1/cycle?projectId=site', {}, 403],
  ['team', '/v1/cycle?projectId=site', {}, 400],
  ['team', '/v1/cycle', {}, 200],
  ['team', '/v1/stats?projectId=site', {}, 403],
  ['organization', '/v1/stats', {}, 200],
  ['personal', '/v1/export?projectId=site', {}, 400],
  ['personal', '/v1/export', {}, 200],
  ['team', '/v1/export', {}, 200],
  ['constructor', '/v1/export', {}, 403],
  ['personal', '/v1/sessions/list?projectId=site', {}, 200],
  ['constructor', '/v1/memories/list?projectId=site', {}, 403],
  ['nothing', '/v1/memories/list?projectId=site', {}, 403],
])('the permissions of the plan %s at %s', async (plan, path, body, status) => {
  const { post } = await asked({ name: plan, plan });
  const answer = await post(path, body);
  expect(answer.status).toBe(status);
  if (status === 403) expect(((await answer.json()) as { title: string }).title).toMatch(/does not include "\w+"/);
});

test.each<[string, Partial<KeyInput>, boolean]>([
  ['of a plan without the capability', { plan: 'personal' }, false],
  ['of one project', { projectId: 'site' }, false],
  ['of a plan with it', { plan: 'team' }, true],
])('an import by a key %s consolidates only if the key may', async (_, key, consolidates) => {
  const { post } = await asked({ name: 'a', userId: 'ana', ...key });
  const body = { text: '{"text": "The lamp is by the door."}', format: 'jsonl' };
  const answer = await post('/v1/import?projectId=site', body);
  expect(answer.status).toBe(200);
  const report = (await answer.json()) as object;
  expect(report).toMatchObject({ turns: 1 });
  expect('report' in report).toBe(consolidates);
});

test('reading the past needs its own capability in every operation', async () => {
  const { post } = await asked({ name: 'now', plan: 'now' }, { plans: { now: ['recall', 'acrossProjects'] } });
  expect((await post('/v1/recall', { query: 'lamp' })).status).toBe(200);
  expect(await (await post('/v1/recall', { query: 'lamp', asOf: '2026-01-01' })).json()).toMatchObject({
    title: 'the plan of this key does not include "time"',
  });
});

test('plans name existing capabilities, and the largest has all', () => {
  expect([...(PLANS['organization'] ?? [])].sort()).toEqual([...CAPABILITIES].sort());
});

test.each<[string, Partial<KeyInput>]>([
  ['a capability', { plan: 'team' }],
  ['a key that is bound to nobody', { userId: 'ana' }],
])('the metrics need %s', async (_, key) => {
  const { app, headers } = await asked({ name: 'small', ...key });
  expect((await app.request('/metrics', { headers })).status).toBe(403);
});

test.each<[string, Partial<KeyInput>, number]>([
  ['a key that is bound to nothing', {}, 200],
  ['a key of one tenant', { tenantId: 'acme' }, 403],
  ['a key of a user', { tenantId: 'acme', userId: 'ana' }, 403],
  ['a plan without analytics', { plan: 'team' }, 403],
])('metrics by tenant are shown only to unrestricted keys: %s', async (_, key, status) => {
  const { app, headers, souvenir } = await asked({ name: 'small', ...key }, { metricsByTenant: 2 });
  for (const tenantId of ['acme', 'blue', 'coral', 'dune'])
    await souvenir.for({ tenantId, userId: 'ana' }).recall('Where is the lamp?');
  const answer = await app.request('/metrics', { headers });
  const text = await answer.text();
  expect(answer.status).toBe(status);
  expect(text.match(/tenant_recalls_total\{tenant="[^"]*"/g) ?? []).toEqual(
    status === 200 ? ['acme', 'blue', ''].map((name) => `tenant_recalls_total{tenant="${name}"`) : [],
  );
  expect(text).not.toMatch(status === 200 ? /coral|dune/ : /blue|coral|dune/);
});

test('metrics name no tenants by default', async () => {
  const { app, headers, souvenir } = await asked({ name: 'all' });
  await souvenir.for({ tenantId: 'acme', userId: 'ana' }).recall('Where is the lamp?');
  expect(await (await app.request('/metrics', { headers })).text()).not.toMatch(/acme|tenant/);
});

test('a key is limited to its rate, with a retry time', async () => {
  const clock = manualClock();
  const { post } = await asked({ name: 'slow', rate: 2 }, { clock });
  const status = async () => (await post('/v1/memories/list')).status;
  expect([await status(), await status()]).toEqual([200, 200]);
  const refused = await post('/v1/memories/list');
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '30']);
  clock.advance(MINUTE / 2);
  expect([await status(), await status()]).toEqual([200, 429]);
});
