import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, test } from 'vitest';
import { documentOwnerOf } from '../../src/context/documents/stored-documents.ts';
import { hashEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, type ScopedSouvenir, type Souvenir } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { AGENTS, freshSouvenir, STORES } from '../support/fresh-souvenir.ts';
import { DAY } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();

/** A word that stands nowhere else. */
const planted = (user: number, at: number): string =>
  `zq${'abcdefghij'[user % 10]}${'klmnopqrst'[Math.floor(user / 10)]}x${at}vw`;

/** Twenty planted words in every place where something of a user is kept. */
async function fill(user: ScopedSouvenir, word: (at: number) => string): Promise<void> {
  const statement = [
    `My name is ${word(0)}.`,
    `I live in ${word(1)}.`,
    `I am allergic to ${word(2)}.`,
    `We decided to use ${word(3)} for the archive.`,
    `Switching to ${word(4)} fixed the lock errors.`,
    `Please always answer in ${word(5)}.`,
  ];
  for (const content of statement) await user.record({ content });
  await user.record({ content: `I live in ${word(6)} now.`, metadata: { note: word(7), turnId: word(8) } });
  await user.record({
    ...{ content: word(9), role: 'tool', type: 'toolResult' },
    metadata: { tool: `tool-${word(10)}`, parameters: { path: word(11) }, success: true },
  });
  await user.consolidate();
  const { memory } = await user.memories.add(`My colleague ${word(12)} likes tea.`, { metadata: { why: word(13) } });
  await user.memories.correct(memory.id, { content: `My colleague ${word(14)} likes coffee.` });
  const removed = await user.memories.add(`The old code is ${word(15)}.`);
  await user.memories.forget(removed.memory.id);
  await user.documents.add({ id: `doc-${word(16)}`, content: `All about ${word(17)}, and nothing else.` });
  await user.instructions.apply(`Write short answers about ${word(18)}.`);
  await user.record({ content: `Not consolidated yet: ${word(19)}.` });
  await user.flush();
}

const bytesOf = (inside: string): Buffer =>
  Buffer.concat(readdirSync(inside).map((file) => readFileSync(join(inside, file))));

test('erasing one of fifty users removes every byte of them and nothing of the others', async () => {
  const path = join(folder, 'fifty.db');
  const souvenir = await createSouvenir({
    store: sqliteStore({ path }),
    agents: AGENTS,
    embedder: hashEmbedder(),
    reader: null,
  });
  for (let user = 0; user < 50; user++)
    await fill(souvenir.for({ userId: `user-${planted(user, 99)}` }), (at) => planted(user, at));
  await souvenir.settled();
  const words = Array.from({ length: 50 }, (_, user) => Array.from({ length: 20 }, (_, at) => planted(user, at)));
  const missing = () => {
    const bytes = bytesOf(folder);
    return words.map((each) => each.filter((word) => !bytes.includes(word)).length);
  };
  expect(missing()).toEqual(words.map(() => 0));
  const receipt = await souvenir.erase({ userId: `user-${planted(17, 99)}` });
  expect(missing()).toEqual(words.map((_, user) => (user === 17 ? 20 : 0)));
  expect(receipt.counts).toMatchObject({ episodes: 9 });
  expect(await souvenir.verifyErasure(receipt)).toEqual({
    ...{ isErased: true, isReceiptIntact: true, stored: [], inFiles: [] },
  });
  const secret = { userId: `user-${planted(18, 99)}`, sessionId: 'divorce-Smithson', projectId: 'Smithson-house' };
  await souvenir.for(secret).record({ content: 'We sell it in May.', speaker: 'Grandmaflora' });
  await souvenir.for(secret).consolidate();
  expect(bytesOf(folder).includes('Smithson')).toBe(true);
  await souvenir.erase({ userId: secret.userId, sessionId: secret.sessionId });
  await souvenir.close();
  const bytes = bytesOf(folder);
  for (const name of ['Smithson', 'Grandmaflora', planted(17, 99)]) expect(bytes.includes(name)).toBe(false);
  expect(bytes.includes(planted(18, 99))).toBe(true);
});

test('erasing a name that was never an entity removes every memory with that word, and nothing else', async () => {
  const inside = join(folder, 'named');
  mkdirSync(inside);
  const store = sqliteStore({ path: join(inside, 'named.db') });
  const souvenir = await createSouvenir({ store, agents: AGENTS, embedder: hashEmbedder(), reader: null });
  const user = souvenir.for({ userId: 'ana' });
  await user.instructions.apply('Be brief.');
  await fill(user, () => 'zqplanted');
  await user.settings.set({ tests: [{ query: 'Who is zqplanted?', expected: [] }] });
  const content = `# Water\n\n${'Bees drink. '.repeat(300)}\n\n# People\n\nZqplanted keeps them.`;
  await user.documents.add({ id: 'bees', title: 'Bees', content });
  await user.documents.add({ id: 'hay', content: 'Rabbits eat hay, says zqplanted.' });
  await user.documents.add({ id: 'hay', content: 'Rabbits eat hay.' });
  await user.record({ content: 'I keep rabbits.', speaker: 'Zqplantedson' });
  await user.sessions.end();
  const { memory } = await user.memories.add('The tenant was zqplanted.');
  await user.memories.update(memory.id, { content: 'The tenant was somebody.' });
  await user.record({ content: 'This waits: zqplanted.' });
  await souvenir.settled();
  const preview = await souvenir.erase({ userId: 'ana', entities: ['ZQplanted'], dryRun: true });
  expect(await souvenir.verifyErasure(preview)).toMatchObject({ isErased: false, isReceiptIntact: true });
  const receipt = await souvenir.erase({ userId: 'ana', entities: ['ZQplanted'] });
  expect(receipt).toMatchObject({ memoryIds: preview.memoryIds, episodeIds: preview.episodeIds });
  expect(receipt.counts).toMatchObject(preview.counts);
  expect(await souvenir.verifyErasure(receipt)).toMatchObject({ isErased: true });
  const parts = await store.listMemories(documentOwnerOf(user.scope), { filter: {}, limit: 100 });
  expect(new Set(parts.map(({ provenance }) => provenance.documentId))).toEqual(new Set(['hay']));
  expect((await user.recall('rabbits')).items.map(({ content }) => content)).toContain('Zqplantedson: I keep rabbits.');
  expect(await user.instructions.current()).toBe(undefined);
  expect(await user.instructions.apply('Be brief.')).toMatchObject({ number: 2, text: 'Be brief.' });
  await expect(souvenir.erase({ userId: 'ana', entities: ['.'] })).rejects.toMatchObject({ code: 'invalidInput' });
  await user.settings.set({ tests: [{ query: 'Who is nobody?', expected: [] }] });
  expect((await souvenir.erase({ userId: 'ana', entities: ['nobody'] })).counts).toMatchObject({ memories: 0 });
  expect((await user.settings.get()).tests).toEqual([]);
  await souvenir.close();
  const left = bytesOf(inside).toString('latin1');
  expect(left.match(/zqplanted(?!son)/gi)).toBe(null);
});

/** Every way to read one's memory, as one text. */
async function readAll(souvenir: Souvenir, user: ScopedSouvenir, since: Date, ids: readonly string[]): Promise<string> {
  const asOf = since;
  const statuses = ['active', 'expired', 'decayed', 'archived', 'superseded', 'forgotten'] as const;
  const ask = 'Where do I live, and what am I allergic to: walnuts?';
  const read = await Promise.allSettled([
    user.recall(ask),
    user.recall(ask, { include: ['superseded', 'expired', 'archived', 'decayed'] }),
    user.recall(ask, { asOf }),
    user.recall('', { mode: 'recent' }),
    user.recall('', { mode: 'changed' }),
    user.recall('walnuts', { entities: ['York'] }),
    user.turn(ask, { retrieve: true }),
    user.context(ask),
    user.context(ask, { asOf }),
    user.memories.list({ statuses: [...statuses] }),
    user.memories.list({ statuses: [...statuses], asOf }),
    user.memories.diff({ from: new Date(0), to: new Date('2027-01-01') }),
    ...ids.map((id) => user.memories.get(id)),
    ...ids.map((id) => user.memories.history(id)),
    user.profile.get(),
    user.profile.summary(),
    user.instructions.versions(),
    user.documents.list(),
    user.documents.search('walnuts'),
    user.procedures.tools(),
    user.sessions.list(),
    souvenir.stats({ userId: user.scope.userId }),
  ]);
  return JSON.stringify(read.map((each) => (each.status === 'fulfilled' ? each.value : '')));
}

describe.each(STORES)('erasure, on the %s store', (_, makeStore) => {
  const fresh = freshSouvenir(makeStore);
  beforeEach(() => fresh.open({ reader: sharedReader }));
  const ana = () => fresh.souvenir.for({ userId: 'ana' });
  const tell = async (content: string, sessionId = 'monday', projectId?: string) => {
    const user = fresh.souvenir.for({ userId: 'ana', sessionId, projectId });
    await user.record({ content });
    await user.consolidate();
    fresh.clock.advance(DAY);
  };
  const contents = async () =>
    (await ana().memories.list({ statuses: ['active', 'superseded', 'forgotten'] })).memories.map(
      ({ content }) => content,
    );

  it('of a user leaves nothing readable, and other users unchanged', async () => {
    await tell('My name is Ana and I live in York.');
    await tell('I am allergic to walnuts.');
    const since = fresh.clock.now();
    await tell('I live in Malmö now.');
    const bob = fresh.souvenir.for({ userId: 'bob' });
    await bob.record({ content: 'I am allergic to walnuts.' });
    await bob.consolidate();
    const ids = (await ana().memories.list()).memories.map(({ id }) => id);
    expect(await readAll(fresh.souvenir, ana(), since, ids)).toMatch(/walnuts.*York|York.*walnuts/s);
    const receipt = await fresh.souvenir.erase({ userId: 'ana' });
    expect(await readAll(fresh.souvenir, ana(), since, ids)).not.toMatch(/York|Malmö|allergic to walnuts[^:?]|Ana\b/);
    expect(await readAll(fresh.souvenir, bob, since, [])).toMatch(/walnuts/);
    expect((await fresh.souvenir.verifyErasure(receipt)).isErased).toBe(true);
    await tell('I am allergic to almonds.');
    expect((await contents()).join()).toMatch(/almonds/);
    expect(await fresh.souvenir.verifyErasure(receipt)).toMatchObject({ isErased: true });
    expect(await fresh.souvenir.verifyErasure({ ...receipt, userId: 'bob' })).toMatchObject({
      ...{ isErased: false, isReceiptIntact: false },
    });
  });

  it('of a memory removes its turn, other memories of that turn, and the profile field', async () => {
    await tell('I am allergic to walnuts.');
    await tell('I live in York.', 'tuesday');
    const { memories } = await ana().memories.list();
    const fact = memories.find(({ component, content }) => component === 'durable' && /walnuts/.test(content));
    expect(JSON.stringify(await ana().profile.get())).toMatch(/walnuts/);
    const receipt = await fresh.souvenir.erase({ userId: 'ana', memoryIds: [fact?.id ?? ''] });
    expect(receipt).toMatchObject({ by: ['memoryIds'], counts: { episodes: 1 } });
    expect((await contents()).join()).not.toMatch(/walnuts/);
    await ana().consolidate();
    expect(JSON.stringify([await contents(), await ana().profile.get()])).not.toMatch(/walnuts/);
    expect((await contents()).join()).toMatch(/York/);
  });

  it('of a session, a project or a period removes only their data', async () => {
    await tell('I am allergic to walnuts.', 'monday');
    await tell('I live in York.', 'tuesday');
    const middle = fresh.clock.now();
    await tell('My sister Mia lives in Porto.', 'wednesday', 'family');
    await tell('I work as a nurse.', 'thursday');
    await fresh.souvenir.erase({ userId: 'ana', sessionId: 'monday' });
    expect((await contents()).join()).not.toMatch(/walnuts/);
    expect((await ana().sessions.list()).map(({ sessionId }) => sessionId)).not.toContain('monday');
    await fresh.souvenir.erase({ userId: 'ana', projectId: 'family' });
    expect((await contents()).join()).not.toMatch(/Porto/);
    await fresh.souvenir.erase({ userId: 'ana', before: middle });
    expect((await contents()).join()).not.toMatch(/York/);
    expect((await contents()).join()).toMatch(/nurse/);
  });

  it('extracts again from remaining turns', async () => {
    await tell('I am allergic to walnuts.', 'monday');
    await tell('I am allergic to walnuts.', 'tuesday');
    const facts = async () =>
      (await ana().memories.list({ components: ['durable'] })).memories.filter(({ content }) => /walnuts/.test(content))
        .length;
    expect(await facts()).toBe(1);
    await fresh.souvenir.erase({ userId: 'ana', sessionId: 'monday' });
    expect(await facts()).toBe(0);
    await ana().consolidate();
    expect(await facts()).toBe(1);
  });

  it('of a user includes memories of turns erased earlier', async () => {
    await tell('I am allergic to walnuts.');
    const owner = { tenantId: 'default', userId: 'ana', agentId: 'ada' };
    const turns = await fresh.store.listEpisodes(owner, { limit: 9 });
    await fresh.store.erase(owner, { memoryIds: [], episodeIds: turns.map(({ id }) => id) });
    const { counts } = await fresh.souvenir.erase({ userId: 'ana' });
    expect(counts['memories']).toBeGreaterThan(1);
    expect(await fresh.store.owners()).not.toContainEqual(owner);
  });

  it('counts shown memories and other data separately', async () => {
    await fill(ana(), (at) => planted(60, at));
    const { memories } = await fresh.souvenir.stats({ userId: 'ana' });
    const shown = Object.values(memories).reduce((sum, each) => sum + each, 0);
    const { counts, memoryIds } = await fresh.souvenir.erase({ userId: 'ana' });
    expect(counts['memories']).toBe(shown);
    expect(memoryIds).toHaveLength(shown);
    expect(counts).toMatchObject({ parts: 2, instructions: 1, fields: expect.any(Number) });
    expect(counts).not.toHaveProperty('settings');
  });

  it('counts remaining memories once', async () => {
    const report = (taskType: string, sessionId: string) =>
      fresh.souvenir.for({ userId: 'ana', sessionId }).procedures.report({ taskType, success: true });
    await report('deploy', 'monday');
    await report('deploy', 'tuesday');
    for (let n = 0; n < 3; n++) await report('review', 'tuesday');
    await ana().consolidate();
    await fresh.souvenir.erase({ userId: 'ana', sessionId: 'monday' });
    await ana().consolidate();
    const records = await ana().procedures.records();
    expect(records.map(({ taskType, successes }) => [taskType, successes]).sort()).toEqual([
      ['deploy', 1],
      ['review', 3],
    ]);
  });

  it('includes memories that list only the latest sources', async () => {
    const report = async (sessionId: string, notes?: string) => {
      const user = fresh.souvenir.for({ userId: 'ana', sessionId });
      await user.procedures.report({ taskType: 'deploy', success: false, ...(notes !== undefined && { notes }) });
      await user.consolidate();
      fresh.clock.advance(1000);
    };
    await report('first');
    await report('monday', 'Quillfeather broke it');
    for (let n = 0; n < 25; n++) await report('tuesday');
    await fresh.souvenir.erase({ userId: 'ana', sessionId: 'monday' });
    expect(JSON.stringify(await ana().procedures.records())).not.toMatch(/Quillfeather/);
    expect((await contents()).join()).not.toMatch(/Quillfeather/);
  });

  it('of a session drops only its unwritten turns', async () => {
    const { write } = fresh.store;
    await tell('I live in York.');
    fresh.store.write = (owner, changes, also) =>
      changes.episodes === undefined ? write(owner, changes, also) : Promise.reject(new Error('not now'));
    for (const [sessionId, content] of [
      ['gone', 'I have asthma.'],
      ['kept', 'I work as a nurse.'],
    ] as const)
      await fresh.souvenir.for({ userId: 'ana', sessionId }).record({ content });
    await ana()
      .flush()
      .catch(() => {});
    await fresh.souvenir.erase({ userId: 'ana', sessionId: 'gone' });
    fresh.store.write = write;
    await ana().consolidate();
    expect((await contents()).join()).not.toMatch(/asthma/);
    expect((await contents()).join()).toMatch(/nurse/);
  });

  it('removes notes about erased sessions and memories', async () => {
    const owner = { tenantId: 'default', userId: 'ana', agentId: AGENTS[0]?.id ?? 'default' };
    const ana = fresh.souvenir.for(owner);
    await ana.record({ content: 'I live in York.' });
    await ana.consolidate();
    const notes = ['setbacks', 'cycle'].map((name) => ({ name, value: [{ sessionId: 'default' }] }));
    await fresh.store.write(owner, { notes });
    await fresh.souvenir.erase({ userId: 'ana', sessionId: 'default' });
    for (const { name } of notes) expect(await fresh.store.noteOf(owner, name)).toBeUndefined();
  });

  it('of a session keeps a project of the same name', async () => {
    await tell('I live in York.', 'tuesday', 'work');
    await tell('I am allergic to walnuts.', 'work');
    await fresh.souvenir.erase({ userId: 'ana', sessionId: 'work' });
    const { memories } = await fresh.souvenir.for({ userId: 'ana', projectId: 'work' }).memories.list();
    expect(memories.map(({ projectId }) => projectId)).toEqual(['work', 'work']);
  });

  it.each([
    ['nobody', {}],
    ['everyone', { userId: '*' }],
    ['a misspelt name', { userId: 'ana', sesionId: 'monday' }],
    ['no memories at all', { userId: 'ana', memoryIds: [] }],
  ])('of %s is refused', async (_, selection) => {
    await expect(fresh.souvenir.erase(selection as never)).rejects.toMatchObject({ code: 'invalidInput' });
  });
});
