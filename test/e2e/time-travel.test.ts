import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  createSouvenir,
  hashEmbedder,
  type Memory,
  memoryStatusSchema,
  memoryStore,
  type Souvenir,
  SouvenirError,
  type Store,
  sqliteStore,
} from '../../src/index.ts';
import { MINUTE, manualClock } from '../support/manual-clock.ts';

const STATUSES = memoryStatusSchema.options;
const NAMES = ['Ana', 'Ben', 'the backend', 'the launch'];
const WORDS = [
  'lives in Porto',
  'lives in Faro',
  'uses Postgres',
  'is planned for May',
  'prefers tea',
  'must be tested',
];
const text = fc.tuple(fc.constantFrom(...NAMES), fc.constantFrom(...WORDS)).map((parts) => `${parts.join(' ')}.`);
const which = fc.nat(20);

type Act = (souvenir: Souvenir, ids: readonly string[], moments: readonly Date[]) => Promise<unknown>;
const pick = <Item>(items: readonly Item[], at: number): Item | string => items[at % items.length] ?? 'unknown';

const acts: Record<string, fc.Arbitrary<Act>> = {
  remember: fc.tuple(text, fc.constantFrom(undefined, 'episodic', 'working')).map(
    ([content, type]) =>
      (souvenir) =>
        souvenir.remember(content, type === undefined ? {} : { type }),
  ),
  consolidate: text.map((content) => async (souvenir) => {
    souvenir.record({ content, speaker: 'Ana' });
    await souvenir.onContextPressure();
  }),
  reinforce: which.map((at) => (souvenir, ids) => souvenir.reinforce(pick(ids, at), 'explicitConfirmation')),
  correct: fc.tuple(which, text).map(
    ([at, content]) =>
      (souvenir, ids) =>
        souvenir.correct(pick(ids, at), content, 'told so'),
  ),
  update: fc.tuple(which, fc.option(text, { nil: undefined }), fc.double({ min: 0, max: 1, noNaN: true })).map(
    ([at, content, confidence]) =>
      (souvenir, ids) =>
        souvenir.update(pick(ids, at), { confidence, ...(content !== undefined && { content }) }),
  ),
  supersede: fc.tuple(which, which).map(
    ([at, by]) =>
      (souvenir, ids) =>
        souvenir.supersede(pick(ids, at), pick(ids, by)),
  ),
  archive: which.map((at) => (souvenir, ids) => souvenir.archive(pick(ids, at))),
  forget: which.map((at) => (souvenir, ids) => souvenir.forget(pick(ids, at))),
  restore: which.map((at) => (souvenir, ids) => souvenir.restore(pick(ids, at))),
  link: fc.tuple(which, which, fc.constantFrom('related', 'derivedFrom', 'supersedes')).map(
    ([from, to, type]) =>
      (souvenir, ids) =>
        souvenir.link(pick(ids, from), pick(ids, to), type as 'related'),
  ),
  unlink: fc.tuple(which, which).map(
    ([from, to]) =>
      (souvenir, ids) =>
        souvenir.unlink(pick(ids, from), pick(ids, to)),
  ),
  forgetAll: fc.constant((souvenir) => souvenir.forgetAll({ types: ['episodic'] })),
  setting: fc.boolean().map((value) => (souvenir) => souvenir.capture.configuration({ key: 'dark', new: value })),
  workflow: fc.constant((souvenir) => souvenir.capture.workflow({ actions: ['test', 'deploy'] })),
  correction: fc.tuple(text, text).map(
    ([original, corrected]) =>
      (souvenir) =>
        souvenir.capture.correction({ original, corrected }),
  ),
  cycle: fc.constant((souvenir) => souvenir.cycle()),
  endSession: fc.constant((souvenir) => souvenir.endSession()),
  rollback: which.map((at) => (souvenir, _, moments) => souvenir.rollback(pick(moments, at))),
  recall: text.map((query) => (souvenir) => souvenir.recall(query)),
};
const story = fc.array(fc.tuple(fc.oneof(...Object.values(acts)), fc.constantFrom(1, MINUTE, 60 * MINUTE)), {
  minLength: 3,
  maxLength: 14,
});

const shownOf = ({ id, content, status, validAt, invalidAt, confidence }: Memory) => ({
  ...{ id, content, status, validAt, invalidAt, confidence },
});
const listed = async (souvenir: Souvenir, asOf?: Date) =>
  (await souvenir.list({ statuses: STATUSES, limit: 1000, ...(asOf !== undefined && { asOf }) })).memories.map(shownOf);
const isTrueAt = ({ validAt, invalidAt }: Pick<Memory, 'validAt' | 'invalidAt'>, at: Date) =>
  (validAt === undefined || validAt <= at) && (invalidAt === undefined || invalidAt > at);
const isSeen = ({ status }: { status: string }) => status !== 'forgotten';

const stores: [string, () => Store, number][] = [
  ['the memory store', memoryStore, 60],
  ['sqlite', () => sqliteStore({ path: ':memory:' }), 25],
];

describe.each(stores)('any story told to %s', (_, makeStore, numRuns) => {
  it('is asked for what changed since a day', async () => {
    const clock = manualClock('2026-03-02T09:00:00Z');
    const souvenir = await createSouvenir({ store: makeStore(), clock, embedder: null });
    await souvenir.remember('Ana lives in Porto.');
    clock.set('2026-03-06T09:00:00Z');
    const { memory } = await souvenir.remember('The launch is planned for May.');
    clock.set('2026-03-08T09:00:00Z');
    const { mode, items } = await souvenir.recall('What changed since Friday?');
    expect({ mode, ids: items.map(({ id }) => id) }).toEqual({ mode: 'changed', ids: [memory.id] });
    await souvenir.close();
  });

  it('can be asked for as it was at every moment of it, and returned to', async () => {
    const property = fc.asyncProperty(story, which, async (steps, back) => {
      const clock = manualClock();
      const souvenir = await createSouvenir({ store: makeStore(), clock, embedder: hashEmbedder() });
      const moments: Date[] = [];
      const snapshots: Awaited<ReturnType<typeof listed>>[] = [];
      const lengths = new Map<string, number>();
      for (const [act, ms] of steps) {
        clock.advance(ms);
        const before = await listed(souvenir);
        const failure = await act(
          souvenir,
          before.map(({ id }) => id),
          moments,
        ).catch((error) => error);
        if (failure instanceof Error) {
          expect(SouvenirError.is(failure), failure.stack).toBe(true);
          expect(await listed(souvenir)).toEqual(before);
        }
        await souvenir.settled();
        const after = await listed(souvenir);
        for (const { id } of after) {
          const { length } = await souvenir.history(id);
          expect(length).toBeGreaterThanOrEqual(lengths.get(id) ?? 1);
          lengths.set(id, length);
        }
        moments.push(clock.now());
        snapshots.push(after);
      }
      for (const [at, moment] of moments.entries()) {
        expect(await listed(souvenir, moment)).toEqual(snapshots[at]);
        const { items } = await souvenir.recall('Ana Ben Porto backend launch tea', { asOf: moment, threshold: 0 });
        const active = snapshots[at]?.filter(({ status }) => status === 'active') ?? [];
        for (const { id, content } of items) expect(active).toContainEqual(expect.objectContaining({ id, content }));
        if (active.some((each) => isTrueAt(each, moment) && /Ana|Ben|launch/.test(each.content)))
          expect(items.length).toBeGreaterThan(0);
      }
      const target = back % moments.length;
      clock.advance(MINUTE);
      const failure = await souvenir.rollback(moments[target] as Date).catch((error) => error);
      const seen = snapshots[target]?.filter(isSeen) ?? [];
      if (failure instanceof Error) expect(snapshots[target]).toEqual([]);
      else expect((await listed(souvenir)).filter(isSeen)).toEqual(seen);
      expect(await listed(souvenir, moments.at(-1))).toEqual(snapshots.at(-1));
      await souvenir.close();
    });
    await fc.assert(property, { numRuns });
  }, 120_000);
});
