import { describe, expect, it } from 'vitest';
import { DAY, manualClock } from '../../../test/support/manual-clock.ts';
import { type Reported, tell } from '../../../test/support/tell.ts';
import {
  createSouvenir,
  defineAgent,
  type EpisodeInput,
  type Llm,
  type MemoryStatus,
  memoryStore,
  type StoredEpisode,
} from '../../index.ts';
import { languages } from '../../languages/languages.ts';
import { type ToolConfigInput, tool } from './tool.ts';

const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };
const NO_MODEL: Llm = () => Promise.reject(new Error('no model was to be asked'));

async function setUp(config?: ToolConfigInput) {
  const clock = manualClock('2026-05-07T09:00:00Z');
  const store = memoryStore();
  const agents = defineAgent({ components: [tool(config)], recall: { threshold: 0, minScoreShare: 0 } });
  const souvenir = await createSouvenir({ store, embedder: null, agents, clock, llm: NO_MODEL });
  const consolidate = async (...episodes: Reported[]) => {
    for (const episode of episodes) await tell(souvenir, episode);
    return souvenir.for().consolidate({ minAgeMs: 0 });
  };
  const list = (...statuses: MemoryStatus[]) =>
    store.listMemories(OWNER, { filter: { statuses: statuses.length === 0 ? ['active'] : statuses }, limit: 100 });
  return { clock, store, souvenir, consolidate, list };
}

const call = (name: string, path: string, metadata: EpisodeInput['metadata'] = {}): EpisodeInput => ({
  ...{ type: 'toolResult', role: 'tool', content: 'output' },
  metadata: { tool: name, parameters: { path }, ...metadata },
});
const failed = (name: string, path: string, error = 'permission denied') => call(name, path, { success: false, error });

describe('a tool record', () => {
  it('is one memory that keeps counting over consolidations', async () => {
    const { clock, consolidate, list } = await setUp();
    const first = await consolidate(call('read_file', 'a.txt', { durationMs: 100, turnId: 't1' }));
    const [before] = await list();
    clock.advance(DAY);
    const second = await consolidate({ ...failed('read_file', 'a.txt'), sessionId: 'later' });
    const [after, ...others] = await list();
    expect(others).toEqual([]);
    expect([first.memoriesCreated, first.memoriesMerged]).toEqual([1, 0]);
    expect([second.memoriesCreated, second.memoriesMerged]).toEqual([0, 1]);
    expect(before).toMatchObject({ type: 'procedural', category: 'success', component: 'tool' });
    expect(after).toMatchObject({
      id: before?.id,
      category: 'failure',
      content:
        'read_file {"path":"a.txt"}: failed 1 of 2 times; last time (2026-05-08) it failed because: permission denied.',
      metadata: {
        ...{ tool: 'read_file', parameters: { path: 'a.txt' }, calls: 2, successes: 1, failures: 1 },
        ...{ meanDurationMs: 100, lastError: 'permission denied', lastOutcome: 'failure' },
        ...{ lastSuccessAt: '2026-05-07T09:00:00.000Z', lastFailureAt: '2026-05-08T09:00:00.000Z' },
      },
      validAt: new Date('2026-05-08T09:00:00Z'),
    });
    expect(after?.provenance.episodeIds).toHaveLength(2);
    expect(after?.provenance.turnIds).toEqual(['t1']);
    expect(after?.confidence).toBeGreaterThan(before?.confidence ?? 1);
    expect(after?.confidenceTrajectory.at(-1)?.confidence).toBe(after?.confidence);
  });

  it('stays the same size for any number of calls', async () => {
    const { consolidate, list } = await setUp();
    for (let round = 0; round < 30; round++) await consolidate(call('ping', 'x', { turnId: `t${round}` }));
    const [memory] = await list();
    expect(memory?.metadata).toMatchObject({ calls: 30 });
    expect(memory?.provenance.episodeIds).toHaveLength(20);
    expect(memory?.provenance.turnIds).toContain('t0');
    expect(memory?.provenance.turnIds).toContain('t29');
    expect(memory?.confidenceTrajectory.length).toBeLessThanOrEqual(20);
  });

  it('is more important for unreliable tools, most with a known reason', async () => {
    const { consolidate, list } = await setUp();
    await consolidate(call('a', 'x'), call('b', 'x'), failed('b', 'x'), call('b', 'x'), failed('c', 'x'));
    const importance = new Map((await list()).map(({ metadata, importance }) => [metadata['tool'], importance]));
    expect(importance.get('c')).toBeGreaterThan(importance.get('b') ?? 1);
    expect(importance.get('b')).toBeGreaterThan(importance.get('a') ?? 1);
  });

  it('is recalled by its topic', async () => {
    const { consolidate, souvenir } = await setUp();
    await consolidate(failed('read_file', 'secrets.txt'), call('send_mail', 'outbox'));
    const { items } = await souvenir.for().recall('what happens when I read secrets.txt with read_file?');
    expect(items[0]?.content).toContain('permission denied');
  });
});

describe('the summary of a tool', () => {
  it('starts with the second set of parameters and counts every call', async () => {
    const { consolidate, list } = await setUp();
    await consolidate(call('get', 'a'), call('get', 'a'), failed('get', 'a', 'timeout after 300 ms'));
    expect((await list()).map(({ category }) => category)).not.toContain('summary');
    await consolidate(failed('get', 'b', 'timeout after 500 ms'), failed('get', 'c', 'not found'));
    await consolidate(call('get', 'd', { durationMs: 40 }));
    const summaries = (await list()).filter(({ category }) => category === 'summary');
    expect(summaries.map(({ content }) => content)).toEqual([
      'get overall: 3 of 6 calls worked (50 %), 40 ms on average. Most common error: timeout after 500 ms.',
    ]);
  });
});

describe('the tool as an entity', () => {
  it('is found by its name', async () => {
    const { consolidate, store, list } = await setUp();
    await consolidate(call('read_file', 'a.txt'));
    const [entity] = await store.matchEntities(OWNER, ['READ_FILE']);
    expect(entity).toMatchObject({ name: 'read_file', type: 'tool' });
    expect((await list())[0]?.entityIds).toEqual([entity?.id]);
  });

  it('keeps earlier data of that name', async () => {
    const { consolidate, store } = await setUp();
    await store.write(OWNER, { entities: [{ id: 'E1', name: 'Slack', type: 'organization' }] });
    await consolidate(call('slack', 'general'));
    expect(await store.matchEntities(OWNER, ['slack'])).toEqual([{ id: 'E1', name: 'Slack', type: 'organization' }]);
  });

  it('does not mix up tools whose names differ in case', async () => {
    const { consolidate, list } = await setUp();
    await consolidate(call('Get', 'a'));
    await consolidate(call('get', 'a'));
    expect((await list()).map(({ metadata }) => metadata['calls'])).toEqual([1, 1]);
  });
});

describe('time and tool records', () => {
  it('fades failures within weeks and successes within months', async () => {
    const { clock, consolidate, list } = await setUp();
    await consolidate(failed('a', 'x'), call('b', 'x'));
    clock.advance(21 * DAY);
    await consolidate();
    expect((await list()).map(({ category }) => category).sort()).toEqual(['failure', 'success']);
    clock.advance(30 * DAY);
    await consolidate();
    expect((await list()).map(({ category }) => category)).toEqual(['success']);
    clock.advance(120 * DAY);
    await consolidate();
    expect(await list()).toEqual([]);
    expect(await list('decayed')).toHaveLength(2);
  });

  it('a repeated call restores the importance', async () => {
    const { clock, consolidate, list } = await setUp();
    await consolidate(failed('a', 'x'));
    clock.advance(20 * DAY);
    await consolidate();
    const [faded] = await list();
    await consolidate(failed('a', 'x'));
    const [again] = await list();
    expect(faded?.importance).toBeLessThan(0.7);
    expect(again?.importance).toBeCloseTo(0.7);
    expect(again?.fadedAt).toBeUndefined();
  });

  it('keeps only the most important records up to the limit', async () => {
    const { consolidate, list } = await setUp({ maxRecords: 2 });
    await consolidate(call('a', 'x'), failed('b', 'x'), call('c', 'x'), failed('d', 'x'));
    expect((await list()).map(({ metadata }) => metadata['tool']).sort()).toEqual(['b', 'd']);
    expect(await list('expired')).toHaveLength(2);
  });
});

describe('a repeated batch of tool calls', () => {
  const stored = (id: string, episode: EpisodeInput): StoredEpisode =>
    ({
      ...OWNER,
      importance: 0.8,
      sessionId: 's',
      position: 1,
      occurredAt: new Date(0),
      ...episode,
      id,
    }) as StoredEpisode;

  it('gives the same record and counts an episode once', async () => {
    const store = memoryStore();
    await store.open();
    const context = { store, clock: manualClock(), tokenizer: { name: 't', count: () => 0 }, languages: languages() };
    const episodes = [stored('1', call('a', 'x')), stored('2', failed('a', 'x')), stored('1', call('a', 'x'))];
    const batch = { owner: OWNER, sessionId: 's', episodes, before: [] };
    const first = await tool().consolidate(batch, context);
    const second = await tool().consolidate(batch, context);
    expect(first.memories?.[0]).toMatchObject({ metadata: { calls: 2 }, episodeIds: ['1', '2'] });
    expect(second.memories?.map(({ content }) => content)).toEqual(first.memories?.map(({ content }) => content));
  });
});

it.each([
  ['a long text', { text: 'password '.repeat(22_000) }],
  ['dashes', { text: '-'.repeat(190_000) }],
  ['many keys', Object.fromEntries(Array.from({ length: 1900 }, (_, at) => [`key ${at}`, 'x'.repeat(50)]))],
  ['a deep nest', JSON.parse(`${'{"a":'.repeat(90)}${JSON.stringify('x'.repeat(9000))}${'}'.repeat(90)}`)],
  ['odd keys', JSON.parse('{"__proto__": {"x": 1}, "constructor": "y", "": "\\u0000"}')],
])('the tool component accepts %s as parameters and stays small', async (_, parameters) => {
  const { consolidate, list } = await setUp();
  const report = await consolidate(call('a', 'x', { parameters }), call('a', 'x', { parameters }));
  expect(report.degraded).toEqual([]);
  const memories = await list();
  expect(memories.map(({ metadata }) => metadata['calls'])).toEqual([2]);
  expect(JSON.stringify(memories[0]).length).toBeLessThan(5000);
});

it('the tool component refuses an unknown setting', () => {
  expect(() => tool({ maxRecord: 3 } as ToolConfigInput)).toThrow(/tool.*maxRecord/);
  expect(() => tool({ maxRecords: 0 })).toThrow('tool.maxRecords');
});
