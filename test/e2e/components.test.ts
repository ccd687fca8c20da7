import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { procedures } from '../../src/components/index.ts';
import {
  type ConsolidationReport,
  createSouvenir,
  defineAgent,
  type EpisodeInput,
  type Guardrail,
  type RecallOptions,
  type Souvenir,
} from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { DAY, MINUTE, manualClock } from '../support/manual-clock.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const IDENTITY = 'You are Nova, a calm assistant.';
const PREFERENCE = 'Do I prefer tabs or spaces?';
const BRIEF = ['Please keep it shorter.', 'Your answers are too long.', 'Could you be more concise?'];

const deploy = (content: string, metadata: EpisodeInput['metadata']): EpisodeInput => ({
  ...{ type: 'toolResult', role: 'tool', content },
  metadata: { tool: 'deploy', parameters: { target: 'staging' }, ...metadata },
});

describe('the default agent over weeks, on SQLite with the default embedder', () => {
  let souvenir: Souvenir;
  let reports: Record<string, ConsolidationReport>;
  const clock = manualClock();
  const guide = defineAgent({
    ...{ id: 'guide', parent: 'default' },
    components: [procedures({ playbooks: { code_review: 'Run the tests first.', release: 'Tag it.' } })],
  });

  const live = async (sessionId: string, ...turns: (string | EpisodeInput)[]) => {
    for (const turn of turns) {
      await souvenir.for({ sessionId }).record({ ...(typeof turn === 'string' ? { content: turn } : turn) });
      clock.advance(MINUTE);
    }
    const report = await souvenir.for({ sessionId }).sessions.end();
    clock.advance(DAY);
    return report;
  };
  const recalled = async (query: string, options: RecallOptions = {}) =>
    (await souvenir.for().recall(query, { touch: false, ...options })).items;
  const contents = async (query: string, options: RecallOptions = {}) =>
    (await recalled(query, options)).map(({ content }) => content);

  const path = join(temporaryFolder(), 'components.db');

  beforeAll(async () => {
    const store = sqliteStore({ path });
    souvenir = await createSouvenir({
      store,
      clock,
      embedder: sharedEmbedder,
      reader: sharedReader,
      agents: [defineAgent({ identity: IDENTITY }), guide],
    });
    reports = {
      stated: await live('stated', 'I prefer tabs over spaces.', 'We have a dog called Rex who sleeps under the desk.'),
      tools: await live(
        'tools',
        deploy('connection refused', { success: false, error: 'connection refused' }),
        deploy('deployed', { success: true, durationMs: 900 }),
      ),
      changed: await live('changed', 'I prefer spaces over tabs now.'),
    };
  });
  afterAll(() => souvenir.close());

  it('recalls the current preference, and the old one only on request', async () => {
    expect(reports['changed']).toMatchObject({ memoriesSuperseded: 1 });
    expect((await contents(PREFERENCE))[0]).toContain('spaces over tabs');
    const facts = { components: ['durable'], categories: ['preference'] };
    expect(await contents(PREFERENCE, facts)).toEqual(['I prefer spaces over tabs now.']);
    expect(await contents(PREFERENCE, { ...facts, include: ['superseded'] })).toEqual([
      'I prefer spaces over tabs now.',
      'I prefer tabs over spaces.',
    ]);
    expect(await contents(PREFERENCE, { ...facts, asOf: '2026-03-02T12:00:00Z' })).toEqual([
      'I prefer tabs over spaces.',
    ]);
  });

  it.each([
    [PREFERENCE, 0.6],
    ['What did I prefer before, tabs or spaces?', 1],
  ])('weighs the turn of the old preference by %d for %j', async (query, expected) => {
    const turns = await recalled(query, { components: ['episodic', 'durable'], threshold: 0, minScoreShare: 0 });
    const statement = turns.find(
      ({ content, component }) => component === 'episodic' && content.includes('tabs over spaces'),
    );
    expect(statement?.breakdown.adjustments.current).toBeCloseTo(expected, 2);
    const by = statement?.outdated?.by ?? '';
    const now = turns.find(({ id, alsoIn = [] }) => [id, ...alsoIn.map((each) => each.id)].includes(by));
    expect(now?.content).toMatch(/prefer spaces/);
    expect(statement?.outdated?.since).toEqual(now?.validAt);
  });

  it('recalls how a tool performed', async () => {
    const [record, ...more] = await souvenir
      .for()
      .procedures.tools({ tool: 'deploy', parameters: { target: 'stag*' } });
    expect(more).toEqual([]);
    expect(record).toMatchObject({
      ...{ calls: 2, successes: 1, failures: 1, successRate: 0.5, meanDurationMs: 900 },
      ...{ lastOutcome: 'success', lastError: 'connection refused' },
    });
    expect(await souvenir.for().procedures.tools({ minSuccessRate: 0.6 })).toEqual([]);
    expect(await souvenir.for({ userId: 'eve' }).procedures.tools({})).toEqual([]);
    const [first] = await recalled('deploy to staging');
    expect(first).toMatchObject({ component: 'tool', id: record?.memoryId });
  });

  it('keeps a goal until its session ends', async () => {
    const goals = { components: ['task'], categories: ['goal'] };
    await souvenir
      .for({ sessionId: 'work' })
      .record({ content: 'Please fix the flaky login test in src/login.test.ts.' });
    await souvenir.for().consolidate({ minAgeMs: 0 });
    const goal = [expect.stringContaining('fix the flaky login test')];
    expect(await contents('fix the login test', goals)).toEqual(goal);
    expect(await live('work')).toMatchObject({ memoriesExpired: 1 });
    expect(await contents('fix the login test', goals)).toEqual([]);
    expect(await contents('fix the login test', { ...goals, include: ['expired'] })).toEqual(goal);
  });

  it('keeps the track record of tasks', async () => {
    await souvenir.for().procedures.report({ taskType: 'code review', success: true, notes: 'small diffs' });
    clock.advance(MINUTE);
    await souvenir.for().procedures.report({ taskType: 'Code Review', success: false, notes: 'nobody ran the tests' });
    await souvenir.for().sessions.end();
    const [record, ...more] = await souvenir.for().procedures.records('code review');
    expect(more).toEqual([]);
    expect(record).toMatchObject({ attempts: 2, successRate: 0.5, lastOutcome: 'failure' });
    expect(await souvenir.for().procedures.records()).toEqual([record]);
    expect(await souvenir.for().procedures.records('release')).toEqual([]);
    expect((await contents('how do code reviews go?', { components: ['procedures'], threshold: 0 }))[0]).toContain(
      '1 of 2 attempts succeeded',
    );
  });

  it('finds the playbooks of the agent that has them', async () => {
    expect(await souvenir.for({ agentId: 'guide' }).procedures.match('please review my code')).toMatchObject([
      { taskType: 'code_review', text: 'Run the tests first.', tokens: expect.any(Number) },
    ]);
    expect(await souvenir.for({ agentId: 'guide' }).procedures.match('water the plants')).toEqual([]);
    expect(await souvenir.for().procedures.match('please review my code')).toEqual([]);
  });

  it('changes its persona by remarks of users, and restores it on request', async () => {
    expect(await souvenir.for().persona.current()).toEqual({ text: IDENTITY, version: 0 });
    const turns = Array.from({ length: 60 }, (_, at) => BRIEF[at] ?? `It is ${at} minutes past now.`);
    const { personalityUpdated } = await live('long', ...turns);
    expect(personalityUpdated).toBe(true);
    const evolved = await souvenir.for().persona.current();
    expect(evolved).toMatchObject({ version: 1, text: expect.stringMatching(/^You are Nova, .*\n\n.*short/) });
    expect(await recalled('Nova keeps answers short', { components: ['personality'], threshold: 0 })).toEqual([]);

    expect(await souvenir.for().persona.rollback(0)).toMatchObject({ version: 2, text: IDENTITY });
    expect(await souvenir.for().persona.rollback(1)).toMatchObject({ version: 3, text: evolved.text });
    expect((await souvenir.for().persona.versions()).map(({ version, memory }) => [version, memory?.status])).toEqual([
      [3, 'active'],
      [2, 'superseded'],
      [1, 'superseded'],
    ]);
    expect(await souvenir.for({ userId: 'eve' }).persona.versions()).toEqual([]);
  });

  it('does not restore a persona that the current guardrails refuse', async () => {
    const noBrevity: Guardrail = {
      name: 'no-brevity',
      check: (text) => [{ rule: 'no-brevity', reason: 'no', start: text.indexOf('short'), end: text.length }],
    };
    const stricter = await createSouvenir({
      ...{
        store: sqliteStore({ path }),
        clock,
        embedder: null,
        guardrails: [noBrevity],
        agents: defineAgent({ identity: IDENTITY }),
      },
    });
    await expect(stricter.for().persona.rollback(1)).rejects.toMatchObject({ code: 'unsafeInstructions' });
    await stricter.close();
  });

  it.each<[string, (memory: Souvenir) => unknown, string]>([
    [
      'a version there never was',
      (memory) => memory.for().persona.rollback(99),
      'version: there is no earlier persona 99',
    ],
    ['the version that holds', (memory) => memory.for().persona.rollback(3), 'version: there is no earlier persona 3'],
    [
      'a way back before the first',
      (memory) => memory.for({ userId: 'eve' }).persona.rollback(0),
      'no earlier persona 0',
    ],
    ['to publish without a parent', (memory) => memory.for().memories.publish(['x']), 'has no parent to publish to'],
    [
      'to publish what is not held',
      (memory) => memory.for({ agentId: 'guide' }).memories.publish(['x']),
      'ids: there is no active',
    ],
    ['a query that is none', (memory) => memory.for().recall(7 as never), 'query'],
    ['an intent that is none', (memory) => memory.for().procedures.match(7 as never), 'intent'],
    ['a rate above 1', (memory) => memory.for().procedures.tools({ minSuccessRate: 2 }), 'query.minSuccessRate'],
    ['a field it does not know', (memory) => memory.for().procedures.tools({ name: 'x' } as never), 'name'],
    ['a task type of no letters', (memory) => memory.for().procedures.records(' '), 'taskType'],
    [
      'an outcome that is none',
      (memory) => memory.for().procedures.report({ taskType: 'x' } as never),
      'outcome.success',
    ],
    ['an agent nobody defined', async (memory) => memory.for({ agentId: 'nobody' }).persona.current(), 'agentId'],
  ])('refuses %s, naming it', async (_, attempt, message) => {
    await expect(attempt(souvenir)).rejects.toMatchObject({
      code: 'invalidInput',
      message: expect.stringContaining(message),
    });
  });
});
