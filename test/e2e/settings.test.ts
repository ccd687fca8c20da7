import { describe, expect, it } from 'vitest';
import { durable } from '../../src/components/index.ts';
import { createSouvenir, defineAgent, memoryStore } from '../../src/index.ts';
import { MINUTE, manualClock } from '../support/manual-clock.ts';
import { rowsRead } from '../support/rows-read.ts';

const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };

async function open() {
  const store = memoryStore();
  const clock = manualClock();
  const souvenir = await createSouvenir({
    store,
    clock,
    embedder: null,
    agents: defineAgent({ components: [durable()] }),
  });
  const all = () => store.listMemories(OWNER, { filter: {}, limit: 1000 });
  const active = async () => (await all()).filter(({ status }) => status === 'active').map(({ content }) => content);
  return { souvenir, store, clock, all, active };
}

describe('a setting', () => {
  it('is stored with its current value and supersedes the old one', async () => {
    const { souvenir, active, store, clock } = await open();
    const first = await souvenir.for().memories.recordSetting('editor.theme', { new: 'light' });
    clock.advance(MINUTE);
    const second = await souvenir.for().memories.recordSetting('editor.theme', { old: 'light', new: 'dark' });
    await souvenir.for().memories.recordSetting('editor.font', { old: 'dark', new: 'mono' });
    if (!first.kept || !second.kept) throw new Error('not kept');
    expect(first.memory.content).toBe('The setting editor.theme is "light".');
    expect(second.memory).toMatchObject({
      ...{ content: 'The setting editor.theme is now "dark" (before: "light").', type: 'semantic' },
      ...{ category: 'configuration', metadata: { key: 'editor.theme', value: 'dark' } },
    });
    expect(await active()).toEqual([
      'The setting editor.theme is now "dark" (before: "light").',
      'The setting editor.font is now "mono" (before: "dark").',
    ]);
    const [old] = await store.getMemories(OWNER, [first.memory.id]);
    expect(old).toMatchObject({ status: 'superseded', supersededBy: second.memory.id, invalidAt: clock.now() });
    expect(await store.linksOf(OWNER, [first.memory.id])).toMatchObject([
      { fromId: second.memory.id, type: 'supersedes' },
    ]);
    expect((await souvenir.for().recall('Which theme does the editor have?')).items[0]?.id).toBe(second.memory.id);
  });

  it('that is set to the same value again only gains confidence', async () => {
    const { souvenir, all } = await open();
    const first = await souvenir.for().memories.recordSetting('window', { new: { width: 3, height: [1, null, true] } });
    const again = await souvenir
      .for()
      .memories.recordSetting('window', { old: {}, new: { height: [1, null, true], width: 3 } });
    if (!first.kept || !again.kept) throw new Error('not kept');
    expect(again.memory.id).toBe(first.memory.id);
    expect(again.memory.confidence).toBeGreaterThan(first.memory.confidence);
    expect(await all()).toHaveLength(1);
  });

  it('can be removed, and is separate per project', async () => {
    const { souvenir, active } = await open();
    await souvenir.for({ projectId: 'a' }).memories.recordSetting('proxy', { new: 'none' });
    await souvenir.for({ projectId: 'b' }).memories.recordSetting('proxy', { new: 'none' });
    await souvenir.for({ projectId: 'a' }).memories.recordSetting('proxy', { old: 'none' });
    expect(await active()).toEqual([
      'The setting proxy is "none".',
      'The setting proxy is no longer set (before: "none").',
    ]);
  });

  it('of a project is independent of global ones', async () => {
    const { souvenir, active } = await open();
    await souvenir.for({ projectId: 'a' }).memories.recordSetting('proxy', { new: 'here' });
    await souvenir.for().memories.recordSetting('proxy', { new: 'everywhere' });
    expect(await active()).toEqual(['The setting proxy is "here".', 'The setting proxy is "everywhere".']);
  });

  it('is found among many without reading all', async () => {
    const { souvenir, active, store } = await open();
    await souvenir.for().memories.recordSetting('proxy', { new: 'none' });
    for (let at = 0; at < 60; at++) {
      await souvenir.for({ projectId: `p${at}` }).memories.recordSetting('proxy', { new: 'none' });
      await souvenir.for().memories.recordSetting(`editor.option${at}`, { new: at });
    }
    await souvenir.settled();
    const read = rowsRead(store);
    await souvenir.for().memories.recordSetting('editor.option7', { new: 'other' });
    expect(read()).toBeLessThan(10);
    await souvenir.for().memories.recordSetting('proxy', { new: 'some' });
    expect((await active()).filter((content) => content.includes('proxy is now'))).toEqual([
      'The setting proxy is now "some" (before: "none").',
    ]);
    expect((await active()).filter((content) => content === 'The setting proxy is "none".')).toHaveLength(60);
  });

  it('that was corrected is not confirmed by the old value', async () => {
    const { souvenir } = await open();
    const wrong = await souvenir.for().memories.recordSetting('port', { new: 80 });
    if (!wrong.kept) throw new Error('not kept');
    const right = await souvenir
      .for()
      .memories.correct(wrong.memory.id, { content: 'The setting port is 8080.', reason: 'a typo' });
    const again = await souvenir.for().memories.recordSetting('port', { new: 80 });
    expect(again).toMatchObject({ kept: true, memory: { content: 'The setting port is 80.' } });
    expect((await souvenir.for().memories.get(right.id))?.confidence).toBe(right.confidence);
  });

  it.each([
    ['db.password', 'hunter2', undefined],
    ['github_token', 'abc', undefined],
    ['openai.apiKey', 'abc', undefined],
    ['ssh.private-key', 'abc', undefined],
    ['connectionString', 'Server=a;Database=b', undefined],
    ['database', 'postgres://admin:s3cr3tpw@db:5432/prod', undefined],
    ['deploy', { user: 'me', password: 'hunter2' }, undefined],
    ['deploy', [{ nested: { accessKey: 'x1' } }], undefined],
    ['note', '-----BEGIN RSA PRIVATE KEY----- MIIEow', undefined],
    ['db.password', null, 'hunter2'],
  ])('is refused if it is a secret: %s', async (key, value, old) => {
    const { souvenir, all } = await open();
    const reported = await souvenir
      .for()
      .memories.recordSetting(key, { new: value, ...(old !== undefined && { old }) });
    expect(reported).toEqual({ kept: false, why: `the setting ${key} looks like a secret` });
    expect(await all()).toEqual([]);
  });

  it.each([
    ['limits.maxTokens', 4096],
    ['security.requireToken', true],
    ['db.password', null],
  ])('is stored if it only looks like a secret: %s', async (key, value) => {
    const { souvenir } = await open();
    expect(await souvenir.for().memories.recordSetting(key, { new: value })).toMatchObject({ kept: true });
  });
});
