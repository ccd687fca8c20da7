import { expect, test } from 'vitest';
import type { Store } from '../../../src/contracts/store.ts';
import type { Episode } from '../../../src/model/episode.ts';
import { episode, memory, minute, OWNER, STRANGERS } from './samples.ts';

const positions = (episodes: readonly { readonly id: string; readonly position: number }[]) =>
  episodes.map(({ id, position }) => [id, position]);

export function episodeCases(current: () => Store): void {
  test('come back with every field', async () => {
    const full: Episode = {
      ...OWNER,
      projectId: 'apollo',
      sessionId: 'monday',
      id: '01JBZ0000000000000000000E1',
      type: 'toolResult',
      content: 'Der Wert ist „größer" 🦊\n\tthan 3',
      role: 'tool',
      speaker: 'Ada',
      importance: 0.123456789,
      occurredAt: new Date(1_700_000_000_123),
      metadata: {
        turnId: 't1',
        tool: 'grep',
        parameters: { a: [1, null, { b: 'ü' }] },
        success: false,
        durationMs: 1.5,
      },
    };
    await current().write(OWNER, { episodes: [full] });
    expect(await current().getEpisodes(OWNER, [full.id])).toStrictEqual([{ ...full, position: 1 }]);
  });

  test('dated after a moment can be moved to it, and keep their positions', async () => {
    const at = (id: string, occurredAt: Date) => episode(id, { occurredAt, sessionId: 's' });
    await current().write(OWNER, { episodes: [at('a', minute(1)), at('b', minute(900)), at('c', minute(3))] });
    await current().write(STRANGERS[0] as typeof OWNER, { episodes: [{ ...at('d', minute(900)), ...STRANGERS[0] }] });
    await current().write(OWNER, { episodesUntil: minute(2) });
    const matches = await current().listEpisodes(OWNER, { sessionId: 's', limit: 9 });
    expect(matches.map(({ id, position, occurredAt }) => [id, position, occurredAt])).toEqual([
      ['a', 1, minute(1)],
      ['b', 2, minute(2)],
      ['c', 3, minute(2)],
    ]);
    const [session] = await current().listSessions(OWNER, { limit: 9 });
    expect([session?.firstAt, session?.lastAt]).toEqual([minute(1), minute(2)]);
    const [other] = await current().listEpisodes(STRANGERS[0] as typeof OWNER, { sessionId: 's', limit: 9 });
    expect(other?.occurredAt).toEqual(minute(900));
  });

  test.for(['userDirective', 'error', 'toolResult', 'decision', 'conversation', 'observation'] as const)(
    'keep the type %s',
    async (type) => {
      await current().write(OWNER, { episodes: [episode('e', { type })] });
      expect((await current().getEpisodes(OWNER, ['e']))[0]?.type).toBe(type);
    },
  );

  test.for(['user', 'assistant', 'system', 'tool'] as const)('keep the role %s', async (role) => {
    await current().write(OWNER, { episodes: [episode('e', { role })] });
    expect((await current().getEpisodes(OWNER, ['e']))[0]?.role).toBe(role);
  });

  test('come back without absent fields', async () => {
    const bare = episode('bare');
    await current().write(OWNER, { episodes: [bare] });
    expect(await current().getEpisodes(OWNER, ['bare'])).toStrictEqual([{ ...bare, position: 1 }]);
  });

  test('are fetched in the requested order, without unknown ids', async () => {
    await current().write(OWNER, { episodes: ['a', 'b', 'c'].map((id) => episode(id)) });
    const matches = await current().getEpisodes(OWNER, ['c', 'missing', 'a']);
    expect(matches.map(({ id }) => id)).toEqual(['c', 'a']);
  });

  test('get positions from 1 in each session, in the order written', async () => {
    await current().write(OWNER, {
      episodes: [
        episode('a1', { sessionId: 'a', occurredAt: minute(9) }),
        episode('b1', { sessionId: 'b' }),
        episode('a2', { sessionId: 'a', occurredAt: minute(1) }),
      ],
    });
    await current().write(OWNER, { episodes: [episode('a3', { sessionId: 'a' }), episode('b2', { sessionId: 'b' })] });
    const list = (sessionId: string) => current().listEpisodes(OWNER, { sessionId, limit: 10 });
    expect(positions(await list('a'))).toEqual([
      ['a1', 1],
      ['a2', 2],
      ['a3', 3],
    ]);
    expect(positions(await list('b'))).toEqual([
      ['b1', 1],
      ['b2', 2],
    ]);
  });

  test('of a session are listed after a position, between two moments, up to a limit', async () => {
    const episodes = [1, 2, 3, 4, 5].map((n) => episode(`e${n}`, { occurredAt: minute(n) }));
    await current().write(OWNER, { episodes });
    const list = async (query: object) =>
      (await current().listEpisodes(OWNER, { sessionId: 'session', limit: 10, ...query })).map(({ id }) => id);
    expect(await list({ afterPosition: 2 })).toEqual(['e3', 'e4', 'e5']);
    expect(await list({ afterPosition: 1, limit: 2 })).toEqual(['e2', 'e3']);
    expect(await list({ since: minute(4) })).toEqual(['e4', 'e5']);
    expect(await list({ since: minute(2), until: minute(3) })).toEqual(['e2', 'e3']);
    expect(await list({ beforePosition: 4 })).toEqual(['e1', 'e2', 'e3']);
    expect(await list({ beforePosition: 4, limit: 2 })).toEqual(['e2', 'e3']);
    expect(await list({ sessionId: 'unknown' })).toEqual([]);
    expect(await list({ limit: 0 })).toEqual([]);
    expect(await list({ beforePosition: 4, limit: 0 })).toEqual([]);
  });

  test('of a project are listed alone, in a session and by time', async () => {
    const episodes = [1, 2, 3, 4].map((n) =>
      episode(`e${n}`, { occurredAt: minute(n), ...(n !== 4 && { projectId: n === 2 ? 'other' : 'apollo' }) }),
    );
    await current().write(OWNER, { episodes });
    const list = async (query: object) =>
      (await current().listEpisodes(OWNER, { projectId: 'apollo', limit: 2, ...query })).map(({ id }) => id);
    expect(await list({ sessionId: 'session' })).toEqual(['e1', 'e3']);
    expect(await list({ sessionId: 'session', beforePosition: 4 })).toEqual(['e1', 'e3']);
    expect(await list({})).toEqual(['e1', 'e3']);
    expect(await list({ projectId: 'unknown' })).toEqual([]);
  });

  test('of all sessions are the latest by time, oldest first', async () => {
    const at = { a: 3, b: 1, c: 4, d: 2 };
    const episodes = Object.entries(at).map(([id, n]) => episode(id, { sessionId: id, occurredAt: minute(n) }));
    await current().write(OWNER, { episodes });
    const list = async (query: object) =>
      (await current().listEpisodes(OWNER, { limit: 10, ...query })).map(({ id }) => id);
    expect(await list({})).toEqual(['b', 'd', 'a', 'c']);
    expect(await list({ limit: 2 })).toEqual(['a', 'c']);
    expect(await list({ since: minute(2), limit: 3 })).toEqual(['d', 'a', 'c']);
    expect(await list({ until: minute(3), limit: 2 })).toEqual(['d', 'a']);
  });

  test('are hidden while a memory from them is forgotten', async () => {
    const from = (...episodeIds: string[]) => ({ provenance: { episodeIds, turnIds: [] } });
    const [forgotten, active] = ['forgotten', 'active'] as const;
    const put = (id: string, status: 'forgotten' | 'active', by?: string) =>
      current().write(OWNER, { updates: [{ id, status, cause: { kind: 'updated', ...(by && { by }) } }] });
    const seen = async () => [
      (await current().listEpisodes(OWNER, { limit: 9 })).map(({ id }) => id),
      (await current().listEpisodes(OWNER, { sessionId: 'session', limit: 9 })).map(({ id }) => id),
      (await current().getEpisodes(OWNER, ['e1', 'e2', 'e3'])).map(({ id }) => id),
    ];
    const all = ['e1', 'e2', 'e3'];
    await current().write(OWNER, {
      episodes: all.map((id, at) => episode(id, { occurredAt: minute(at) })),
      memories: [
        memory('a', from('e1')),
        memory('b', from('e1', 'e2')),
        memory('gone', { ...from('e3'), status: forgotten }),
      ],
    });
    const rest = async (...ids: string[]) => expect(await seen()).toEqual([ids, ids, ids]);
    await rest('e1', 'e2');
    await put('gone', active);
    await rest(...all);
    await put('a', forgotten);
    await put('b', forgotten);
    await rest('e3');
    expect(await current().getEpisodes(OWNER, all, true)).toMatchObject([
      { hiddenBy: 2 },
      { hiddenBy: 1 },
      { id: 'e3' },
    ]);
    const hidden = await current().listEpisodes(OWNER, { sessionId: 'session', limit: 9, withHidden: true });
    expect(hidden.map(({ id, hiddenBy, position }) => [id, hiddenBy, position])).toEqual([
      ['e1', 2, 1],
      ['e2', 1, 2],
      ['e3', undefined, 3],
    ]);
    await put('a', active);
    await rest('e3');
    await current().write(OWNER, { updates: [{ id: 'b', ...from('e3') }] });
    await rest('e1', 'e2');
    await put('b', active);
    await put('b', forgotten, 'a');
    await rest(...all);
    await put('a', forgotten);
    await current().erase(OWNER, { memoryIds: ['a', 'b'], episodeIds: [] });
    await rest(...all);
  });

  test('with an existing id are skipped, and the stored ones stay', async () => {
    const from = { provenance: { episodeIds: ['hidden'], turnIds: [] } };
    await current().write(OWNER, {
      episodes: [episode('held', { occurredAt: minute(5) }), episode('hidden')],
      memories: [memory('gone', { ...from, status: 'forgotten' })],
    });
    const state = async () => [
      await current().getEpisodes(OWNER, ['held', 'hidden'], true),
      await current().listSessions(OWNER),
      await current().stats(OWNER),
    ];
    const before = await state();
    const other = { content: 'other', sessionId: 'another', occurredAt: minute(9) };
    await current().write(OWNER, { episodes: [episode('held', other), episode('hidden', other)] });
    await current().write(OWNER, { episodes: [episode('held'), episode('hidden')] });
    expect(await state()).toEqual(before);
    await current().write(OWNER, {
      episodes: [episode('new'), episode('held'), episode('new', other), episode('next')],
    });
    const now = await current().listEpisodes(OWNER, { sessionId: 'session', limit: 9, withHidden: true });
    expect(positions(now)).toEqual([
      ['held', 1],
      ['hidden', 2],
      ['new', 3],
      ['next', 4],
    ]);
  });

  test('with an id of another owner or an erased one are written', async () => {
    const [stranger = OWNER] = STRANGERS;
    await current().write(stranger, { episodes: [episode('e', stranger)] });
    await current().write(OWNER, { episodes: [episode('e')] });
    expect(await current().getEpisodes(OWNER, ['e'])).toHaveLength(1);
    await current().erase(OWNER, { memoryIds: [], episodeIds: ['e'] });
    await current().write(OWNER, { episodes: [episode('e', { content: 'again' })] });
    expect(await current().getEpisodes(OWNER, ['e'])).toMatchObject([{ content: 'again' }]);
  });
}
