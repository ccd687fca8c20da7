import { describe, expect, test } from 'vitest';
import { keeper } from '../../test/support/keeper.ts';
import { createSouvenir, defineAgent, memoryStore, type ScopedSouvenir } from '../index.ts';
import type { TurnsOptions } from '../souvenir/sessions.ts';

async function monday() {
  const agents = defineAgent({ components: [keeper()] });
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, agents });
  const ana = souvenir.for({ userId: 'ana', sessionId: 'monday' });
  const turns = await ana.recordAll(Array.from({ length: 9 }, (_, at) => ({ content: `Turn number ${at + 1}.` })));
  const idOf = (position: number) => turns[position - 1]?.id as string;
  return { souvenir, ana, idOf };
}

const placesOf = async (ana: ScopedSouvenir, options?: TurnsOptions) => {
  const { turns, hasBefore, hasMore } = await ana.sessions.turns(options);
  return [turns.map(({ position }) => position), hasBefore, hasMore];
};

describe('turns of a session', () => {
  test('are listed in order, in pages', async () => {
    const { ana } = await monday();
    expect(await placesOf(ana)).toEqual([[1, 2, 3, 4, 5, 6, 7, 8, 9], false, false]);
    expect(await placesOf(ana, { limit: 3 })).toEqual([[1, 2, 3], false, true]);
    expect(await placesOf(ana, { after: 3, limit: 6 })).toEqual([[4, 5, 6, 7, 8, 9], true, false]);
    expect(await placesOf(ana, { after: 99 })).toEqual([[], true, false]);
    expect(await placesOf(ana, { sessionId: 'tuesday' })).toEqual([[], false, false]);
  });

  test('are listed in pages that end before their limit where turns are long', async () => {
    const souvenir = await createSouvenir({ store: memoryStore(), embedder: null });
    const ana = souvenir.for({ userId: 'ana', sessionId: 'monday' });
    for (let at = 0; at < 6; at++) await ana.recordAll([{ content: 'x'.repeat(1_000_000) }]);
    expect(await placesOf(ana)).toEqual([[1, 2, 3], false, true]);
    expect(await placesOf(ana, { after: 3 })).toEqual([[4, 5, 6], true, false]);
    const { turns } = await ana.sessions.turns({ after: 4, limit: 1 });
    expect(await placesOf(ana, { around: turns[0]?.id as string, limit: 6 })).toEqual([[4, 5, 6], true, false]);
  });

  test('can be listed around one of them without its session', async () => {
    const { souvenir, idOf } = await monday();
    const ana = souvenir.for({ userId: 'ana' });
    expect(await placesOf(ana, { around: idOf(5), limit: 3 })).toEqual([[4, 5, 6], true, true]);
    expect(await placesOf(ana, { around: idOf(5), limit: 1 })).toEqual([[5], true, true]);
    expect(await placesOf(ana, { around: idOf(2), limit: 5 })).toEqual([[1, 2, 3, 4, 5], false, true]);
    expect(await placesOf(ana, { around: idOf(9), limit: 4 })).toEqual([[8, 9], true, false]);
    expect((await ana.sessions.turns({ around: idOf(5) })).sessionId).toBe('monday');
  });

  test('are omitted if a forgotten memory came from them', async () => {
    const { ana, idOf } = await monday();
    await ana.consolidate();
    const { memories } = await ana.memories.list();
    for (const number of [1, 4]) {
      const memory = memories.find(({ content }) => content === `Turn number ${number}.`);
      await ana.memories.forget(memory?.id as string);
    }
    expect(await placesOf(ana, { around: idOf(5), limit: 3 })).toEqual([[3, 5, 6], true, true]);
    expect(await placesOf(ana, { after: 1, limit: 2 })).toEqual([[2, 3], false, true]);
    await expect(ana.sessions.turns({ around: idOf(4) })).rejects.toMatchObject({ code: 'notFound' });
  });

  test('of another project are hidden', async () => {
    const { souvenir, ana, idOf } = await monday();
    const site = souvenir.for({ userId: 'ana', sessionId: 'monday', projectId: 'site' });
    const turn = await site.record({ content: 'The site is green.' });
    await ana.record({ content: 'Of no project.' });
    expect(await placesOf(site)).toEqual([[10], false, false]);
    expect(await placesOf(site, { around: turn.id })).toEqual([[10], false, false]);
    await expect(site.sessions.turns({ around: idOf(5) })).rejects.toMatchObject({ code: 'notFound' });
    expect(await placesOf(ana, { around: turn.id, limit: 3 })).toEqual([[9, 10, 11], true, false]);
  });

  test.each<[string, (idOf: (position: number) => string) => TurnsOptions]>([
    ['unknown', () => ({ around: 'nobody' })],
    ['of another session', (idOf) => ({ around: idOf(5), sessionId: 'tuesday' })],
  ])('around one that is %s are refused', async (_, options) => {
    const { ana, idOf } = await monday();
    await expect(ana.sessions.turns(options(idOf))).rejects.toMatchObject({ code: 'notFound' });
  });

  test('around one of another user or agent are refused as unknown', async () => {
    const { souvenir, idOf } = await monday();
    const ben = souvenir.for({ userId: 'ben' });
    const [foreign, unknown] = await Promise.allSettled([
      ben.sessions.turns({ around: idOf(5) }),
      ben.sessions.turns({ around: 'nobody' }),
    ]);
    const statement = (outcome: PromiseSettledResult<unknown>) =>
      outcome.status === 'rejected' && String(outcome.reason.message).replace(/"[^"]*"/, 'ID');
    expect(statement(foreign)).toContain('there is no turn ID');
    expect(statement(foreign)).toBe(statement(unknown));
  });

  test('take either around or after', async () => {
    const { ana, idOf } = await monday();
    await expect(ana.sessions.turns({ around: idOf(5), after: 2 })).rejects.toThrow('turns.after');
    await expect(ana.sessions.turns({ limit: 501 })).rejects.toThrow('turns.limit');
  });
});
