import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Changes, Store } from '../../../src/contracts/store.ts';
import type { Memory, MemoryUpdate } from '../../../src/model/memory.ts';
import { salienceWeightsSchema } from '../../../src/model/salience.ts';
import { embedded, ids, type MakeStore, memory, minute, OWNER, vector } from './samples.ts';

const WORDS = ['alpha', 'beta', 'gamma'];
const IDS = Array.from({ length: 6 }, (_, n) => `m${n}`);
const WEIGHTS = salienceWeightsSchema.parse({});

type Step =
  | { readonly kind: 'create'; readonly id: string; readonly content: string }
  | { readonly kind: 'update'; readonly updates: readonly MemoryUpdate[] }
  | { readonly kind: 'embed'; readonly id: string; readonly angle: number }
  | { readonly kind: 'access'; readonly id: string }
  | { readonly kind: 'measure' };

const id = fc.constantFrom(...IDS);
const word = fc.constantFrom(...WORDS);
const moment = fc.option(fc.integer({ min: -20, max: 20 }).map(minute), { nil: null });
const change: fc.Arbitrary<MemoryUpdate> = fc.oneof(
  fc.record({ id, content: word }),
  fc.record({ id, status: fc.constantFrom('active' as const, 'archived' as const, 'forgotten' as const) }),
  fc.record({ id, content: word, status: fc.constantFrom('active' as const, 'forgotten' as const) }),
  fc.record({ id, validAt: moment, invalidAt: moment }),
  fc.record({ id, confidence: fc.constantFrom(0.1, 0.5, 0.9) }),
  fc.record({ id, status: fc.constant('superseded' as const), supersededBy: fc.option(id, { nil: null }) }),
  fc.record({ id, importance: fc.constantFrom(0.2, 0.7) }),
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('create' as const), id, content: word }) },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('update' as const),
      updates: fc.array(change, { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('embed' as const), id, angle: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('access' as const), id }) },
  { weight: 1, arbitrary: fc.constant({ kind: 'measure' as const }) },
);

const shown = ({ id, content, status, validAt, invalidAt, confidence, supersededBy }: Memory) => ({
  ...{ id, content, status, validAt, invalidAt, confidence, supersededBy },
});
type Snapshot = readonly ReturnType<typeof shown>[];

const secondsAfter = (count: number) => new Date(minute(0).getTime() + 1000 * count);
const isFindable = ({ status }: Snapshot[number]) => status !== 'forgotten';
const everything = async (store: Store, asOf?: Date): Promise<Snapshot> =>
  (await store.listMemories(OWNER, { filter: asOf ? { asOf } : {}, limit: 100 })).map(shown);

/** By memory and content: the angle of the vector. A content keeps it, whether it is said any more or not. */
type Angles = Map<string, number>;
const saying = ({ id, content }: { readonly id: string; readonly content: string }) => `${id} ${content}`;

function changesOf(step: Step, at: Date, before: Snapshot, angles: Angles): Changes {
  if (step.kind === 'update') return { at, updates: step.updates };
  if (step.kind === 'measure')
    return { salience: { salienceAt: at, weights: WEIGHTS, memoryIds: before.map(({ id }) => id) } };
  if (step.kind === 'access') return { accesses: { memoryIds: [step.id], at } };
  const known = before.find(({ id }) => id === step.id);
  if (step.kind === 'create') {
    return known ? {} : { memories: [memory(step.id, { content: step.content, createdAt: at })] };
  }
  if (known && isFindable(known)) angles.set(saying(known), step.angle);
  return { vectors: [embedded(step.id, vector(Math.cos(step.angle), Math.sin(step.angle)))] };
}

async function compare(store: Store, asOf: Date, snapshot: Snapshot, angles: Angles): Promise<void> {
  expect(await everything(store, asOf)).toEqual(snapshot);
  const picked = (await store.getMemories(OWNER, IDS, asOf)).map(shown);
  expect(picked).toEqual(IDS.flatMap((id) => snapshot.find((each) => each.id === id) ?? []));
  const forgotten = new Set((await everything(store)).filter((each) => !isFindable(each)).map(({ id }) => id));
  const findable = snapshot.filter((each) => isFindable(each) && !forgotten.has(each.id));
  for (const term of WORDS) {
    const hits = await store.searchText(OWNER, { terms: [term], filter: { asOf }, limit: 50 });
    expect(ids(hits).sort()).toEqual(findable.flatMap(({ id, content }) => (content === term ? [id] : [])).sort());
  }
  const query = { embedderId: 'embedder', vector: vector(1, 0), limit: 50 };
  const near = await store.searchVector(OWNER, { ...query, filter: { asOf } });
  const expected = findable.filter((each) => angles.has(saying(each)));
  expect(ids(near).sort()).toEqual(expected.map(({ id }) => id).sort());
  for (const { memoryId, score } of near) {
    const angle = angles.get(saying(expected.find(({ id }) => id === memoryId) as Snapshot[number])) ?? Number.NaN;
    expect(score).toBeCloseTo(Math.cos(angle), 3);
  }
}

export function versionModelCases(makeStore: MakeStore): void {
  const staysAsItWas = async (numRuns: number) => {
    const steps = fc.array(fc.tuple(step, fc.nat(2)), { minLength: 1, maxLength: 25 });
    const property = fc.asyncProperty(steps, async (steps) => {
      const store = await makeStore();
      await store.open();
      const snapshots = new Map<number, Snapshot>();
      const lengths = new Map<string, number>();
      const angles: Angles = new Map();
      let now = 0;
      try {
        for (const [next, pause] of steps) {
          now += pause;
          await store.write(OWNER, changesOf(next, secondsAfter(now), await everything(store), angles));
          snapshots.set(now, await everything(store));
          for (const id of IDS) {
            const versions = await store.versionsOf(OWNER, [id]);
            expect(versions.map(({ number }) => number)).toEqual(versions.map((_, index) => index + 1));
            expect(versions.length).toBeGreaterThanOrEqual(lengths.get(id) ?? 0);
            lengths.set(id, versions.length);
          }
        }
        let last: Snapshot = [];
        for (let at = -1; at <= now + 1; at++) {
          last = snapshots.get(at) ?? last;
          await compare(store, secondsAfter(at), last, angles);
        }
      } finally {
        await store.close();
      }
    });
    await fc.assert(property, { numRuns });
  };
  test('a past moment never changes', () => staysAsItWas(10));
  test('a past moment never changes in many random histories', { tags: ['long'] }, () => staysAsItWas(200));
}
