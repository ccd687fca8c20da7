import { describe, expect, it, vi } from 'vitest';
import { durable, episodic } from '../../src/components/index.ts';
import {
  type Component,
  createSouvenir,
  defineAgent,
  memoryStore,
  type ScopeInput,
  type Souvenir,
} from '../../src/index.ts';
import { manualClock } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';

const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };

async function open(components: Component[] = [durable()]) {
  const store = memoryStore();
  const clock = manualClock();
  const agents = defineAgent({ components });
  const souvenir = await createSouvenir({ store, clock, embedder: null, reader: sharedReader, agents });
  const all = () => store.listMemories(OWNER, { filter: {}, limit: 1000 });
  const active = async () => (await all()).filter(({ status }) => status === 'active').map(({ content }) => content);
  /** Also the id of the memory that was wrong. */
  const correct = async (
    saying: string,
    content: string,
    { reason, ...scope }: ScopeInput & { reason?: string } = {},
  ) => {
    const memory = await souvenir.for(scope).memories.correct({ saying }, { content, reason });
    const links = await store.linksOf(OWNER, [memory.id]);
    const replaced = links.filter(({ type, fromId }) => type === 'supersedes' && fromId === memory.id);
    for (const id of memory.corrected) expect(replaced.map(({ toId }) => toId)).toContain(id);
    return { memory, wrongId: memory.corrected.at(0) };
  };
  return { souvenir, correct, store, clock, all, active };
}

/** Two memories that say the same. */
async function twice(souvenir: Souvenir, content: string): Promise<void> {
  await souvenir.for().memories.add(content);
  const { memory } = await souvenir.for().memories.add('Something else entirely.');
  await souvenir.for().memories.update(memory.id, { content });
}

const MASCOT = { original: 'The mascot is a fox.', corrected: 'The mascot is a heron.' };

describe('a correction', () => {
  it('supersedes the wrong memory', async () => {
    const { souvenir, correct, active } = await open();
    const { memory: wrong } = await souvenir.for().memories.add('The billing API uses API keys.');
    await souvenir.for().memories.add('The search API uses API keys.');
    const { memory, wrongId } = await correct('the billing API uses API keys', 'The billing API uses OAuth.', {
      reason: 'said in review',
    });
    expect(wrongId).toBe(wrong.id);
    expect(memory).toMatchObject({ content: 'The billing API uses OAuth.', status: 'active' });
    expect(memory.confidence).toBeCloseTo(wrong.confidence + 0.25 * (1 - wrong.confidence));
    expect(await souvenir.for().memories.get(wrong.id)).toMatchObject({
      status: 'superseded',
      supersededBy: memory.id,
    });
    expect(await active()).toEqual(['The search API uses API keys.', 'The billing API uses OAuth.']);
    const last = (await souvenir.for().memories.history(wrong.id)).at(-1);
    expect(last?.cause).toMatchObject({ kind: 'corrected', reason: 'said in review' });
    expect((await souvenir.for().memories.history(memory.id)).map(({ cause }) => cause.kind)).toEqual(['created']);
  });

  it.each([
    ['I work at the harbour office.', 'I work at a harbour office', 'I work at the town hall.'],
    ['Rosa picks the kids up on Fridays.', 'Rosa picks the kids up on Fridays', 'Ben picks the kids up on Fridays.'],
    ['The wifi password is on the fridge.', 'the wifi password is on the fridge', 'The wifi password is on the door.'],
  ])('reports the corrected memory: %j', async (stored, saying, content) => {
    const { souvenir, correct } = await open();
    const { memory: wrong } = await souvenir.for().memories.add(stored);
    expect((await correct(saying, content)).memory.corrected).toEqual([wrong.id]);
    const { id } = (await souvenir.for().memories.add('The cellar is damp.')).memory;
    const dry = await souvenir.for().memories.correct(id, { content: 'The cellar is dry.' });
    expect(dry.corrected).toEqual([id]);
  });

  it.each([
    ['My bike is red.', 'My boat is green.'],
    ['We meet on Tuesdays.', 'The dentist is Dr. Hale.'],
  ])('reports no correction if no memory says %j', async (saying, content) => {
    const { souvenir, correct, active } = await open();
    await souvenir.for().memories.add('The cellar is damp.');
    expect((await correct(saying, content)).memory.corrected).toEqual([]);
    expect(await active()).toEqual(['The cellar is damp.', content]);
  });

  it.each([undefined, 'Ana'])("finds a component's memory of any session, said by %s", async (speaker) => {
    const { souvenir, correct, active } = await open();
    await souvenir.for({ sessionId: 'first' }).record({ content: 'I live in Bergen.', speaker });
    await souvenir.for().consolidate();
    const { wrongId } = await correct('I live in Bergen', 'I live in Oslo.', { sessionId: 'second' });
    expect(wrongId).toBeDefined();
    expect(await active()).toEqual(['I live in Oslo.']);
  });

  it('corrects the fact and all copies of it before the turn', async () => {
    const { souvenir, correct, active } = await open([episodic(), durable()]);
    await souvenir.for({ sessionId: 's' }).record({ content: 'The mascot is a red fox.' });
    await souvenir.for().consolidate();
    await twice(souvenir, 'The mascot is a red fox.');
    await correct('The mascot is a red fox.', 'The mascot is a grey heron.');
    expect(await active()).toEqual(['The mascot is a red fox.', 'The mascot is a grey heron.']);
    const { memories } = await souvenir.for().memories.list({ components: ['episodic'] });
    expect(memories.map(({ content }) => content)).toEqual(['The mascot is a red fox.']);
  });

  it('corrects a turn of any speaker if no fact says it', async () => {
    const { souvenir, correct, active } = await open([episodic()]);
    await souvenir.for({ sessionId: 's' }).record({ content: 'Lunch is free.', speaker: 'Nora' });
    await souvenir.for().consolidate();
    expect(await active()).toEqual(['Nora: Lunch is free.']);
    await correct('Lunch is free.', 'Lunch is paid for.');
    expect(await active()).toEqual(['Lunch is paid for.']);
  });

  it('needs the words of the memory, not a similar or opposite meaning', async () => {
    const { souvenir, correct } = await open();
    for (const content of ['The office has 12 seats.', 'The office is not open on Mondays.', 'Tea is served at noon.'])
      await souvenir.for().memories.add(content);
    for (const original of [
      'The office has 14 seats.',
      'The office is open on Mondays.',
      'Coffee is drunk at midday.',
    ]) {
      const { wrongId } = await correct(original, `Wrong: ${original}`);
      expect(wrongId, original).toBeUndefined();
    }
  });

  it('is added if no memory says the original', async () => {
    const { correct, active, souvenir } = await open();
    const { memory, wrongId } = await correct('The port is 80.', 'The staging port is 8443.', { projectId: 'p' });
    expect(wrongId).toBeUndefined();
    expect(memory).toMatchObject({ content: 'The staging port is 8443.', projectId: 'p' });
    expect(memory.confidence).toBeGreaterThan((await souvenir.for().memories.add('Tea is at noon.')).memory.confidence);
    expect(memory.provenance.learningContext).toBe('user correction');
    expect(await active()).toEqual(['The staging port is 8443.', 'Tea is at noon.']);
  });

  it('raises the confidence of an existing right memory', async () => {
    const { souvenir, correct, active } = await open();
    const { memory: right } = await souvenir.for().memories.add('The staging server runs Debian.', { confidence: 0.5 });
    const { memory: wrong } = await souvenir.for().memories.add('Someone called Bo wrote the parser.');
    const first = await correct('Nobody said this.', 'The staging server runs Debian.');
    expect(first.memory.id).toBe(right.id);
    expect(first.memory.confidence).toBeGreaterThan(0.5);
    const again = await correct(wrong.content, 'The staging server runs Debian.');
    expect(again).toMatchObject({ memory: { id: right.id }, wrongId: wrong.id });
    expect(await active()).toEqual(['The staging server runs Debian.']);
  });

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
  ])('of %s is atomic', async (_, prepare) => {
    const { souvenir, correct, active, all, store } = await open();
    await prepare(souvenir);
    const before = await all();
    const write = vi.spyOn(store, 'write').mockRejectedValueOnce(new Error('disk full'));
    await expect(correct(MASCOT.original, MASCOT.corrected)).rejects.toThrow('disk full');
    expect(write).toHaveBeenCalledTimes(1);
    expect(await all()).toEqual(before);
    await correct(MASCOT.original, MASCOT.corrected);
    expect(write).toHaveBeenCalledTimes(2);
    expect(await active()).toEqual([MASCOT.corrected]);
  });

  it('raises the confidence once', async () => {
    const { souvenir, correct } = await open();
    const { memory: known } = await souvenir.for().memories.add(MASCOT.corrected, { confidence: 0.5 });
    const { memory } = await correct(MASCOT.original, MASCOT.corrected);
    expect(memory.confidence).toBeCloseTo(known.confidence + 0.25 * (1 - known.confidence));
    expect((await souvenir.for().memories.history(known.id)).map(({ cause }) => cause.reason)).toEqual([
      undefined,
      'userCorrection',
    ]);
  });

  it('is refused if it corrects nothing', async () => {
    const { souvenir, correct } = await open();
    const { memory } = await souvenir.for().memories.add('The mascot is a fox.');
    const same = correct('The mascot is a fox.', ' the mascot  is a FOX. ');
    await expect(same).rejects.toMatchObject({
      code: 'invalidInput',
      message: expect.stringContaining('correct.content'),
    });
    expect(await souvenir.for().memories.get(memory.id)).toEqual(memory);
  });

  it.each([
    ['of a project', { projectId: 'p' }, 'p'],
    ['of another', { projectId: 'q' }, 'q'],
    ['of none', {}, undefined],
  ])('of %s changes nothing else', async (_, scope, project) => {
    const { souvenir, correct, all } = await open();
    for (const projectId of ['p', 'q']) await souvenir.for({ projectId }).memories.add(MASCOT.original);
    await souvenir.for().memories.add(MASCOT.original);
    const { memory } = await correct(MASCOT.original, MASCOT.corrected, scope);
    expect(memory.projectId).toBe(project);
    const superseded = (await all()).filter(({ status }) => status === 'superseded');
    expect(superseded.map(({ projectId }) => projectId)).toEqual([project]);
  });

  it('calls no model while other writes wait', async () => {
    const store = memoryStore();
    const souvenir = await createSouvenir({ store, embedder: null, llm: () => new Promise(() => {}) });
    expect(
      (await souvenir.for().memories.correct({ saying: MASCOT.original }, { content: MASCOT.corrected })).content,
    ).toBe(MASCOT.corrected);
  });

  it('applies once if sent twice at once', async () => {
    const { souvenir, correct, active } = await open();
    await souvenir.for().memories.add('The mascot is a fox.');
    await Promise.all([correct(MASCOT.original, MASCOT.corrected), correct(MASCOT.original, MASCOT.corrected)]);
    expect(await active()).toEqual(['The mascot is a heron.']);
  });
});

describe('a confirmation', () => {
  it('raises the confidence of a recalled memory and stores the query', async () => {
    const { souvenir } = await open();
    const [one, two] = [
      await souvenir.for().memories.add('The mascot is a fox.'),
      await souvenir.for().memories.add('Tea is at noon.'),
    ];
    const ids = [one.memory.id, two.memory.id];
    const confirmed = await souvenir.for().memories.reinforce(ids, { query: 'mascot' });
    expect(confirmed.map(({ id }) => id)).toEqual(ids);
    for (const { confidence } of confirmed) expect(confidence).toBeGreaterThan(one.memory.confidence);
    expect((await souvenir.for().memories.history(one.memory.id)).at(-1)?.cause).toEqual({
      ...{ kind: 'reinforced', reason: 'explicitConfirmation: it answered "mascot"' },
    });
    const [again] = await souvenir.for().memories.reinforce([one.memory.id]);
    expect(again?.confidence).toBeGreaterThan(confirmed[0]?.confidence ?? 1);
  });

  it('is refused for unknown and foreign memories, and then changes nothing', async () => {
    const { souvenir } = await open();
    const { memory } = await souvenir.for().memories.add('The mascot is a fox.');
    await expect(souvenir.for().memories.reinforce([memory.id, 'nobody'])).rejects.toMatchObject({
      code: 'notFound',
    });
    await expect(souvenir.for({ userId: 'other' }).memories.reinforce([memory.id])).rejects.toMatchObject({
      code: 'notFound',
    });
    const { memory: elsewhere } = await souvenir
      .for({ projectId: 'p', sessionId: 's' })
      .memories.add('Tea is at noon.');
    await expect(souvenir.for({ projectId: 'q' }).memories.reinforce([memory.id, elsewhere.id])).rejects.toMatchObject({
      code: 'notFound',
    });
    expect(await souvenir.for().memories.get(elsewhere.id)).toEqual(elsewhere);
    expect(await souvenir.for({ projectId: 'p', sessionId: 't' }).memories.reinforce([elsewhere.id])).toHaveLength(1);
    await expect(souvenir.for().memories.reinforce([])).rejects.toThrow('ids');
    expect((await souvenir.for().memories.get(memory.id))?.confidence).toBe(memory.confidence);
  });
});

it('an edited fact is recalled, and its turn is outdated', async () => {
  const { souvenir } = await open([durable(), episodic()]);
  const ana = souvenir.for();
  await ana.record({ content: 'Mia lives in Rome.' });
  await ana.consolidate();
  const [fact] = (await ana.memories.list({ types: ['semantic'] })).memories;
  await ana.memories.update(fact?.id ?? '', { content: 'Mia lives in Paris.' });
  const { items } = await ana.recall('Where does Mia live?');
  expect(items[0]?.content).toBe('Mia lives in Paris.');
  expect(items[1]).toMatchObject({ content: 'Mia lives in Rome.', outdated: { by: fact?.id } });
});
