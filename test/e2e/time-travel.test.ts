import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, type Memory, memoryStore, type Souvenir, SouvenirError, type Store } from '../../src/index.ts';
import { memoryStatusSchema } from '../../src/model/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { MINUTE, manualClock } from '../support/manual-clock.ts';
import { sharedReader } from '../support/shared-embedder.ts';

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
        souvenir.for().memories.add(content, type === undefined ? {} : { type }),
  ),
  consolidate: text.map((content) => async (souvenir) => {
    await souvenir.for().record({ content, speaker: 'Ana' });
    await souvenir.for().consolidate();
  }),
  reinforce: which.map(
    (at) => (souvenir, ids) => souvenir.for().memories.reinforce(pick(ids, at), { reason: 'explicitConfirmation' }),
  ),
  correct: fc.tuple(which, text).map(
    ([at, content]) =>
      (souvenir, ids) =>
        souvenir.for().memories.correct(pick(ids, at), { content, reason: 'told so' }),
  ),
  update: fc.tuple(which, fc.option(text, { nil: undefined }), fc.double({ min: 0, max: 1, noNaN: true })).map(
    ([at, content, confidence]) =>
      (souvenir, ids) =>
        souvenir.for().memories.update(pick(ids, at), { confidence, ...(content !== undefined && { content }) }),
  ),
  supersede: fc.tuple(which, which).map(
    ([at, by]) =>
      (souvenir, ids) =>
        souvenir.for().memories.supersede(pick(ids, at), { by: pick(ids, by) }),
  ),
  archive: which.map((at) => (souvenir, ids) => souvenir.for().memories.archive(pick(ids, at))),
  forget: which.map((at) => (souvenir, ids) => souvenir.for().memories.forget(pick(ids, at))),
  restore: which.map((at) => (souvenir, ids) => souvenir.for().memories.restore(pick(ids, at))),
  link: fc.tuple(which, which, fc.constantFrom('related', 'derivedFrom', 'supersedes')).map(
    ([from, to, type]) =>
      (souvenir, ids) =>
        souvenir.for().memories.link(pick(ids, from), { to: pick(ids, to), type: type as 'related' }),
  ),
  unlink: fc.tuple(which, which).map(
    ([from, to]) =>
      (souvenir, ids) =>
        souvenir.for().memories.unlink(pick(ids, from), { to: pick(ids, to) }),
  ),
  forgetAll: fc.constant((souvenir) => souvenir.for().memories.forgetAll({ types: ['episodic'] })),
  setting: fc.boolean().map((value) => (souvenir) => souvenir.for().memories.recordSetting('dark', { new: value })),
  workflow: fc.constant((souvenir) => souvenir.for().procedures.learn(['test', 'deploy'])),
  correction: fc.tuple(text, text).map(
    ([original, corrected]) =>
      (souvenir) =>
        souvenir.for().memories.correct({ saying: original }, { content: corrected }),
  ),
  cycle: fc.constant((souvenir) => souvenir.cycle()),
  endSession: fc.constant((souvenir) => souvenir.for().sessions.end()),
  rollback: which.map((at) => (souvenir, _, moments) => souvenir.for().memories.rollback(pick(moments, at))),
  recall: text.map((query) => (souvenir) => souvenir.for().recall(query)),
};
const story = fc.array(fc.tuple(fc.oneof(...Object.values(acts)), fc.constantFrom(1, MINUTE, 60 * MINUTE)), {
  minLength: 3,
  maxLength: 14,
});

const shownOf = ({ id, content, status, validAt, invalidAt, confidence }: Memory) => ({
  ...{ id, content, status, validAt, invalidAt, confidence },
});
const listed = async (souvenir: Souvenir, asOf?: Date) =>
  (
    await souvenir.for().memories.list({ statuses: STATUSES, limit: 1000, ...(asOf !== undefined && { asOf }) })
  ).memories.map(shownOf);
const isTrueAt = ({ validAt, invalidAt }: Pick<Memory, 'validAt' | 'invalidAt'>, at: Date) =>
  (validAt === undefined || validAt <= at) && (invalidAt === undefined || invalidAt > at);
const isSeen = ({ status }: { status: string }) => status !== 'forgotten';

const stores: [string, () => Store, number][] = [
  ['the memory store', memoryStore, 30],
  ['sqlite', () => sqliteStore({ path: ':memory:' }), 25],
];

describe.each(stores)('time travel over any story in %s', (_, makeStore, numRuns) => {
  it('lists changes since a day', async () => {
    const clock = manualClock('2026-03-02T09:00:00Z');
    const souvenir = await createSouvenir({ store: makeStore(), clock, embedder: null });
    await souvenir.for().memories.add('Ana lives in Porto.');
    clock.set('2026-03-06T09:00:00Z');
    const { memory } = await souvenir.for().memories.add('The launch is planned for May.');
    clock.set('2026-03-08T09:00:00Z');
    const { mode, items } = await souvenir.for().recall('What changed since Friday?');
    expect({ mode, ids: items.map(({ id }) => id) }).toEqual({ mode: 'changed', ids: [memory.id] });
    await souvenir.close();
  });

  it('can read every moment and roll back to it', async () => {
    const property = fc.asyncProperty(story, which, async (steps, back) => {
      const clock = manualClock();
      const store = makeStore();
      const souvenir = await createSouvenir({ store, clock, embedder: hashEmbedder(), reader: sharedReader });
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
        for (const { id } of after.filter(isSeen)) {
          const { length } = await souvenir.for().memories.history(id);
          expect(length).toBeGreaterThanOrEqual(lengths.get(id) ?? 1);
          lengths.set(id, length);
        }
        moments.push(clock.now());
        snapshots.push(after);
      }
      const removed = new Set((await listed(souvenir)).filter((each) => !isSeen(each)).map(({ id }) => id));
      for (const [at, moment] of moments.entries()) {
        expect(await listed(souvenir, moment)).toEqual(snapshots[at]);
        const { items } = await souvenir
          .for()
          .recall('Ana Ben Porto backend launch tea', { asOf: moment, threshold: 0 });
        const active = snapshots[at]?.filter(({ id, status }) => status === 'active' && !removed.has(id)) ?? [];
        for (const { id, content } of items) expect(active).toContainEqual(expect.objectContaining({ id, content }));
        if (active.some((each) => isTrueAt(each, moment) && /Ana|Ben|launch/.test(each.content)))
          expect(items.length).toBeGreaterThan(0);
      }
      const target = back % moments.length;
      const retained = new Set<string>();
      for (const id of removed)
        if ((await store.versionsOf(souvenir.for().scope, [id])).at(-1)?.cause.kind !== 'rolledBack') retained.add(id);
      clock.advance(MINUTE);
      const failure = await souvenir
        .for()
        .memories.rollback(moments[target] as Date)
        .catch((error) => error);
      const seen = snapshots[target]?.filter((each) => isSeen(each) && !retained.has(each.id)) ?? [];
      if (failure instanceof Error) expect(snapshots[target]).toEqual([]);
      else expect((await listed(souvenir)).filter(isSeen)).toEqual(seen);
      expect(await listed(souvenir, moments.at(-1))).toEqual(snapshots.at(-1));
      await souvenir.close();
    });
    await fc.assert(property, { numRuns });
  }, 120_000);
});
