import { describe, expect, it } from 'vitest';
import { DAY, MINUTE, manualClock } from '../../../test/support/manual-clock.ts';
import { createSouvenir, defineAgent, type EpisodeInput, memoryStore } from '../../index.ts';
import { approximateTokenizer } from '../../tokenizers/index.ts';
import { type OutcomeInput, outcomeEpisode } from './outcome-episode.ts';
import { type ProceduresConfigInput, procedures } from './procedures.ts';
import { trackRecords } from './track-record.ts';

const OWNER = { tenantId: 'default', userId: 'default', agentId: 'default' };
const TOKENIZER = approximateTokenizer();

const matches = (config: ProceduresConfigInput, intent: string) =>
  procedures(config)
    .match(intent, TOKENIZER)
    .map(({ taskType }) => taskType);

describe('playbook matching', () => {
  it('returns the playbook, its size and the matched words', () => {
    const playbooks = { debugging: { text: 'Halve the search space.', keywords: ['stack trace'] } };
    expect(procedures({ playbooks }).match('debug this stack trace', TOKENIZER)).toEqual([
      {
        taskType: 'debugging',
        text: 'Halve the search space.',
        tokens: 6,
        score: 4,
        found: ['stack trace', 'debugging'],
      },
    ]);
  });

  it('matches separate words of a name with a lower score', () => {
    const { match } = procedures({ playbooks: { code_review: 'C' } });
    const [together] = match('a code review', TOKENIZER);
    const [apart] = match('review my code', TOKENIZER);
    expect(apart).toMatchObject({ found: ['code_review'], score: 1 });
    expect(together?.score).toBeGreaterThan(1);
  });

  it('ranks phrases and keywords above single words, and ties in the order of definition', () => {
    const playbooks = { release: 'R', testing: 'T', tooling: { text: 'O', keywords: ['linter'] }, code_review: 'C' };
    const intent = 'before the release run the linter and the tests, then a code review';
    expect(matches({ playbooks }, intent)).toEqual(['code_review', 'tooling', 'release', 'testing']);
  });

  it('keeps whole playbooks within the budget and skips those that do not fit', () => {
    const playbooks = { alpha: 'a'.repeat(40), beta: 'b'.repeat(4000), gamma: 'c'.repeat(40) };
    expect(matches({ playbooks, maxTokens: 22 }, 'alpha, beta and gamma')).toEqual(['alpha', 'gamma']);
    expect(matches({ playbooks, maxTokens: 21 }, 'alpha, beta and gamma')).toEqual(['alpha']);
    expect(matches({ playbooks, maxTokens: 0 }, 'alpha')).toEqual([]);
  });

  it('requires more than half of a long name', () => {
    const playbooks = { customer_data_export: 'E' };
    expect(matches({ playbooks }, 'export the data')).toEqual(['customer_data_export']);
    expect(matches({ playbooks }, 'call the customer')).toEqual([]);
  });

  it('works in other scripts and with long or odd texts', () => {
    expect(matches({ playbooks: { 代码审查: '先看测试' } }, '请帮我做代码审查')).toEqual(['代码审查']);
    const { match } = procedures({ playbooks: { code_review: 'C' } });
    expect(match('code \0 🦊 '.repeat(100_000), TOKENIZER)).toEqual([]);
    expect(match('', TOKENIZER)).toEqual([]);
  });

  it('returns nothing without playbooks', () => {
    expect(procedures().match('debug it', TOKENIZER)).toEqual([]);
  });
});

describe('the procedures config', () => {
  it.each([
    [{ playbooks: { x: '' } }, 'procedures.playbooks.x'],
    [{ playbooks: { '🦊': 'text' } }, 'procedures.playbooks'],
    [{ playbooks: { x: { text: 'y', keywords: ['!'] } } }, 'procedures.playbooks.x'],
    [{ maxTokens: -1 }, 'procedures.maxTokens'],
    [{ playbook: {} }, 'playbook'],
  ])('refuses %j', (config, field) => {
    expect(() => procedures(config as ProceduresConfigInput)).toThrow(field);
  });

  it('is frozen, and shows the playbooks in full', () => {
    const { playbooks } = procedures({ playbooks: { release: 'Tag it.' } });
    expect(playbooks).toEqual({ release: { text: 'Tag it.', keywords: [] } });
    expect(() => Object.assign(playbooks, { more: {} })).toThrow(TypeError);
    expect(() => Object.assign(playbooks['release'] as object, { text: 'x' })).toThrow(TypeError);
  });
});

async function setUp() {
  const clock = manualClock('2026-05-07T09:00:00Z');
  const store = memoryStore();
  const agents = defineAgent({ components: [procedures()] });
  const souvenir = await createSouvenir({ store, embedder: null, agents, clock });
  const list = () => store.listMemories(OWNER, { filter: { statuses: ['active'] }, limit: 100 });
  const record = async (...episodes: EpisodeInput[]) => {
    for (const episode of episodes) {
      await souvenir.for().record(episode);
      clock.advance(MINUTE);
    }
  };
  const tell = (success: boolean, notes?: string, taskType = 'debugging') =>
    record(outcomeEpisode({ taskType, success, ...(notes !== undefined && { notes }) }));
  const consolidate = () => souvenir.for().consolidate({ minAgeMs: 0 });
  return { clock, store, list, record, tell, consolidate };
}

describe('the track record of a task', () => {
  it('is one memory per task type that keeps counting', async () => {
    const { clock, tell, consolidate, list } = await setUp();
    for (let count = 0; count < 7; count++) await tell(true);
    await tell(false, 'no logs');
    expect(await consolidate()).toMatchObject({ memoriesCreated: 1, memoriesMerged: 7 });
    clock.advance(DAY);
    await tell(false, 'the cause was a race condition.');
    expect(await consolidate()).toMatchObject({ memoriesCreated: 0, memoriesMerged: 1 });
    expect(await list()).toMatchObject([
      {
        ...{ component: 'procedures', category: 'outcome', type: 'procedural' },
        content:
          'debugging: 7 of 9 attempts succeeded (78 %). Last (2026-05-08): failed, the cause was a race condition.',
        metadata: { taskType: 'debugging', successes: 7, failures: 2, lastOutcome: 'failure' },
      },
    ]);
  });

  it('keeps the last three notes and shows only the latest', async () => {
    const { tell, consolidate, list } = await setUp();
    for (const notes of ['one', 'two', 'three', 'four']) await tell(true, notes);
    await tell(false);
    await consolidate();
    const [memory] = await list();
    expect(memory?.content).toBe('debugging: 4 of 5 attempts succeeded (80 %). Last (2026-05-07): failed.');
    expect(memory?.metadata['lastNotes']).toMatchObject([{ notes: 'two' }, { notes: 'three' }, { notes: 'four' }]);
  });

  it('orders outcomes by their time, not by when they were reported', async () => {
    const { record, consolidate, list } = await setUp();
    await record(outcomeEpisode({ taskType: 'audit', success: true, occurredAt: '2026-05-05', notes: 'clean' }));
    await consolidate();
    await record(outcomeEpisode({ taskType: 'audit', success: false, occurredAt: '2026-05-01', notes: 'no access' }));
    await consolidate();
    expect((await list())[0]?.content).toBe(
      'audit: 1 of 2 attempts succeeded (50 %). Last (2026-05-05): succeeded, clean.',
    );
  });

  it('counts all spellings of a task type together', async () => {
    const { tell, consolidate, store } = await setUp();
    for (const taskType of ['code_review', 'Code Review', 'codeReview', 'code-review'])
      await tell(true, undefined, taskType);
    await consolidate();
    expect(await trackRecords(store, OWNER, 'CODE REVIEW')).toMatchObject([{ taskType: 'code_review', attempts: 4 }]);
  });

  it('is listed with its success rate, latest type first', async () => {
    const { tell, consolidate, store } = await setUp();
    await tell(true, undefined, 'release');
    await tell(false);
    await tell(true);
    await consolidate();
    const records = await trackRecords(store, OWNER);
    expect(records.map(({ taskType, successRate }) => [taskType, successRate])).toEqual([
      ['debugging', 0.5],
      ['release', 1],
    ]);
    expect(records[0]?.lastAt).toBeInstanceOf(Date);
    expect(await trackRecords(store, OWNER, 'gardening')).toEqual([]);
    expect(await trackRecords(store, { ...OWNER, userId: 'ben' })).toEqual([]);
  });

  it('does not fade', async () => {
    const { clock, tell, consolidate, list } = await setUp();
    await tell(true);
    await consolidate();
    const [before] = await list();
    clock.advance(1000 * DAY);
    await consolidate();
    expect(await list()).toEqual([before]);
  });

  it('is built from outcomes only', async () => {
    const { record, consolidate, list } = await setUp();
    await record(
      { content: 'debugging succeeded: it was the cache' },
      { content: 'x', metadata: { taskType: 'debugging' } },
      { content: 'x', metadata: { taskType: 3, success: true } },
      { content: 'x', metadata: { taskType: ' ', success: true } },
      { content: 'x', type: 'toolResult', metadata: { tool: 'debugger', success: true } },
      { content: 'x', metadata: { taskType: 'debugging', success: true, recalled: true } },
    );
    await consolidate();
    expect(await list()).toEqual([]);
  });
});

describe('an outcome of a task', () => {
  it('becomes an episode with text and metadata', () => {
    const input = { taskType: 'debugging', success: true, notes: ' It was a race. ' };
    expect(outcomeEpisode(input)).toEqual({
      ...{ type: 'observation', role: 'system', importance: 0.6 },
      content: 'debugging succeeded: It was a race.',
      metadata: { taskType: 'debugging', success: true, notes: 'It was a race.' },
    });
    expect(outcomeEpisode({ taskType: 'x', success: false, notes: ' ' }).content).toBe('x failed');
  });

  it.each([
    [{ taskType: '', success: true }, 'outcome.taskType'],
    [{ taskType: 'x' }, 'outcome.success'],
    [{ taskType: 'x', success: 'yes' }, 'outcome.success'],
    [{ taskType: 'x', success: true, occurredAt: 'soonish' }, 'outcome.occurredAt'],
    [{ taskType: 'x', success: true, extra: 1 }, 'outcome'],
    [{ taskType: 'x', success: true, sessionId: 's' }, 'sessionId'],
  ])('refuses %j', (input, field) => {
    expect(() => outcomeEpisode(input as OutcomeInput)).toThrow(field);
  });
});

describe('which playbooks an intent asks for', () => {
  const { match } = procedures({
    playbooks: {
      code_review: 'Read the tests first.',
      debugging: { text: 'Reproduce it.', keywords: ['stack trace', 'crash'] },
      data_analysis: 'Look at the raw rows.',
      meetingNotes: 'Who decided what.',
      'on-call': 'Acknowledge within five minutes.',
      deployment: 'Staging first.',
    },
  });
  const asked = (intent: string) => match(intent, approximateTokenizer()).map(({ taskType }) => taskType);

  it.each([
    ['Please review the code in my pull request', 'code_review'],
    ['codeReview please', 'code_review'],
    ['code', 'code_review'],
    ['a review', 'code_review'],
    ['this stack trace makes no sense', 'debugging'],
    ['the app crashed twice this morning', 'debugging'],
    ['analyze the sales data', 'data_analysis'],
    ['take notes in the meeting', 'meetingNotes'],
    ['I am on call this weekend', 'on-call'],
    ['deploy the API to staging', 'deployment'],
  ])('%j matches %s', (intent, taskType) => expect(asked(intent)).toEqual([taskType]));

  it.each([
    'the hotel got a good review',
    'the code of the door',
    'I finished the code. The hotel sent me a review.',
    'stack the dishes and trace the leak',
    'my data plan is used up',
    'the meeting is at ten',
    '你好，今天天气怎么样',
  ])('%j matches no playbook', (intent) => expect(asked(intent)).toEqual([]));

  it('two playbooks can match at once', () =>
    expect(asked('review the code, then deploy it')).toEqual(['code_review', 'deployment']));
});
