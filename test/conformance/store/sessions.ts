import { expect, test } from 'vitest';
import type { SessionPage, StepPage, Store } from '../../../src/contracts/store.ts';
import { episode, minute, OWNER } from './samples.ts';

export function sessionCases(current: () => Store): void {
  const pending = (query: object = {}) =>
    current().pendingSessions(OWNER, { component: 'durable', until: minute(1000), ...query });
  const advance = (component: string, sessionId: string, from: number, through: number) =>
    current().write(OWNER, { progress: [{ component, sessionId, from, through }] });
  const record = (sessionId: string, ...minutes: number[]) =>
    current().write(OWNER, {
      episodes: minutes.map((n, index) => episode(`${sessionId}-${index}-${n}`, { sessionId, occurredAt: minute(n) })),
    });

  test('are listed with counts, in order of their start', async () => {
    await record('late', 5, 6);
    await record('early', 3, 1);
    await current().write(OWNER, {
      endedSessions: [
        { sessionId: 'early', at: minute(9) },
        { sessionId: 'silent', at: minute(9) },
      ],
    });
    expect(await current().listSessions(OWNER)).toEqual([
      { sessionId: 'early', episodes: 2, firstAt: minute(1), lastAt: minute(3), endedAt: minute(9) },
      { sessionId: 'late', episodes: 2, firstAt: minute(5), lastAt: minute(6) },
      { sessionId: 'silent', episodes: 0, endedAt: minute(9) },
    ]);
  });

  test('are listed in pages, those without a start last', async () => {
    for (const [at, name] of ['d', 'b', 'a'].entries()) await record(name, at + 1);
    await record('c', 2);
    const at = minute(9);
    await current().write(OWNER, { endedSessions: ['silent', 'mute'].map((sessionId) => ({ sessionId, at })) });
    const list = async (page: SessionPage) =>
      (await current().listSessions(OWNER, page)).map(({ sessionId }) => sessionId);
    expect(await list({})).toEqual(['d', 'b', 'c', 'a', 'mute', 'silent']);
    expect(await list({ limit: 2 })).toEqual(['d', 'b']);
    expect(await list({ after: { sessionId: 'b', firstAt: minute(2) }, limit: 2 })).toEqual(['c', 'a']);
    expect(await list({ after: { sessionId: 'a', firstAt: minute(3) } })).toEqual(['mute', 'silent']);
    expect(await list({ after: { sessionId: 'mute' } })).toEqual(['silent']);
    expect(await list({ after: { sessionId: 'bb', firstAt: minute(2) } })).toEqual(['c', 'a', 'mute', 'silent']);
    expect(await list({ seen: {} })).toEqual(['d', 'b', 'c', 'a']);
    expect(await list({ seen: {}, after: { sessionId: 'b', firstAt: minute(2) }, limit: 1 })).toEqual(['c']);
    expect(await list({ sessionId: 'a' })).toEqual(['a']);
    expect(await list({ sessionId: 'unknown' })).toEqual([]);
    expect(await list({ limit: 0 })).toEqual([]);
    expect(
      await current().listSessions(OWNER, { after: { sessionId: 'b', firstAt: minute(2) }, limit: 1 }),
    ).toMatchObject([{ episodes: 1 }]);
  });

  test('list their consolidation steps in pages', async () => {
    for (let from = 0; from < 5; from++) await advance('durable', 's', from, from + 1);
    const throughs = async (page?: StepPage) =>
      (await current().progressSteps(OWNER, page)).map(({ through }) => through);
    const [, second, third, , last] = (await current().progressSteps(OWNER)).map(({ number }) => number);
    if (second === undefined || third === undefined || last === undefined) throw new Error('there are five steps');
    expect(await throughs()).toEqual([1, 2, 3, 4, 5]);
    expect(await throughs({ after: second, limit: 2 })).toEqual([3, 4]);
    expect(await throughs({ isLatestFirst: true, limit: 2 })).toEqual([5, 4]);
    expect(await throughs({ isLatestFirst: true, after: third })).toEqual([2, 1]);
    expect(await throughs({ after: last })).toEqual([]);
  });

  test('list all remaining steps if a session is erased between two pages', async () => {
    for (const sessionId of ['gone', 'kept'])
      for (const from of [0, 1]) await advance('durable', sessionId, from, from + 1);
    const [, last] = await current().progressSteps(OWNER, { limit: 2 });
    await current().erase(OWNER, {
      ...{ memoryIds: [], episodeIds: [], again: [{ component: 'durable', sessionId: 'gone' }] },
    });
    const rest = await current().progressSteps(OWNER, last && { after: last.number });
    expect(rest.map(({ sessionId, through }) => [sessionId, through])).toEqual([
      ['kept', 1],
      ['kept', 2],
    ]);
  });

  test('with new episodes are pending, in order of their start', async () => {
    await record('late', 5, 6);
    await record('early', 1);
    expect(await pending()).toEqual([
      { sessionId: 'early', from: 0, through: 1 },
      { sessionId: 'late', from: 0, through: 2 },
    ]);
    expect(await pending({ sessionId: 'late' })).toEqual([{ sessionId: 'late', from: 0, through: 2 }]);
    expect(await pending({ sessionId: 'unknown' })).toEqual([]);
  });

  test('count episodes up to the first one after `until`', async () => {
    await record('s', 1, 2, 8, 3);
    expect(await pending({ until: minute(5) })).toEqual([{ sessionId: 's', from: 0, through: 2 }]);
    expect(await pending({ until: minute(8) })).toEqual([{ sessionId: 's', from: 0, through: 4 }]);
    expect(await pending({ until: minute(0) })).toEqual([]);
    await advance('durable', 's', 0, 2);
    expect(await pending({ until: minute(5) })).toEqual([]);
    await advance('durable', 's', 2, 3);
    expect(await pending({ until: minute(5) })).toEqual([]);
    expect(await pending({ until: minute(8) })).toEqual([{ sessionId: 's', from: 3, through: 4 }]);
  });

  test('have progress per component', async () => {
    await record('s', 1, 2);
    await advance('durable', 's', 0, 2);
    expect(await pending()).toEqual([]);
    expect(await pending({ component: 'task' })).toEqual([{ sessionId: 's', from: 0, through: 2 }]);
    await record('s', 3);
    expect(await pending()).toEqual([{ sessionId: 's', from: 2, through: 3 }]);
  });

  test('advance only from their current position', async () => {
    await record('s', 1, 2, 3);
    await advance('durable', 's', 0, 2);
    await expect(advance('durable', 's', 0, 3)).rejects.toMatchObject({ code: 'overtaken' });
    await expect(advance('durable', 's', 1, 3)).rejects.toMatchObject({ code: 'overtaken' });
    expect(await pending()).toEqual([{ sessionId: 's', from: 2, through: 3 }]);
  });

  test('keep every step of their progress', async () => {
    const step = (component: string, from: number, through: number) => ({ component, sessionId: 's', from, through });
    await record('s', 1, 2, 3);
    await current().write(OWNER, { at: minute(9), progress: [step('task', 0, 1), step('durable', 0, 2)] });
    const before = Date.now();
    await current().write(OWNER, { progress: [step('durable', 2, 3)] });
    await expect(advance('durable', 's', 2, 3)).rejects.toMatchObject({ code: 'overtaken' });
    await current().write(OWNER, { at: minute(5), progress: [step('task', 1, 3)] });
    const steps = await current().progressSteps(OWNER);
    expect(steps.map(({ number: _, ...taken }) => taken)).toStrictEqual([
      { ...step('task', 0, 1), at: minute(9) },
      { ...step('durable', 0, 2), at: minute(9) },
      { ...step('durable', 2, 3), at: expect.any(Date) },
      { ...step('task', 1, 3), at: minute(5) },
    ]);
    expect(steps[2]?.at.getTime()).toBeGreaterThanOrEqual(before);
  });

  test('advance once if two writers try at once', async () => {
    await record('s', 1, 2);
    const results = await Promise.allSettled([advance('durable', 's', 0, 2), advance('durable', 's', 0, 2)]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  test('can end with or without episodes, and continue', async () => {
    await record('s', 1);
    await current().write(OWNER, {
      endedSessions: [
        { sessionId: 's', at: minute(2) },
        { sessionId: 'silent', at: minute(2) },
      ],
    });
    expect(await pending()).toEqual([{ sessionId: 's', from: 0, through: 1 }]);
    expect((await current().stats(OWNER)).sessions).toBe(1);
    await record('s', 3);
    await record('silent', 4);
    const through = (await pending()).map(({ sessionId, through }) => [sessionId, through]);
    expect(through).toEqual([
      ['s', 2],
      ['silent', 1],
    ]);
  });
}
