import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { durable, environmental, episodic, personality, reinforcement, task } from '../../src/components/index.ts';
import { createSouvenir, defaultComponents, defineAgent, type Llm, memoryStore, type Store } from '../../src/index.ts';
import { entitySchema, memorySchema, relationshipSchema } from '../../src/model/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { manualClock } from '../support/manual-clock.ts';

const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };
const identity = 'You are Nova, a calm assistant who helps a small team.';
const ASKED = ['durable', 'task', 'environmental', 'reinforcement', 'personality'];
const components = () => [
  ...[episodic(), durable(), task(), environmental(), reinforcement()],
  personality({ identity, minEpisodes: 1, wordDrift: { min: 0, max: 1 } }),
];

/** Holds something for every component: each takes what it asked for. */
const GOOD = JSON.stringify({
  names: [{ name: 'Ana', type: 'person' }, 'bees'],
  facts: [
    ...['fact', 'decision', 'environment'].map((category) => ({
      ...{ text: `Ana keeps bees, a ${category}.`, category, importance: 0.5, from: [1] },
    })),
    { text: 'smoking the hive', for: 'calm the bees', category: 'worked', from: [1] },
  ],
  relations: [{ from: 'Ana', relation: 'keeps', to: 'Bees', confidence: 0.5 }],
  pairs: [{ older: 1, newer: 2, is: 'replaces' }],
  persona: 'Nova is a calm helper who knows about bees.',
});

const HUGE = 'x'.repeat(5_000);
const junk = fc.oneof(
  fc.constantFrom<unknown>(
    null,
    true,
    -1,
    0,
    7,
    1.5,
    -1e300,
    1e300,
    '',
    '  ',
    '\0',
    HUGE,
    [],
    {},
    [[[[]]]],
    '2026-99-99',
  ),
  fc.constantFrom<unknown>(
    '__proto__',
    'constructor',
    'm1',
    'E1',
    { toString: 1 },
    [null],
    [1, [1]],
    '\ud800',
    'Zoe\u0308',
  ),
  fc.string({ unit: 'binary' }),
  fc.jsonValue({ maxDepth: 3 }),
);
/** Mostly as asked for. */
const mostly = (good: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 5, arbitrary: good }, { weight: 1, arbitrary: junk });
const some = (item: fc.Arbitrary<unknown>) => mostly(fc.array(mostly(item), { maxLength: 4 }));
const record = (fields: Record<string, fc.Arbitrary<unknown>>) => fc.record(fields, { requiredKeys: [] });

const name = mostly(fc.constantFrom('Ana', 'ana', 'Oslo', 'Bees', '__proto__', 'n'.repeat(101), 'toString', ' Ana '));
const share = mostly(fc.double({ min: 0, max: 1, noNaN: true }));
const number = mostly(fc.integer({ min: -2, max: 6 }));
const words = mostly(
  fc.constantFrom('Ana keeps bees.', 'Ana lives in Oslo.', 'Ana moved to Bergen.', 'Ana no longer keeps bees.', HUGE),
);
const category = mostly(
  fc.constantFrom(
    'fact',
    'preference',
    'knowledge',
    'goal',
    'decision',
    'result',
    'context',
    'capability',
    'environment',
    'worked',
    'failed',
  ),
);
const verdict = mostly(fc.constantFrom('same', 'adds', 'replaces', 'unrelated', 'done', 'until', 'partly'));
const answer = record({
  facts: some(
    record({
      ...{ text: words, category, importance: share, from: some(number), for: words, since: words, until: words },
    }),
  ),
  names: some(fc.oneof(name, record({ name, type: name, also: some(name) }))),
  relations: some(record({ from: name, relation: name, to: name, confidence: share })),
  pairs: some(
    record({
      ...{ older: number, newer: number, day: mostly(fc.constantFrom('2026-03-31', '2026', '2019-05')) },
      is: verdict,
    }),
  ),
  persona: mostly(fc.constantFrom('Nova is calm.', 'You must obey.', 'I am Nova.', `Nova ${HUGE}`)),
});

/** What can happen to JSON on its way out of a model. */
const disturbed: readonly ((json: string) => string)[] = [
  (json) => json,
  (json) => `\`\`\`json\n${json}\n\`\`\``,
  (json) => `Certainly [of course]! ${json} {Anything else}?`,
  (json) => `\ufeff${json}\0`,
  (json) => json.replace(/\d+(?:\.\d+)?/g, '1e999'),
  (json) => `{"facts":[],"facts":null,"__proto__":{"importance":9},${json.slice(1)}`,
  (json) => json.replaceAll('"text"', '"__proto__":{"x":1},"constructor":null,"text"'),
  (json) => json.slice(0, -1),
  (json) => json.slice(0, json.length / 2),
  (json) => `${json.slice(0, -1)},}`,
  (json) => json.replaceAll('"', "'").concat('{'),
  (json) => `[[${json}]]`,
  (json) => `<think>${json}</think>${json.toUpperCase()}`,
];
/** What no component can use. */
const unusable: readonly ((json: string) => string)[] = [
  (json) => json.slice(1, -1).replaceAll(/[[\]{}]/g, ''),
  () => '<!doctype html><html><body>502 Bad Gateway</body></html>',
  () => '',
  () => 'null',
  () => '['.repeat(10_000),
];

interface Answer {
  readonly text: string;
  readonly isUnusable: boolean;
}
const by = (ways: readonly ((json: string) => string)[], json: fc.Arbitrary<string>, isUnusable: boolean) =>
  fc.tuple(fc.constantFrom(...ways), json).map(([way, text]): Answer => ({ text: way(text), isUnusable }));
const answers: fc.Arbitrary<Answer> = fc.oneof(
  {
    weight: 7,
    arbitrary: by(
      disturbed,
      answer.map((value) => JSON.stringify(value)),
      false,
    ),
  },
  { weight: 2, arbitrary: by(unusable, fc.constant(GOOD), true) },
  { weight: 1, arbitrary: by(disturbed, fc.string({ unit: 'binary', maxLength: 300 }), false) },
);

const PER_RUN = 10;

/** Answers each session as told; whichever was named last in what a component asks is the one it asks about. */
const answering =
  (given: readonly Answer[]): Llm =>
  async (_, user) => {
    const [asked = ''] = user.split('Your last answer was:');
    const session = Number([...asked.matchAll(/matter (\d+)/g)].at(-1)?.[1]);
    return given[session]?.text ?? GOOD;
  };

async function survives(store: Store, given: readonly Answer[]): Promise<void> {
  const agents = defineAgent({ components: components() });
  const souvenir = await createSouvenir({ store, agents, embedder: null, clock: manualClock() });
  // The last session has no hostile answer.
  for (let session = 0; session <= PER_RUN; session++)
    for (const [at, statement] of ['We talked of Ana in', 'She keeps bees, in'].entries())
      await souvenir.for({ sessionId: `s${session}` }).record({
        ...{ content: `${statement} matter ${session}.`, occurredAt: session * 10 + at + 1 },
      });
  const report = await souvenir.for().consolidate({ llm: answering(given) });
  const pendingOf = async (component: string) =>
    (await store.pendingSessions(owner, { component })).map(({ sessionId }) => sessionId);
  for (const { component, failures } of report.components) {
    const failed = failures.map(({ sessionId }) => sessionId);
    expect(await pendingOf(component)).toEqual(failed);
    expect(failed).not.toContain(`s${PER_RUN}`);
    const expected = given.flatMap(({ isUnusable }, session) => (isUnusable ? [`s${session}`] : []));
    expect(failed).toEqual(ASKED.includes(component) ? expect.arrayContaining(expected) : []);
  }
  await expectSound(store);

  const { components: again } = await souvenir.for().consolidate({ llm: async () => GOOD });
  for (const { component, failures } of again) {
    expect(failures).toEqual([]);
    expect(await pendingOf(component)).toEqual([]);
  }
  await expectSound(store);
  await souvenir.close();
}

/** Every row is whole, and whatever it names is there. */
async function expectSound(store: Store): Promise<void> {
  const limit = 10_000;
  const memories = await store.listMemories(owner, { filter: {}, limit });
  const entities = (await store.listEntities(owner, { limit })).map((entity) => entitySchema.parse(entity));
  const ids = new Set([...memories, ...entities].map(({ id }) => id));
  for (const memory of memories) {
    const { provenance, entityIds, supersededBy, component } = memorySchema.parse(memory);
    const named = [...entityIds, ...(supersededBy === undefined ? [] : [supersededBy])];
    expect(named.filter((id) => !ids.has(id))).toEqual([]);
    expect(await store.getEpisodes(owner, provenance.episodeIds)).toHaveLength(provenance.episodeIds.length);
    expect(provenance.episodeIds.length > 0 || component === 'personality').toBe(true);
  }
  const ties = await store.relationshipsOf(owner, [...ids]);
  for (const tie of ties) relationshipSchema.parse(tie);
  const links = await store.linksOf(owner, [...ids]);
  expect([...ties, ...links].filter(({ fromId, toId }) => !ids.has(fromId) || !ids.has(toId))).toEqual([]);
}

describe('a hostile model', () => {
  it('is asked by every component that asks one', () => {
    const names = defaultComponents({ identity }).map((component) => component.name);
    expect(names).toEqual(expect.arrayContaining(ASKED));
  });

  const surviving = (makeStore: () => Store, parameters: object) =>
    fc.assert(
      fc.asyncProperty(fc.array(answers, { minLength: PER_RUN, maxLength: PER_RUN }), (given) =>
        survives(makeStore(), given),
      ),
      { ...parameters, endOnFailure: true },
    );

  it.each([
    ['memory', memoryStore, 20],
    ['SQLite', () => sqliteStore({ path: ':memory:' }), 3],
  ])('breaks nothing in a %s store, whatever it answers', (_, makeStore, numRuns) =>
    surviving(makeStore, { seed: 20_261_115, numRuns }),
  );

  it('breaks nothing with two thousand answers', { tags: ['long'], timeout: 600_000 }, () =>
    surviving(memoryStore, { numRuns: 2000 / PER_RUN }),
  );
});
