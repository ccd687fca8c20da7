import { describe, expect, test } from 'vitest';
import { STORES } from '../../test/support/fresh-souvenir.ts';
import { keeper } from '../../test/support/keeper.ts';
import { manualClock } from '../../test/support/manual-clock.ts';
import { createSouvenir, defineAgent } from '../index.ts';

describe.each(STORES)('a timeline on the %s store', (_, makeStore) => {
  /** Two turns on Monday, consolidated at ten; one of a project on Wednesday, consolidated at noon. */
  async function week() {
    const clock = manualClock();
    clock.set('2026-03-02T09:00:00Z');
    const agents = defineAgent({ components: [keeper()] });
    const souvenir = await createSouvenir({ store: makeStore(), embedder: null, agents, clock });
    const ana = souvenir.for({ userId: 'ana', sessionId: 'monday' });
    await ana.recordAll([{ content: 'The lamp is red.' }, { content: 'The door is blue.' }]);
    clock.set('2026-03-02T10:00:00Z');
    await ana.consolidate();
    clock.set('2026-03-04T11:00:00Z');
    const site = souvenir.for({ userId: 'ana', sessionId: 'wednesday', projectId: 'site' });
    await site.record({ content: 'The site is green.' });
    clock.set('2026-03-04T12:00:00Z');
    await ana.consolidate();
    return { clock, souvenir, ana, site };
  }

  test('tells turns and memories by time, sessions and consolidations', async () => {
    const { ana } = await week();
    const { from, to, buckets, sessions, consolidations } = await ana.timeline({ buckets: 3 });
    expect([from, to]).toEqual([new Date('2026-03-02T09:00:00Z'), new Date('2026-03-04T12:00:00Z')]);
    expect(buckets.map(({ episodes, memoriesCreated }) => [episodes, memoriesCreated])).toEqual([
      [2, 2],
      [0, 0],
      [1, 1],
    ]);
    expect([buckets[0]?.from, buckets[0]?.to, buckets[2]?.to]).toEqual([from, buckets[1]?.from, to]);
    expect(sessions.map(({ sessionId, episodes }) => [sessionId, episodes])).toEqual([
      ['monday', 2],
      ['wednesday', 1],
    ]);
    expect(consolidations).toMatchObject([
      { sessions: ['monday'], components: ['keeper'], created: 2, superseded: 0 },
      { sessions: ['wednesday'], created: 1, to },
    ]);
    const hourly = (await ana.timeline({ buckets: 51 })).buckets;
    expect(hourly.reduce((sum, { memoriesCreated }) => sum + memoriesCreated, 0)).toBe(3);
    expect((await ana.timeline({ from: '2026-03-04' })).consolidations).toHaveLength(1);
    expect((await ana.timeline({ to: '2026-03-03' })).sessions).toHaveLength(1);
    const before = await ana.timeline({ to: '2026-03-01' });
    expect([before.from, before.buckets.length]).toEqual([before.to, 1]);
    await ana.record({ content: 'The roof is grey.' });
    expect((await ana.timeline({ buckets: 1 })).buckets).toMatchObject([{ episodes: 4 }]);
  });

  test('gives the moments between which a consolidation is the difference', async () => {
    const { ana } = await week();
    for (const { from, to, created } of (await ana.timeline()).consolidations)
      expect((await ana.memories.diff({ from, to })).created).toHaveLength(created);
  });

  test('tells what was replaced, and nothing of what is forgotten', async () => {
    const { clock, ana } = await week();
    const { memories } = await ana.memories.list();
    const idOf = (word: string) => memories.find(({ content }) => content.includes(word))?.id as string;
    clock.set('2026-03-05T09:00:00Z');
    await ana.memories.correct(idOf('lamp'), { content: 'The lamp is white.' });
    const last = async () => (await ana.timeline({ from: '2026-03-05', to: '2026-03-06', buckets: 1 })).buckets[0];
    expect(await last()).toMatchObject({ memoriesCreated: 1, memoriesReplaced: 1 });
    await ana.memories.update(idOf('lamp'), { importance: 0.9, confidence: 0.2 }).catch(() => {});
    expect(await last()).toMatchObject({ memoriesReplaced: 1 });
    await ana.memories.forget(idOf('lamp'));
    await ana.memories.forget(idOf('door'));
    expect(await last()).toMatchObject({ memoriesReplaced: 0 });
    const { sessions, buckets } = await ana.timeline({ to: '2026-03-03', buckets: 1 });
    expect(sessions).toEqual([]);
    expect(buckets).toMatchObject([{ episodes: 0, memoriesCreated: 0 }]);
    expect((await ana.timeline()).from).toEqual(new Date('2026-03-04T11:00:00Z'));
  });

  test('of a project tells of no other, and of a stranger nothing', async () => {
    const { souvenir, site, clock } = await week();
    const { sessions, consolidations, from } = await site.timeline();
    expect(sessions.map(({ sessionId }) => sessionId)).toEqual(['wednesday']);
    expect(consolidations).toMatchObject([{ sessions: ['wednesday'], created: 1 }]);
    expect(from).toEqual(new Date('2026-03-04T11:00:00Z'));
    const longer = await site.timeline({ from: '2026-03-02', buckets: 1 });
    expect(longer).toMatchObject({ buckets: [{ episodes: 1, memoriesCreated: 1 }], consolidations: [{ created: 1 }] });
    const now = clock.now();
    expect(await souvenir.for({ userId: 'ben' }).timeline()).toMatchObject({
      ...{ from: now, to: now, buckets: [{ episodes: 0, memoriesCreated: 0 }], sessions: [], consolidations: [] },
    });
  });

  test('refuses what ends before it begins', async () => {
    const { ana } = await week();
    await expect(ana.timeline({ from: '2026-03-05', to: '2026-03-04' })).rejects.toThrow('timeline.from');
  });
});
