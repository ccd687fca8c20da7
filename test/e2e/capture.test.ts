import { describe, expect, it, vi } from 'vitest';
import { durable, episodic } from '../../src/components/index.ts';
import {
  type Action,
  type Component,
  createSouvenir,
  defineAgent,
  type Memory,
  memoryStore,
  type ScopeInput,
  type Setting,
  type Souvenir,
  type Store,
  type WritePolicy,
} from '../../src/index.ts';
import { reinforced } from '../../src/reconcile/reinforced.ts';
import { MINUTE, manualClock } from '../support/manual-clock.ts';
import type { Told } from '../support/tell.ts';

const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };

async function open(writePolicy?: WritePolicy, components: Component[] = [durable()]) {
  const store = memoryStore();
  const clock = manualClock();
  const souvenir = await createSouvenir({
    ...{ store, clock, embedder: null, agents: defineAgent({ components }) },
    ...(writePolicy !== undefined && { writePolicy }),
  });
  const all = () => store.listMemories(OWNER, { filter: {}, limit: 1000 });
  const active = async () => (await all()).filter(({ status }) => status === 'active').map(({ content }) => content);
  const linksOf = ({ id }: Memory) => store.linksOf(OWNER, [id]);
  return { souvenir, capture: capturing(souvenir, store), store, clock, all, active, linksOf };
}

/** The calls for what an application notices, each told with its scope; of a correction also the id of what was wrong. */
function capturing(souvenir: Souvenir, store: Store) {
  return {
    turn: ({ sessionId, ...turn }: Told) => souvenir.for({ sessionId }).recordIfWorthIt(turn),
    async correction({ original, corrected: content, context, ...scope }: Noticed<'original' | 'corrected'>) {
      const { memories } = souvenir.for(scope);
      const memory = await memories.correct({ saying: original }, { content, reason: context });
      const links = await store.linksOf(OWNER, [memory.id]);
      const replaced = links.filter(({ type, fromId }) => type === 'supersedes' && fromId === memory.id);
      return { memory, corrected: replaced.at(0)?.toId };
    },
    configuration: ({ key, old, new: value, ...scope }: Noticed<'key'> & Setting) =>
      souvenir.for(scope).memories.configure(key, { old, new: value }),
    workflow: ({ actions, ...scope }: ScopeInput & { actions: readonly Action[] }) =>
      souvenir.for(scope).procedures.learn(actions),
    confirmation: ({ memoryIds, query, ...scope }: ScopeInput & { memoryIds: string[]; query?: string }) =>
      souvenir.for(scope).memories.reinforce(memoryIds, { query }),
  };
}
type Noticed<Field extends string> = ScopeInput & { readonly [name in Field]: string } & { readonly context?: string };

/** Two memories that say the same. */
async function twice(souvenir: Souvenir, content: string): Promise<void> {
  await souvenir.for().memories.add(content);
  const { memory } = await souvenir.for().memories.add('Something else entirely.');
  await souvenir.for().memories.update(memory.id, { content });
}

/** How many memories are read from now on. */
function rowsRead(store: Store): () => number {
  const read = vi.spyOn(store, 'getMemories').mockClear();
  const listed = vi.spyOn(store, 'listMemories').mockClear();
  return () => {
    expect(listed).not.toHaveBeenCalled();
    return read.mock.calls.reduce((sum, [, ids]) => sum + ids.length, 0);
  };
}

describe('a turn', () => {
  it('is recorded if it may matter, and not otherwise, which it says', async () => {
    const { souvenir, capture, store } = await open();
    const kept = capture.turn({ content: 'I moved to Lisbon in March.', sessionId: 's', role: 'user' });
    expect(kept).toMatchObject({ kept: true, episode: { content: 'I moved to Lisbon in March.', sessionId: 's' } });
    expect(capture.turn({ content: 'thanks!' })).toEqual({ kept: false, why: 'it only greets or thanks' });
    expect(capture.turn({ content: '   ' })).toEqual({ kept: false, why: 'it has no words' });
    expect(capture.turn({ content: 'password=hunter2horse9' })).toEqual({ kept: false, why: 'it holds a secret' });
    expect(capture.turn({ content: 'ok', type: 'decision' })).toMatchObject({ kept: true });
    await souvenir.for().flush();
    expect((await store.stats(OWNER)).episodes).toBe(2);
  });

  it('is judged by the policy that is given', async () => {
    const { capture } = await open(({ content }) => ({ keep: content.includes('!'), why: 'it is loud' }));
    expect(capture.turn({ content: 'Hi!' })).toMatchObject({ kept: true, why: 'it is loud' });
    expect(capture.turn({ content: 'I moved to Lisbon.' })).toEqual({ kept: false, why: 'it is loud' });
  });

  it('is refused if it is malformed, kept or not, and so is a policy', async () => {
    const { capture } = await open();
    expect(() => capture.turn({ content: 'ok', role: 'nobody' as 'user' })).toThrow('turn.role');
    await expect(createSouvenir({ store: memoryStore(), writePolicy: 'all' as never })).rejects.toThrow('writePolicy');
  });
});

describe('a correction', () => {
  it('takes the place of the memory that says what is wrong', async () => {
    const { souvenir, capture, active, clock } = await open();
    const { memory: wrong } = await souvenir.for().memories.add('The billing API uses API keys.');
    await souvenir.for().memories.add('The search API uses API keys.');
    const { memory, corrected } = await capture.correction({
      original: 'the billing API uses API keys',
      corrected: 'The billing API uses OAuth.',
      context: 'said in review',
    });
    expect(corrected).toBe(wrong.id);
    expect(memory).toMatchObject({ content: 'The billing API uses OAuth.', status: 'active' });
    expect(memory.confidence).toBe(reinforced(wrong, 'userCorrection', clock.now()).confidence);
    expect(await souvenir.for().memories.get(wrong.id)).toMatchObject({
      status: 'superseded',
      supersededBy: memory.id,
    });
    expect(await active()).toEqual(['The search API uses API keys.', 'The billing API uses OAuth.']);
    const last = (await souvenir.for().memories.history(wrong.id)).at(-1);
    expect(last?.cause).toMatchObject({ kind: 'corrected', reason: 'said in review' });
    expect((await souvenir.for().memories.history(memory.id)).map(({ cause }) => cause.kind)).toEqual(['created']);
  });

  it('finds what a component learnt, in whatever session, and in other words for the user', async () => {
    const { souvenir, capture, active } = await open();
    souvenir.for({ sessionId: 'first' }).record({ content: 'I live in Bergen.' });
    await souvenir.for().consolidate();
    const { corrected } = await capture.correction({
      ...{ original: 'I live in Bergen', corrected: 'I live in Oslo.', sessionId: 'second' },
    });
    expect(corrected).toBeDefined();
    expect(await active()).toEqual(['I live in Oslo.']);
  });

  it('corrects what lasts rather than what was said, and all that says so', async () => {
    const { souvenir, capture, active } = await open(undefined, [episodic(), durable()]);
    souvenir.for({ sessionId: 's' }).record({ content: 'The mascot is a red fox.' });
    await souvenir.for().consolidate();
    await twice(souvenir, 'The mascot is a red fox.');
    await capture.correction({ original: 'The mascot is a red fox.', corrected: 'The mascot is a grey heron.' });
    expect(await active()).toEqual(['The mascot is a red fox.', 'The mascot is a grey heron.']);
    const { memories } = await souvenir.for().memories.list({ components: ['episodic'] });
    expect(memories.map(({ content }) => content)).toEqual(['The mascot is a red fox.']);
  });

  it('corrects a turn where nothing else says it, whoever spoke', async () => {
    const { souvenir, capture, active } = await open(undefined, [episodic()]);
    souvenir.for({ sessionId: 's' }).record({ content: 'Lunch is free.', speaker: 'Nora' });
    await souvenir.for().consolidate();
    expect(await active()).toEqual(['Nora: Lunch is free.']);
    await capture.correction({ original: 'Lunch is free.', corrected: 'Lunch is paid for.' });
    expect(await active()).toEqual(['Lunch is paid for.']);
  });

  it('does not take what merely means the same or the opposite for what was said', async () => {
    const { souvenir, capture } = await open();
    for (const content of ['The office has 12 seats.', 'The office is not open on Mondays.', 'Tea is served at noon.'])
      await souvenir.for().memories.add(content);
    for (const original of [
      'The office has 14 seats.',
      'The office is open on Mondays.',
      'Coffee is drunk at midday.',
    ]) {
      const { corrected } = await capture.correction({ original, corrected: `Wrong: ${original}` });
      expect(corrected, original).toBeUndefined();
    }
  });

  it('is remembered where nothing says the original', async () => {
    const { capture, active, souvenir } = await open();
    const { memory, corrected } = await capture.correction({
      ...{ original: 'The port is 80.', corrected: 'The staging port is 8443.', projectId: 'p' },
    });
    expect(corrected).toBeUndefined();
    expect(memory).toMatchObject({ content: 'The staging port is 8443.', projectId: 'p' });
    expect(memory.confidence).toBeGreaterThan((await souvenir.for().memories.add('Tea is at noon.')).memory.confidence);
    expect(memory.provenance.learningContext).toBe('user correction');
    expect(await active()).toEqual(['The staging port is 8443.', 'Tea is at noon.']);
  });

  it('makes surer what is known to be right already, and leaves it one memory', async () => {
    const { souvenir, capture, active } = await open();
    const { memory: right } = await souvenir.for().memories.add('The staging server runs Debian.', { confidence: 0.5 });
    const { memory: wrong } = await souvenir.for().memories.add('Someone called Bo wrote the parser.');
    const first = await capture.correction({
      original: 'Nobody said this.',
      corrected: 'The staging server runs Debian.',
    });
    expect(first.memory.id).toBe(right.id);
    expect(first.memory.confidence).toBeGreaterThan(0.5);
    const again = await capture.correction({ original: wrong.content, corrected: 'The staging server runs Debian.' });
    expect(again).toMatchObject({ memory: { id: right.id }, corrected: wrong.id });
    expect(await active()).toEqual(['The staging server runs Debian.']);
  });

  const MASCOT = { original: 'The mascot is a fox.', corrected: 'The mascot is a heron.' };

  it.each<[string, (souvenir: Souvenir) => Promise<unknown>]>([
    ['of several', (souvenir) => twice(souvenir, MASCOT.original)],
    [
      'by what is known',
      async (souvenir) => {
        await twice(souvenir, MASCOT.original);
        const { memory } = await souvenir.for().memories.add('Birds wade.');
        await souvenir.for().memories.update(memory.id, { content: MASCOT.corrected });
      },
    ],
    ['of none', async () => {}],
    ['of none, known to be right', (souvenir) => souvenir.for().memories.add(MASCOT.corrected)],
  ])('%s is one write, or none at all', async (_, prepare) => {
    const { souvenir, capture, active, all, store } = await open();
    await prepare(souvenir);
    const before = await all();
    const write = vi.spyOn(store, 'write').mockRejectedValueOnce(new Error('disk full'));
    await expect(capture.correction(MASCOT)).rejects.toThrow('disk full');
    expect(write).toHaveBeenCalledTimes(1);
    expect(await all()).toEqual(before);
    await capture.correction(MASCOT);
    expect(write).toHaveBeenCalledTimes(2);
    expect(await active()).toEqual([MASCOT.corrected]);
  });

  it('makes surer once', async () => {
    const { souvenir, capture, clock } = await open();
    const { memory: known } = await souvenir.for().memories.add(MASCOT.corrected, { confidence: 0.5 });
    const { memory } = await capture.correction(MASCOT);
    expect(memory.confidence).toBe(reinforced(known, 'userCorrection', clock.now()).confidence);
    expect((await souvenir.for().memories.history(known.id)).map(({ cause }) => cause.reason)).toEqual([
      undefined,
      'userCorrection',
    ]);
  });

  it('is refused if it corrects nothing', async () => {
    const { souvenir, capture } = await open();
    const { memory } = await souvenir.for().memories.add('The mascot is a fox.');
    const same = capture.correction({ original: 'The mascot is a fox.', corrected: ' the mascot  is a FOX. ' });
    await expect(same).rejects.toMatchObject({ code: 'invalidInput', message: expect.stringContaining('corrected') });
    expect(await souvenir.for().memories.get(memory.id)).toEqual(memory);
  });

  it.each([
    ['of a project', { projectId: 'p' }, 'p'],
    ['of another', { projectId: 'q' }, 'q'],
    ['of none', {}, undefined],
  ])('%s touches nothing else', async (_, scope, project) => {
    const { souvenir, capture, all } = await open();
    for (const projectId of ['p', 'q']) await souvenir.for({ projectId }).memories.add(MASCOT.original);
    await souvenir.for().memories.add(MASCOT.original);
    const { memory } = await capture.correction({ ...MASCOT, ...scope });
    expect(memory.projectId).toBe(project);
    const superseded = (await all()).filter(({ status }) => status === 'superseded');
    expect(superseded.map(({ projectId }) => projectId)).toEqual([project]);
  });

  it('asks no model while others wait', async () => {
    const store = memoryStore();
    const souvenir = await createSouvenir({ store, embedder: null, llm: () => new Promise(() => {}) });
    expect((await capturing(souvenir, store).correction(MASCOT)).memory.content).toBe(MASCOT.corrected);
  });

  it('comes through once when told twice at once', async () => {
    const { souvenir, capture, active } = await open();
    await souvenir.for().memories.add('The mascot is a fox.');
    const told = { original: 'The mascot is a fox.', corrected: 'The mascot is a heron.' };
    await Promise.all([capture.correction(told), capture.correction(told)]);
    expect(await active()).toEqual(['The mascot is a heron.']);
  });
});

describe('a change of configuration', () => {
  it('is remembered as what holds now, and takes the place of what held before', async () => {
    const { capture, active, store, clock, linksOf, souvenir } = await open();
    const first = await capture.configuration({ key: 'editor.theme', new: 'light' });
    clock.advance(MINUTE);
    const second = await capture.configuration({ key: 'editor.theme', old: 'light', new: 'dark' });
    await capture.configuration({ key: 'editor.font', old: 'dark', new: 'mono' });
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
    expect(await linksOf(first.memory)).toMatchObject([{ fromId: second.memory.id, type: 'supersedes' }]);
    expect((await souvenir.for().recall('Which theme does the editor have?')).items[0]?.id).toBe(second.memory.id);
  });

  it('only makes surer what is set to the same again, whatever the order of its keys', async () => {
    const { capture, all } = await open();
    const first = await capture.configuration({ key: 'window', new: { width: 3, height: [1, null, true] } });
    const again = await capture.configuration({ key: 'window', old: {}, new: { height: [1, null, true], width: 3 } });
    if (!first.kept || !again.kept) throw new Error('not kept');
    expect(again.memory.id).toBe(first.memory.id);
    expect(again.memory.confidence).toBeGreaterThan(first.memory.confidence);
    expect(await all()).toHaveLength(1);
  });

  it('knows settings that are taken away, and each project has its own', async () => {
    const { capture, active } = await open();
    await capture.configuration({ key: 'proxy', new: 'none', projectId: 'a' });
    await capture.configuration({ key: 'proxy', new: 'none', projectId: 'b' });
    await capture.configuration({ key: 'proxy', old: 'none', projectId: 'a' });
    expect(await active()).toEqual([
      'The setting proxy is "none".',
      'The setting proxy is no longer set (before: "none").',
    ]);
  });

  it('of a project leaves what holds everywhere alone, and the other way round', async () => {
    const { capture, active } = await open();
    await capture.configuration({ key: 'proxy', new: 'here', projectId: 'a' });
    await capture.configuration({ key: 'proxy', new: 'everywhere' });
    expect(await active()).toEqual(['The setting proxy is "here".', 'The setting proxy is "everywhere".']);
  });

  it('is found among those of many projects, and among many others, without reading them all', async () => {
    const { souvenir, capture, active, store } = await open();
    await capture.configuration({ key: 'proxy', new: 'none' });
    for (let at = 0; at < 60; at++) {
      await capture.configuration({ key: 'proxy', new: 'none', projectId: `p${at}` });
      await capture.configuration({ key: `editor.option${at}`, new: at });
    }
    await souvenir.settled();
    const read = rowsRead(store);
    await capture.configuration({ key: 'editor.option7', new: 'other' });
    expect(read()).toBeLessThan(10);
    await capture.configuration({ key: 'proxy', new: 'some' });
    expect((await active()).filter((content) => content.includes('proxy is now'))).toEqual([
      'The setting proxy is now "some" (before: "none").',
    ]);
    expect((await active()).filter((content) => content === 'The setting proxy is "none".')).toHaveLength(60);
  });

  it('that was corrected is not confirmed by the wrong value', async () => {
    const { souvenir, capture } = await open();
    const wrong = await capture.configuration({ key: 'port', new: 80 });
    if (!wrong.kept) throw new Error('not kept');
    const right = await souvenir
      .for()
      .memories.correct(wrong.memory.id, { content: 'The setting port is 8080.', reason: 'a typo' });
    const again = await capture.configuration({ key: 'port', new: 80 });
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
  ])('is not kept if it is a secret: %s', async (key, value, old) => {
    const { capture, all } = await open();
    const told = await capture.configuration({ key, new: value, ...(old !== undefined && { old }) });
    expect(told).toEqual({ kept: false, why: `the setting ${key} looks like a secret` });
    expect(await all()).toEqual([]);
  });

  it.each([
    ['limits.maxTokens', 4096],
    ['security.requireToken', true],
    ['db.password', null],
  ])('is kept if it only sounds like one: %s', async (key, value) => {
    const { capture } = await open();
    expect(await capture.configuration({ key, new: value })).toMatchObject({ kept: true });
  });
});

describe('a workflow', () => {
  it('is remembered as it happened, and becomes a procedure the third time', async () => {
    const { capture, souvenir, clock, linksOf } = await open();
    const patterns: unknown[] = [];
    souvenir.on('patternExtracted', (event) => patterns.push(event));
    const seen: string[] = [];
    for (const last of ['deploy', 'lunch', { name: 'deploy', detail: 'to staging' }]) {
      clock.advance(MINUTE);
      const { memory, procedures } = await capture.workflow({ actions: ['pull', 'run tests', 'commit', last] });
      expect(memory).toMatchObject({ type: 'episodic', category: 'workflow' });
      seen.push(memory.id);
      if (seen.length < 3) expect(procedures).toEqual([]);
      else {
        expect(procedures).toMatchObject([
          { content: 'Usually: pull, then run tests, then commit.', type: 'procedural', category: 'workflow' },
        ]);
        expect(memory.metadata['actions']).toContainEqual({ name: 'deploy', detail: 'to staging' });
        const links = await linksOf(procedures[0] as Memory);
        expect(links.map(({ type, toId }) => [type, toId]).sort()).toEqual(
          seen.map((id) => ['derivedFrom', id]).sort(),
        );
        expect(patterns).toEqual([{ memory: expect.objectContaining({ id: procedures[0]?.id }), sources: seen }]);
      }
    }
  });

  it('is found within one list too, and identical captures count each', async () => {
    const { capture } = await open();
    const once = await capture.workflow({ actions: ['a', 'b', '1', 'a', 'b', '2', 'a', 'b'] });
    expect(once.procedures.map(({ content }) => content)).toEqual(['Usually: a, then b.']);
    const other = await open();
    for (const often of [0, 0, 1]) {
      const { procedures } = await other.capture.workflow({ actions: ['x', 'y'] });
      expect(procedures).toHaveLength(often);
    }
  });

  it('makes its procedure surer when it is seen again, instead of a second one', async () => {
    const { capture, all } = await open();
    const told = [];
    for (let time = 0; time < 5; time++) told.push(await capture.workflow({ actions: ['a', 'b', 'c'] }));
    const sure = told.slice(2).map(({ procedures }) => procedures[0]?.confidence ?? 0);
    expect(sure[1]).toBeGreaterThan(sure[0] ?? 1);
    expect(sure[2]).toBeGreaterThan(sure[1] ?? 1);
    await capture.workflow({ actions: ['other', 'things'] });
    const procedures = (await all()).filter(({ type }) => type === 'procedural');
    expect(procedures).toMatchObject([{ confidence: sure[2], metadata: { occurrences: 5 } }]);
  });

  it('lets a longer sequence take the place of its part', async () => {
    const { capture, active } = await open();
    const usual = async () => (await active()).filter((content) => content.startsWith('Usually'));
    for (const more of [['c'], ['c'], ['x']]) await capture.workflow({ actions: ['a', 'b', ...more] });
    expect(await usual()).toEqual(['Usually: a, then b.']);
    await capture.workflow({ actions: ['a', 'b', 'c'] });
    expect(await usual()).toEqual(['Usually: a, then b, then c.']);
  });

  it('learns nothing again that somebody put away', async () => {
    const { capture, souvenir, active } = await open();
    for (let time = 0; time < 3; time++) await capture.workflow({ actions: ['a', 'b'] });
    const { memories } = await souvenir.for().memories.list({ types: ['procedural'] });
    await souvenir.for().memories.forget(memories[0]?.id ?? '');
    await capture.workflow({ actions: ['a', 'b'] });
    expect((await active()).filter((content) => content.startsWith('Usually'))).toEqual([]);
  });

  it('reads only the latest, and is done in a moment', async () => {
    const { capture, store, clock } = await open();
    const { memory } = await capture.workflow({ actions: ['a', 'b'] });
    const rows = (count: number, length: number, from: string) =>
      Array.from({ length: count }, (_, at): Memory => {
        const validAt = new Date(clock.now().getTime() + at);
        const actions = Array.from({ length }, (_, step) => ({ name: `${(at * 7919 + step * step * 31) % 97}` }));
        return { ...memory, id: `${from}${at}`, validAt, createdAt: validAt, metadata: { actions } };
      });
    await store.write(OWNER, { memories: rows(400, 200, 'long') });
    clock.advance(MINUTE);
    const read = rowsRead(store);
    await capture.workflow({ actions: Array.from({ length: 200 }, (_, step) => `${step % 97}`) });
    expect(read()).toBeLessThan(120);
    clock.advance(MINUTE);
    await store.write(OWNER, { memories: rows(900, 1, 'short') });
    const again = rowsRead(store);
    await capture.workflow({ actions: ['x', 'y'] });
    expect(again()).toBeGreaterThan(290);
    expect(again()).toBeLessThanOrEqual(350);
  });

  it('of a project and of none are learnt apart', async () => {
    const { capture } = await open();
    for (const projectId of ['p', 'q', 'p', 'q']) await capture.workflow({ actions: ['a', 'b'], projectId });
    expect((await capture.workflow({ actions: ['a', 'b'] })).procedures).toEqual([]);
    const { procedures } = await capture.workflow({ actions: ['a', 'b'], projectId: 'p' });
    expect(procedures.map(({ projectId }) => projectId)).toEqual(['p']);
  });

  it('is refused if it is too long to compare', async () => {
    const { capture } = await open();
    const actions = Array.from({ length: 201 }, (_, at) => `${at}`);
    await expect(capture.workflow({ actions })).rejects.toThrow('workflow.actions');
    expect((await capture.workflow({ actions: actions.slice(1) })).memory.status).toBe('active');
  });

  it('hides secrets, and is refused without actions', async () => {
    const { capture } = await open();
    const { memory } = await capture.workflow({
      actions: ['login --password hunter2', { name: 'go', detail: 'token=abc123' }],
    });
    expect(JSON.stringify(memory)).not.toMatch(/hunter2|abc123/);
    await expect(capture.workflow({ actions: [] })).rejects.toThrow('workflow.actions');
  });

  it('of one owner is none of another’s', async () => {
    const { capture } = await open();
    for (const userId of ['u', 'v', 'u', 'v']) {
      const { procedures } = await capture.workflow({ actions: ['a', 'b'], userId });
      expect(procedures).toEqual([]);
    }
  });
});

describe('a confirmation', () => {
  it('makes surer what was found, and says by which query', async () => {
    const { souvenir, capture } = await open();
    const [one, two] = [
      await souvenir.for().memories.add('The mascot is a fox.'),
      await souvenir.for().memories.add('Tea is at noon.'),
    ];
    const ids = [one.memory.id, two.memory.id];
    const confirmed = await capture.confirmation({ memoryIds: ids, query: 'mascot' });
    expect(confirmed.map(({ id }) => id)).toEqual(ids);
    for (const { confidence } of confirmed) expect(confidence).toBeGreaterThan(one.memory.confidence);
    expect((await souvenir.for().memories.history(one.memory.id)).at(-1)?.cause).toEqual({
      ...{ kind: 'reinforced', reason: 'explicitConfirmation: it answered "mascot"' },
    });
    const [again] = await capture.confirmation({ memoryIds: [one.memory.id] });
    expect(again?.confidence).toBeGreaterThan(confirmed[0]?.confidence ?? 1);
  });

  it('is refused for what is unknown or another’s, and then nothing changes', async () => {
    const { souvenir, capture } = await open();
    const { memory } = await souvenir.for().memories.add('The mascot is a fox.');
    await expect(capture.confirmation({ memoryIds: [memory.id, 'nobody'] })).rejects.toMatchObject({
      code: 'notFound',
    });
    await expect(capture.confirmation({ memoryIds: [memory.id], userId: 'other' })).rejects.toMatchObject({
      code: 'notFound',
    });
    const { memory: elsewhere } = await souvenir
      .for({ projectId: 'p', sessionId: 's' })
      .memories.add('Tea is at noon.');
    await expect(capture.confirmation({ memoryIds: [memory.id, elsewhere.id], projectId: 'q' })).rejects.toMatchObject({
      code: 'notFound',
    });
    expect(await souvenir.for().memories.get(elsewhere.id)).toEqual(elsewhere);
    expect(await capture.confirmation({ memoryIds: [elsewhere.id], projectId: 'p', sessionId: 't' })).toHaveLength(1);
    await expect(capture.confirmation({ memoryIds: [] })).rejects.toThrow('ids');
    expect((await souvenir.for().memories.get(memory.id))?.confidence).toBe(memory.confidence);
  });
});
