import { beforeAll, describe, expect, it } from 'vitest';
import { MINUTE, manualClock } from '../../../test/support/manual-clock.ts';
import { createSouvenir, defineAgent, memoryStore } from '../../index.ts';
import { tool } from './tool.ts';
import { matchesPattern, type ToolQuery, toolRecords } from './tool-records.ts';

const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };
const store = memoryStore();

beforeAll(async () => {
  const clock = manualClock();
  const souvenir = await createSouvenir({
    store,
    embedder: null,
    clock,
    agents: defineAgent({ components: [tool()] }),
  });
  const record = async (name: string, parameters: Record<string, string | number>, ...outcomes: boolean[]) => {
    for (const success of outcomes) {
      clock.advance(MINUTE);
      await souvenir.for().record({ type: 'toolResult', content: 'x', metadata: { tool: name, parameters, success } });
    }
  };
  await record('read_file', { path: 'src/a.ts', lines: 10 }, true, true);
  await record('read_file', { path: 'src/b.ts' }, true, false);
  await record('read_file', { path: '/etc/shadow' }, false);
  await record('ping', { path: 'src/a.ts' }, true);
  await souvenir.for().consolidate({ minAgeMs: 0 });
});

const pathsOf = async (query?: ToolQuery) =>
  (await toolRecords(store, OWNER, query)).map(
    ({ tool, parameters }) => `${tool} ${(parameters as { path: string }).path}`,
  );

describe('tool records', () => {
  it('are listed latest first, without summaries', async () => {
    expect(await pathsOf()).toEqual([
      'ping src/a.ts',
      'read_file /etc/shadow',
      'read_file src/b.ts',
      'read_file src/a.ts',
    ]);
  });

  it('have types and success rates', async () => {
    const [record] = await toolRecords(store, OWNER, { parameters: { path: 'src/b.ts' } });
    expect(record).toMatchObject({ calls: 2, successRate: 0.5, lastOutcome: 'failure' });
    expect(record?.lastUsedAt).toEqual(record?.lastFailureAt);
    expect(record?.lastFailureAt).toBeInstanceOf(Date);
  });

  it.each<[ToolQuery, string[]]>([
    [{ tool: 'ping' }, ['ping src/a.ts']],
    [{ tool: 'unknown' }, []],
    [{ tool: 'PING' }, []],
    [{ tool: 'read_file', parameters: { path: 'src/*' } }, ['read_file src/b.ts', 'read_file src/a.ts']],
    [{ parameters: { lines: 10 } }, ['read_file src/a.ts']],
    [{ minSuccessRate: 1 }, ['ping src/a.ts', 'read_file src/a.ts']],
    [{ maxSuccessRate: 0.5 }, ['read_file /etc/shadow', 'read_file src/b.ts']],
    [{ limit: 1 }, ['ping src/a.ts']],
  ])('can be filtered by %j', async (query, expected) => {
    expect(await pathsOf(query)).toEqual(expected);
  });

  it('of another owner are not listed', async () => {
    expect(await toolRecords(store, { ...OWNER, userId: 'ben' })).toEqual([]);
  });

  it('refuse a query with an unknown field', async () => {
    await expect(toolRecords(store, OWNER, { name: 'x' } as ToolQuery)).rejects.toThrow('query');
  });
});

it.each([
  ['abc', 'abc', true],
  ['abc', 'a*', true],
  ['abc', '*c', true],
  ['abc', '*b*', true],
  ['abc', 'a*b*c', true],
  ['abc', '*', true],
  ['', '*', true],
  ['aba', 'ab*ba', false],
  ['abc', 'b*', false],
  ['abc', 'ab', false],
  [4, '4', false],
  [null, null, true],
  [{ a: 1, b: 2 }, { a: 1 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ a: 1 }, {}, true],
  [{ a: { b: 'xyz' } }, { a: { b: 'x*' } }, true],
  [{}, { toString: 'x' }, false],
  [[1, 2, 3], [3, 1], true],
  [[1, 2], [4], false],
  ['a', ['a'], false],
])('%j against the pattern %j: %s', (value, pattern, expected) => {
  expect(matchesPattern(value, pattern)).toBe(expected);
});
