import { describe, expect, it } from 'vitest';
import { MINUTE, manualClock } from '../../../test/support/manual-clock.ts';
import { answering, deciding, openComponent } from '../../../test/support/open-component.ts';
import { sharedEmbedder, sharedReader } from '../../../test/support/shared-embedder.ts';
import type { Component } from '../../contracts/component.ts';
import type { Reader, SentenceKind } from '../../contracts/reader.ts';
import { createSouvenir, type Llm, memoryStore } from '../../index.ts';
import { type TaskConfigInput, task } from './task.ts';

const owner = { tenantId: 'default', userId: 'default', agentId: 'default' };

interface Setup {
  readonly config?: TaskConfigInput;
  readonly llm?: Llm;
  /** In the place of the package's own. */
  readonly reader?: Reader;
}

const open = ({ config, llm, reader }: Setup = {}) => openComponent(readBy(task(config), reader), llm);

const readBy = (component: Component, reader: Reader | undefined): Component =>
  reader === undefined
    ? component
    : { ...component, consolidate: (batch, context) => component.consolidate(batch, { ...context, reader }) };

/** A reader that says of the sentences named which kind they are, and takes all others for talk. */
const knowing = (kinds: Readonly<Record<string, SentenceKind>>): Reader => ({
  answers: async () => [],
  sentences: async (sentences) =>
    sentences.map(({ text }) => ({ kind: kinds[text] ?? 'chatter', chance: 0.9, lasts: 0.1 })),
});

const DEADLINE = 'It must be out before the demo on Friday.';
const CENTS = "Let's go with integer cents.";
const ROUNDING = 'Fix the rounding error.';

const FACT = { text: 'The user wants the parser fixed.', category: 'goal', importance: 0.8, from: [1] };

describe('the task component', () => {
  it("The package's reader keeps a request as a goal and a decision as a decision, and drops small talk", async () => {
    const { reported, all } = await open();
    await reported('s', 'Fix the flaky login test.', 'We decided to go with Postgres.', 'Haha, that is so funny.');
    expect((await all()).map(({ content, category }) => [content, category])).toEqual([
      ['Fix the flaky login test.', 'goal'],
      ['We decided to go with Postgres.', 'decision'],
    ]);
  });

  it.each([
    'For this email I prefer a formal tone.',
    'I need 12 rows in this table.',
    'exactly 5 numbers',
    'this time in two sentences',
    'The report must not mention the merger.',
    'Just the headline this time, please.',
    "We can't use photos of the kids in this newsletter.",
    "No swearing in this one, it's for my gran.",
    'The deck is for the board, so no jargon.',
    "Today let's only touch the login page.",
    'It has to fit in a tweet.',
  ])('A wish for the current task belongs to the task and does not last: %j', async (content) => {
    const souvenir = await createSouvenir({
      ...{ store: memoryStore(), clock: manualClock(), embedder: sharedEmbedder, reader: sharedReader },
    });
    const ana = souvenir.for({ userId: 'ana' });
    await ana.record({ content });
    await ana.consolidate({ minAgeMs: 0 });
    const { memories } = await ana.memories.list();
    expect(memories.map(({ component }) => component).sort()).toEqual(['episodic', 'task']);
    expect(await ana.profile.get()).toEqual({});
    await souvenir.close();
  });

  it('A lasting limit does not belong to the task', async () => {
    const { reported, all } = await open();
    await reported('s', "I can't eat shellfish.", "I'm not allowed to lift anything since the operation on my back.");
    expect(await all()).toEqual([]);
  });

  it('A sentence of the task is working memory of its session with the importance of its category', async () => {
    const { reported, all } = await open({
      reader: knowing({
        'Fix the flaky login test in src/login.test.ts.': 'goal',
        'I deployed the new checkout to production.': 'result',
        "Fine, we'll use Redis for the session cache.": 'decision',
        'How are you?': 'question',
        [DEADLINE]: 'context',
        'I love rainy Sundays.': 'preference',
      }),
    });
    await reported(
      's',
      'Fix the flaky login test in src/login.test.ts.',
      'I deployed the new checkout to production.',
      { speaker: 'Ana', content: "Fine, we'll use Redis for the session cache. How are you?" },
      DEADLINE,
      'I love rainy Sundays.',
    );
    expect((await all()).map(({ content, category, importance }) => [content, category, importance])).toEqual([
      ['Fix the flaky login test in src/login.test.ts.', 'goal', 0.6],
      ['I deployed the new checkout to production.', 'result', expect.closeTo(0.45)],
      ["Ana: Fine, we'll use Redis for the session cache.", 'decision', 0.54],
      [DEADLINE, 'context', 0.36],
    ]);
    expect((await all())[2]).toMatchObject({
      ...{ type: 'working', component: 'task', sessionId: 's' },
      metadata: { role: 'user', speaker: 'Ana' },
    });
  });

  it('A turn is read with the one before it, also across batches', async () => {
    const reader: Reader = {
      answers: async () => [],
      sentences: async (sentences) =>
        sentences.map(({ before = '' }) => ({
          kind: before.includes('Which one?') ? 'decision' : 'chatter',
          ...{ chance: 0.9, lasts: 0.1 },
        })),
    };
    const turns = [
      'We need a store for the billing service.',
      { role: 'assistant', content: 'Which one?' },
      'Postgres, I decided.',
    ] as const;
    const [whole, cut] = [await open({ reader }), await open({ reader })];
    await whole.reported('s', ...turns);
    for (const turn of turns) await cut.reported('s', turn);
    const kinds = async ({ all }: typeof whole) => (await all()).map(({ category, content }) => [category, content]);
    expect(await kinds(cut)).toEqual(await kinds(whole));
    expect(await kinds(whole)).toEqual([['decision', 'Postgres, I decided.']]);
  });

  it('uses the type of an episode', async () => {
    const { reported, all } = await open();
    await reported(
      's',
      { type: 'decision', role: 'assistant', content: 'SQLite over Postgres: there is a single writer' },
      { type: 'userDirective', content: 'Summaries of one page' },
      { type: 'toolResult', role: 'tool', content: '42 passed, 0 failed', metadata: { tool: 'vitest' } },
      { type: 'error', role: 'tool', content: 'npm\nError: no such file', metadata: { tool: 'deploy' } },
      { type: 'error', role: 'system', content: 'out of memory' },
    );
    expect((await all()).map(({ content, category }) => [category, content])).toEqual([
      ['decision', 'SQLite over Postgres: there is a single writer'],
      ['goal', 'Summaries of one page'],
      ['result', 'The vitest tool returned: 42 passed, 0 failed'],
      ['result', 'The deploy tool failed: Error: no such file'],
      ['result', 'An error occurred: out of memory'],
    ]);
  });

  it('keeps nothing from pasted, quoted or foreign-language text', async () => {
    const { reported, all } = await open();
    const pasted = Array.from({ length: 12 }, (_, at) => `Fix the test ${at}.`).join('\n');
    await reported(
      's',
      pasted,
      '> Fix the login test.',
      '```\nFix the login test.\n```',
      'ログインのテストを直してください。',
    );
    expect(await all()).toEqual([]);
  });

  it('records the files and tools of the work', async () => {
    const { reported, store } = await open();
    await reported('s', 'Migrate src/login.ts to Redis.');
    const names = (await store.listEntities(owner, { limit: 10 })).map(({ name, type }) => [name, type]);
    expect(names).toEqual([
      ['src/login.ts', 'file'],
      ['Redis', 'product'],
    ]);
  });

  it('stores a statement once per session', async () => {
    const { reported, active } = await open();
    await reported('s', 'Fix the flaky login test.');
    const report = await reported('s', { speaker: 'Ana', content: 'Fix the flaky login test!' });
    expect(report).toMatchObject({ memoriesCreated: 0, memoriesMerged: 1 });
    await reported('t', 'Fix the flaky login test.');
    expect(await active()).toHaveLength(2);
  });

  it('keeps the result of each of two tool calls', async () => {
    const { reported, active } = await open();
    const call = { type: 'toolResult', role: 'tool', metadata: { tool: 'grep' } } as const;
    await reported(
      's',
      { ...call, content: 'src/a.ts: parse the header' },
      { ...call, content: 'src/b.ts: read the body' },
    );
    expect(await active()).toHaveLength(2);
  });

  it('ends with its session', async () => {
    const { souvenir, reported, all, clock } = await open();
    await reported('s', 'Fix the flaky login test.');
    await reported('t', 'Draft the release notes.');
    await souvenir.for({ sessionId: 's' }).sessions.end();
    expect((await all()).map(({ status, invalidAt }) => [status, invalidAt])).toEqual([
      ['expired', clock.now()],
      ['active', undefined],
    ]);
  });

  it.each([true, false])(
    'ends after a break of hours if no session is named (consolidated before: %s)',
    async (isBefore) => {
      const { souvenir, all, clock } = await open();
      const ana = souvenir.for();
      const statuses = async () => (await all()).map(({ status }) => status);
      await ana.record({ content: 'Fix the flaky login test.' });
      clock.advance(90 * MINUTE);
      const left = clock.now();
      await ana.record({ content: 'Update the login docs.' });
      if (isBefore) {
        await ana.consolidate();
        expect(await statuses()).toEqual(['active', 'active']);
      }
      clock.advance(8 * 60 * MINUTE);
      await ana.record({ content: 'Draft the release notes.' });
      await ana.consolidate();
      expect(await statuses()).toEqual(['expired', 'expired', 'active']);
      expect((await all())[0]?.invalidAt).toEqual(left);
      clock.advance(MINUTE);
      await ana.consolidate();
      expect(await statuses()).toEqual(['expired', 'expired', 'active']);
    },
  );

  it('continues after a break in a named session', async () => {
    const { reported, active, clock } = await open();
    await reported('s', 'Fix the flaky login test.');
    clock.advance(8 * 60 * MINUTE);
    await reported('s', 'Draft the release notes.');
    expect(await active()).toHaveLength(2);
  });

  it('A session drops the least important items above its limit', async () => {
    const { reported, active } = await open({
      config: { maxItemsPerSession: 2 },
      reader: knowing({ [DEADLINE]: 'context', [ROUNDING]: 'goal', [CENTS]: 'decision' }),
    });
    await reported('s', DEADLINE, ROUNDING, CENTS);
    expect(await active()).toEqual([ROUNDING, CENTS]);
  });

  it('An item weighs as configured for its category, and a directive by its own importance', async () => {
    const { reported, all } = await open({
      config: { defaultImportance: 0.5, categoryWeights: { context: 2 } },
      reader: knowing({ [DEADLINE]: 'context', [ROUNDING]: 'goal' }),
    });
    await reported('s', DEADLINE, { content: ROUNDING, type: 'userDirective' });
    expect((await all()).map(({ importance }) => importance)).toEqual([1, 0.95]);
  });

  it('keeps one line of a long output', async () => {
    const { reported, all } = await open();
    const content = `Error: ${'something went wrong in the deep '.repeat(50)}`;
    await reported('s', { content, type: 'error', role: 'tool', metadata: { tool: 'deploy' } });
    const [memory] = await all();
    expect(memory?.content).toMatch(/^The deploy tool failed: Error: something went wrong/);
    expect(memory?.content.length).toBeLessThan(250);
  });

  it.each([
    ['null bytes', 'Fix the build.\0\0 Then deploy the app.'],
    ['a megabyte', 'fix the build '.repeat(71_000)],
    ['one word of a megabyte', 'x_'.repeat(500_000)],
    ['emoji and other scripts', '🛠️🛠️ 修复构建。 Исправь сборку. أصلح البناء'],
    ['lone surrogates', 'Fix the \ud800 build of the app.'],
    ['marks alone', '?!…—()[]{}``` `` **'],
  ])('accepts %s', async (_, content) => {
    const { reported } = await open();
    const episodes = ['conversation', 'toolResult', 'error', 'decision', 'userDirective'] as const;
    const report = await reported('s', ...episodes.map((type) => ({ type, content })));
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
  ])('reads its answer: %s', async (_, answers, calls) => {
    const { reported, all } = await open({ llm: answering(...answers), config: { categoryWeights: { goal: 0.5 } } });
    expect(await reported('s', 'The parser is broken, I want it fixed.')).toMatchObject({
      modelCalls: calls,
      findingsRefused: 0,
    });
    expect(await all()).toMatchObject([
      { content: FACT.text, category: 'goal', type: 'working', importance: 0.4, sessionId: 's' },
    ]);
  });

  it('refuses unusable findings', async () => {
    const facts = [
      { ...FACT, from: [9] },
      { ...FACT, importance: 700 },
      { ...FACT, text: ' ' },
      { ...FACT, category: 'preference' },
    ];
    const { reported, all } = await open({ llm: answering(JSON.stringify({ facts })) });
    expect(await reported('s', 'The parser is broken, I want it fixed.')).toMatchObject({ findingsRefused: 4 });
    expect(await all()).toEqual([]);
  });

  it('supersedes the goal that the model names, in this session only', async () => {
    const next = { ...FACT, text: 'The user wants the lexer rewritten.' };
    const { llm, pairs } = deciding([[FACT], [FACT], [next]], 'replaces');
    const { reported, active } = await open({ llm });
    await reported('other', 'The parser is broken, I want it fixed.');
    await reported('s', 'The parser is broken, I want it fixed.');
    await reported('s', 'Forget the parser, I want the lexer done.');
    expect(pairs).toEqual([`${FACT.text} / ${next.text}`]);
    expect(await active()).toEqual([FACT.text, next.text]);
  });

  it('is not asked after its session has ended', async () => {
    const { souvenir } = await open({ llm: answering(JSON.stringify({ facts: [FACT] })) });
    await souvenir.for().record({ content: 'The parser is broken, I want it fixed.' });
    expect(await souvenir.for().sessions.end()).toMatchObject({ modelCalls: 0, sessionsProcessed: 1 });
  });

  it('leaves the session pending if the model fails', async () => {
    let isUp = false;
    const { reported, souvenir, all } = await open({
      llm: async () => {
        if (!isUp) throw new Error('overloaded');
        return JSON.stringify({ facts: [FACT] });
      },
    });
    const report = await reported('s', 'The parser is broken, I want it fixed.');
    expect(report.components[0]?.failures).toMatchObject([
      { sessionId: 's', reason: expect.stringMatching(/overloaded/) },
    ]);
    isUp = true;
    await souvenir.for().consolidate({ minAgeMs: 0 });
    expect(await all()).toHaveLength(1);
  });
});
