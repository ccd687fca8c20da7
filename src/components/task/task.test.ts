import { describe, expect, it } from 'vitest';
import { answering, openComponent } from '../../../test/support/open-component.ts';
import type { Llm } from '../../index.ts';
import type { TaskConfigInput } from './config.ts';
import { task } from './task.ts';

const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };

const open = ({ config, llm }: { config?: TaskConfigInput; llm?: Llm } = {}) => openComponent(task(config), llm);

const FACT = {
  ...{ text: 'The user wants the parser fixed.', category: 'goal', importance: 0.8, from: [1] },
  ...{ same: null, replaces: null },
};

describe('the task component', () => {
  it('keeps what is being done as working memory of its session, important as its category is', async () => {
    const { told, all } = await open();
    await told(
      's',
      'Fix the flaky login test in src/login.test.ts.',
      "We'll use Redis for the session cache.",
      'All tests pass now.',
      'The deadline for the release is tomorrow.',
    );
    expect((await all()).map(({ content, category, importance }) => [content, category, importance])).toEqual([
      ['The user wants to fix the flaky login test in src/login.test.ts.', 'goal', 0.6],
      ['It was decided to use Redis for the session cache.', 'decision', 0.54],
      ['All tests pass now.', 'result', expect.closeTo(0.45)],
      ['The deadline for the release is on 2 March 2026.', 'context', 0.36],
    ]);
    expect((await all())[0]).toMatchObject({ type: 'working', component: 'task', sessionId: 's' });
  });

  it('knows the files and tools of the work', async () => {
    const { told, store } = await open();
    await told('s', 'Migrate src/login.ts to Redis.');
    const names = (await store.listEntities(owner, { limit: 10 })).map(({ name, type }) => [name, type]);
    expect(names).toEqual([
      ['src/login.ts', 'file'],
      ['Redis', 'product'],
    ]);
  });

  it('says a thing once in a session, and again in another', async () => {
    const { told, active } = await open();
    await told('s', 'Fix the flaky login test.');
    const report = await told('s', 'Please fix the flaky login test!');
    expect(report).toMatchObject({ memoriesCreated: 0, memoriesMerged: 1 });
    await told('t', 'Fix the flaky login test.');
    expect(await active()).toHaveLength(2);
  });

  it.each(['one batch', 'two batches'])('lets a new goal take the place of the old one, in %s', async (how) => {
    const { told, active, all } = await open();
    const [first, second] = ['Port the importer to Go.', "Actually, let's write the exporter in Rust instead."];
    if (how === 'one batch') await told('s', first, second);
    else for (const said of [first, second]) await told('s', said);
    expect(await active()).toEqual(['The user wants to write the exporter in Rust.']);
    const [old, now] = await all();
    expect(old).toMatchObject({ status: 'superseded', supersededBy: now?.id, invalidAt: now?.validAt });
  });

  it.each([
    'Then write the exporter in Rust.',
    "Actually, let's also write the exporter in Rust.",
    'Write the exporter in Rust instead of C.',
  ])('keeps a goal beside %j', async (more) => {
    const { told, active } = await open();
    await told('s', 'Port the importer to Go.', more);
    expect(await active()).toHaveLength(2);
  });

  it('keeps what a tool gave for each of two calls', async () => {
    const { told, active } = await open();
    const call = { type: 'toolResult', role: 'tool', metadata: { tool: 'grep' } } as const;
    await told(
      's',
      { ...call, content: 'src/a.ts: parse the header' },
      { ...call, content: 'src/b.ts: read the body' },
    );
    expect(await active()).toHaveLength(2);
  });

  it('knows how the last try turned out', async () => {
    const { told, active } = await open();
    await told('s', 'The build fails with a missing symbol.', 'The build passes now.');
    expect(await active()).toEqual(['The build passes now.']);
  });

  it('ends with its session', async () => {
    const { souvenir, told, all, clock } = await open();
    await told('s', 'Fix the flaky login test.');
    await told('t', 'Draft the release notes.');
    await souvenir.for({ sessionId: 's' }).sessions.end();
    expect((await all()).map(({ status, invalidAt }) => [status, invalidAt])).toEqual([
      ['expired', clock.now()],
      ['active', undefined],
    ]);
  });

  it('holds so many items a session, and lets the least important go', async () => {
    const { told, active } = await open({ config: { maxItemsPerSession: 2 } });
    await told('s', 'The ticket is PAY-381.', 'Fix the rounding error.', "Let's go with integer cents.");
    expect(await active()).toEqual([
      'The user wants to fix the rounding error.',
      'It was decided to go with integer cents.',
    ]);
  });

  it('weighs as configured, and a directive by its own importance', async () => {
    const { told, all } = await open({ config: { defaultImportance: 0.5, categoryWeights: { context: 2 } } });
    await told('s', 'The ticket is PAY-381.', { content: 'Fix the rounding error.', type: 'userDirective' });
    expect((await all()).map(({ importance }) => importance)).toEqual([1, 0.95]);
  });

  it('tells long things in at most 25 words', async () => {
    const { told, all } = await open();
    const output = `Error: ${'something went wrong in the deep '.repeat(50)}`;
    const more = 'and the numbers of the quarter '.repeat(12);
    await told(
      's',
      { content: output, type: 'error', role: 'tool', metadata: { tool: 'deploy' } },
      `Write a report with the figures ${more}for the board.`,
    );
    const contents = (await all()).map(({ content }) => content);
    expect(contents).toHaveLength(2);
    expect(contents[0]).toMatch(/^The deploy tool failed: Error: something went wrong/);
    for (const content of contents) expect(content.split(' ').length).toBeLessThanOrEqual(25);
  });

  it.each([
    ['null bytes', 'Fix the build.\0\0 Then deploy the app.'],
    ['a megabyte', 'fix the build '.repeat(71_000)],
    ['one word of a megabyte', 'x_'.repeat(500_000)],
    ['emoji and other scripts', '🛠️🛠️ 修复构建。 Исправь сборку. أصلح البناء'],
    ['lone surrogates', 'Fix the \ud800 build of the app.'],
    ['marks alone', '?!…—()[]{}``` `` **'],
  ])('stands %s', async (_, content) => {
    const { told } = await open();
    const episodes = ['conversation', 'toolResult', 'error', 'decision', 'userDirective'] as const;
    const report = await told('s', ...episodes.map((type) => ({ type, content })));
    expect(report.components[0]?.failures).toEqual([]);
  });

  it('refuses a config it does not know', () => {
    expect(() => task({ maxItems: 3 } as TaskConfigInput)).toThrow(/maxItems/);
  });
});

describe('the task component with a model', () => {
  it.each([
    ['plain', [JSON.stringify({ facts: [FACT] })], 1],
    ['fenced', [`Here:\n\`\`\`json\n${JSON.stringify({ facts: [FACT] })}\n\`\`\``], 1],
    ['malformed, then repaired', ['{"facts": [', JSON.stringify({ facts: [FACT] })], 2],
  ])('takes its answer: %s', async (_, answers, calls) => {
    const { told, all } = await open({ llm: answering(...answers), config: { categoryWeights: { goal: 0.5 } } });
    expect(await told('s', 'The parser is broken.')).toMatchObject({ modelCalls: calls, findingsRefused: 0 });
    expect(await all()).toMatchObject([
      { content: FACT.text, category: 'goal', type: 'working', importance: 0.4, sessionId: 's' },
    ]);
  });

  it('refuses what cannot be used', async () => {
    const facts = [
      { ...FACT, from: [9] },
      { ...FACT, importance: 7 },
      { ...FACT, text: ' ' },
      { ...FACT, category: 'preference' },
    ];
    const { told, all } = await open({ llm: answering(JSON.stringify({ facts })) });
    expect(await told('s', 'The parser is broken.')).toMatchObject({ findingsRefused: 4 });
    expect(await all()).toEqual([]);
  });

  it('replaces the goal that the model names, of this session only', async () => {
    const next = { ...FACT, text: 'The user wants the lexer rewritten.', replaces: 1 };
    const seen: string[] = [];
    const answers = [FACT, FACT, next].map((fact) => JSON.stringify({ facts: [fact] }));
    const { told, active } = await open({
      llm: async (_, user) => {
        seen.push(user);
        return answers.shift() ?? '';
      },
    });
    await told('other', 'The parser is broken.');
    await told('s', 'The parser is broken.');
    await told('s', 'Forget the parser, the lexer it is.');
    expect(seen.map((user) => user.includes('m1.'))).toEqual([false, false, true]);
    expect(await active()).toEqual([FACT.text, next.text]);
  });

  it('leaves the session for later when the model fails', async () => {
    let isUp = false;
    const { told, souvenir, all } = await open({
      llm: async () => {
        if (!isUp) throw new Error('overloaded');
        return JSON.stringify({ facts: [FACT] });
      },
    });
    const report = await told('s', 'The parser is broken.');
    expect(report.components[0]?.failures).toMatchObject([
      { sessionId: 's', reason: expect.stringMatching(/overloaded/) },
    ]);
    isUp = true;
    await souvenir.for().consolidate({ minAgeMs: 0 });
    expect(await all()).toHaveLength(1);
  });
});
