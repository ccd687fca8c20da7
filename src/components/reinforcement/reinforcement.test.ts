import { describe, expect, it } from 'vitest';
import { DAY } from '../../../test/support/manual-clock.ts';
import { openComponent } from '../../../test/support/open-component.ts';
import { createSouvenir, type EpisodeInput, type Llm, memoryStore } from '../../index.ts';
import { english } from '../../languages/english/english.ts';
import { isSameTrial } from './count-trials.ts';
import { reinforcement } from './reinforcement.ts';
import { describeStrategy, standingOf } from './standing.ts';

const CONFIG = { reinforcedAfter: 3, prevailingShare: 0.75 };

async function setUp(llm?: Llm) {
  const { reported, all: stored, ...opened } = await openComponent(reinforcement(), llm);
  let session = 0;
  /** A session of its own, consolidated. */
  const tell = (...turns: (string | EpisodeInput)[]) => {
    session += 1;
    return reported(`s${session}`, ...turns);
  };
  return { ...opened, stored, tell };
}

const assistant = (content: string): EpisodeInput => ({ role: 'assistant', content });
const FIXED = 'Switching to WAL mode fixed the lock errors.';

describe('the reinforcement component', () => {
  it("keeps a strategy that worked in the speaker's words, with counts, tags and sources", async () => {
    const { tell, stored } = await setUp();
    await tell({ content: FIXED, metadata: { turnId: 't1' } });
    const [memory, ...more] = await stored();
    expect(more).toEqual([]);
    expect(memory).toMatchObject({
      content: `Worked: ${FIXED}`,
      ...{ component: 'reinforcement', category: 'worked', type: 'procedural', status: 'active' },
      metadata: { strategy: FIXED, task: '', valence: 'positive', successes: 1, failures: 0, tags: ['wal'] },
      provenance: { turnIds: ['t1'] },
    });
    expect(memory?.confidence).toBeCloseTo(2 / 3);
  });

  it.each([
    [
      'a decision a few turns before',
      ['We decided to use WAL mode.', assistant('Fine with me.'), 'What else is new?', 'No luck, that did not help.'],
      'Did not work; consider alternatives: We decided to use WAL mode.',
    ],
    [
      'what was just suggested',
      [assistant('Try clearing the cache.'), 'That worked!'],
      'Worked: Try clearing the cache.',
    ],
    [
      'the tool that was just called',
      [
        { type: 'toolResult', role: 'tool', content: 'ok', metadata: { tool: 'migrate' } },
        'That cleared it up, perfect.',
      ],
      'Worked: Using the migrate tool.',
    ],
  ] as const)('assigns an outcome without a name to %s', async (_, turns, content) => {
    const { tell, stored } = await setUp();
    await tell(...turns);
    expect((await stored()).map((memory) => memory.content)).toEqual([content]);
  });

  const WAL = 'We decided to use WAL mode.';
  const TRIED = 'Did not work; consider alternatives';
  it.each([
    [[WAL, assistant('Good choice.'), 'WAL mode made it worse than before.'], `${TRIED}: ${WAL}`],
    [[assistant('Try clearing the cache.'), FIXED], `Worked: ${FIXED}`],
    [
      [assistant('You could soak them overnight. That softens the skin.'), 'Worked a treat!'],
      'Worked: You could soak them overnight. That softens the skin.',
    ],
    [[assistant('Did soaking the beans help?'), 'Worked a treat.'], 'Worked: Did soaking the beans help?'],
    [
      [assistant('Turn it off and remove the ink for a minute.'), 'ok', assistant('Let me know!'), 'That did it.'],
      'Worked: Turn it off and remove the ink for a minute.',
    ],
    [
      [
        'My fern has yellow leaves.',
        assistant('Try watering it less, and move it away from the heater.'),
        'The leaves are still yellow.',
      ],
      `${TRIED}: Try watering it less, and move it away from the heater.`,
    ],
    [
      [assistant('Try clearing the cache. Then restart the browser.'), 'Clearing the cache did nothing.'],
      `${TRIED}: Try clearing the cache.`,
    ],
    [
      [
        'We decided to add an index. We also decided to use a read replica.',
        assistant('OK, both are on the board.'),
        'The read replica solved it.',
      ],
      'Worked: We also decided to use a read replica.',
    ],
  ] as const)('An outcome belongs to the strategy that was tried, in any wording: %j', async (turns, content) => {
    const { tell, stored } = await setUp();
    await tell(...turns);
    expect((await stored()).map((memory) => memory.content)).toEqual([content]);
  });

  it.each([
    ['Flashcards really helped me with the verbs.', 'The flashcards were a waste of time.'],
    ['The new mattress did wonders for my back.', 'The new mattress was a disaster for my back.'],
    ['Restarting the router fixed the outage.', 'Restarting the router did not fix the outage.'],
    ['Switching to WAL mode fixed the lock errors.', 'Switching to WAL mode made it worse than before.'],
  ])('An opposite outcome in other words makes a strategy contested: %j and %j', async (one, other) => {
    const { tell, stored } = await setUp();
    await tell(one);
    await tell(other);
    expect((await stored()).map(({ category, content }) => [category, content])).toEqual([
      ['contested', `Worked once and failed once; it depends: ${one}`],
    ]);
  });

  it.each([
    ['Flashcards really helped me with the verbs.', 'Podcasts did nothing for my verbs.'],
    ['Moving the cache to Redis fixed it.', 'Moving the cache to Postgres made it worse.'],
    ['Walking the dog in the morning calmed him down.', 'Walking the dog at night made him bark.'],
  ])('Outcomes of two strategies stay separate: %j and %j', async (one, other) => {
    const { tell, stored } = await setUp();
    await tell(one);
    await tell(other);
    expect((await stored()).map(({ category }) => category)).not.toContain('contested');
  });

  it.each([
    ['nothing was tried', ['That worked!']],
    [
      'several things were decided at once',
      ['We decided to use WAL mode. We also decided to split the write.', 'That worked!'],
    ],
    ['it was too long ago', ['We decided to use WAL mode.', ...Array(5).fill('What else is new?'), 'That worked!']],
    ['it is only hoped for', ['I hope that worked.', 'If adding a cache fixed the timeouts, tell me.']],
    ['nobody said it', ['> Adding a cache fixed the timeouts.']],
  ] as const)('keeps nothing if %s', async (_, turns) => {
    const { tell, stored } = await setUp();
    await tell(...turns);
    expect(await stored()).toEqual([]);
  });

  it('counts a repeated outcome in the same memory and strengthens it', async () => {
    const { tell, stored } = await setUp();
    await tell(FIXED);
    await tell(FIXED);
    const report = await tell(FIXED);
    const [memory, ...more] = await stored();
    expect(more).toEqual([]);
    expect(report.memoriesMerged).toBe(1);
    expect(memory).toMatchObject({
      content: `Worked (3 times): ${FIXED}`,
      category: 'reinforced',
      metadata: { successes: 3, failures: 0 },
    });
    expect(memory?.provenance.episodeIds).toHaveLength(3);
    expect(memory?.confidenceTrajectory.map(({ confidence }) => confidence)).toEqual([2 / 3, 3 / 4, 4 / 5]);
  });

  it('marks a strategy as contested while outcomes differ, until one side prevails', async () => {
    const { tell, stored } = await setUp();
    const tried = (outcome: string) => tell('We decided to use WAL mode.', outcome);
    await tried('That worked!');
    await tried('No luck, that did not help.');
    expect((await stored()).map(({ category }) => category)).toEqual(['contested']);
    await tried('That worked!');
    await tried('That worked!');
    const [memory] = await stored();
    expect(memory).toMatchObject({
      category: 'reinforced',
      content: 'Worked (3 times, failed once): We decided to use WAL mode.',
      metadata: { successes: 3, failures: 1, valence: 'positive' },
    });
    expect(memory?.confidence).toBeLessThan(4 / 5);
  });

  it('counts one step once, however often its outcome is reported', async () => {
    const { tell, stored } = await setUp();
    await tell('We decided to use WAL mode.', 'That worked!', 'Yes, that cleared it up.');
    expect((await stored()).map(({ metadata }) => metadata['successes'])).toEqual([1]);
  });

  it('returns from a sentence with many adverbs in bounded time', async () => {
    const souvenir = await createSouvenir({ store: memoryStore(), embedder: null });
    const user = souvenir.for();
    await user.record({ content: `I ${'simply '.repeat(33)}x.` });
    const report = await user.consolidate();
    expect(report).toMatchObject({ episodesConsumed: 1 });
    expect(report.components.flatMap(({ failures }) => failures)).toEqual([]);
    await souvenir.close();
  });

  it('fades contested strategies within weeks, and not reinforced ones', async () => {
    const { tell, stored, clock, souvenir } = await setUp();
    for (const text of [
      ...[FIXED, FIXED, FIXED],
      'Restarting the router fixed the outage.',
      'Restarting the router did not fix the outage.',
    ])
      await tell(text);
    clock.advance(20 * DAY);
    await souvenir.for().consolidate();
    const statuses = Object.fromEntries((await stored()).map(({ category, status }) => [category, status]));
    expect(statuses).toEqual({ reinforced: 'active', contested: 'decayed' });
  });

  it('refuses an unknown option by name', () => {
    expect(() => reinforcement({ lookback: 3 } as never)).toThrow(/reinforcement.*lookback/);
  });
});

describe('the reinforcement component with a model', () => {
  const good = {
    text: 'splitting the work',
    for: 'to ship on time',
    category: 'worked',
    from: [2, 1, 2],
  };
  const answering =
    (...answers: string[]): Llm =>
    async () =>
      answers.shift() ?? '{"facts":[]}';
  const turns = ['We split the work.', 'We shipped on time.'] as const;

  it.each([
    ['plain', JSON.stringify({ names: ['Work', 'Rome'], facts: [good] })],
    ['fenced', `Here you go:\n\`\`\`json\n${JSON.stringify({ names: ['Work'], facts: [good] })}\n\`\`\``],
  ])('accepts a %s answer', async (_, answer) => {
    const { tell, stored } = await setUp(answering(answer));
    await tell(...turns);
    const [memory] = await stored();
    expect(memory).toMatchObject({
      content: 'To ship on time: splitting the work worked.',
      metadata: { tags: ['work'], successes: 1 },
    });
    expect(memory?.provenance.episodeIds).toHaveLength(2);
  });

  it('sends a malformed answer back once', async () => {
    const { tell, stored } = await setUp(answering('{"facts":[', JSON.stringify({ facts: [good] })));
    await tell(...turns);
    expect(await stored()).toHaveLength(1);
  });

  it('refuses invented sources, unknown outcomes and empty strategies, and keeps the rest', async () => {
    const bad = [
      { ...good, from: [9] },
      { ...good, category: 'maybe' },
      { ...good, text: ' ' },
      { ...good, from: ['one'] },
      'x',
    ];
    const { tell, stored } = await setUp(answering(JSON.stringify({ facts: [...bad, good] })));
    expect((await tell(...turns)).findingsRefused).toBe(5);
    expect(await stored()).toHaveLength(1);
  });

  it('refuses a strategy without a source, and the one of the example', async () => {
    const facts = [
      { ...good, text: 'asking a lawyer', for: 'win the case' },
      { ...good, text: 'splitting the work', for: 'finish the ondioline import' },
      good,
    ];
    const { tell, stored } = await setUp(answering(JSON.stringify({ facts })));
    expect((await tell(...turns)).findingsRefused).toBe(2);
    expect(await stored()).toHaveLength(1);
  });

  it('leaves the session pending if the model fails', async () => {
    let isDown = true;
    const { tell, stored, souvenir } = await setUp(async () => {
      if (isDown) throw new Error('no answer');
      return JSON.stringify({ facts: [good] });
    });
    await tell(...turns);
    expect(await stored()).toEqual([]);
    isDown = false;
    await souvenir.for().consolidate({ minAgeMs: 0 });
    expect(await stored()).toHaveLength(1);
  });
});

describe('the comparison of strategies', () => {
  const same = (one: string, other: string, task = 'fix the uploads', otherTask = task) =>
    isSameTrial({ strategy: one, task }, { strategy: other, task: otherTask }, english());

  it.each([
    ['splitting the work', 'Splitting the work.'],
    ['adding a retry to the upload', 'adding a retry to uploads'],
  ])('treats %j and %j as equal', (one, other) => expect(same(one, other)).toBe(true));

  it.each([
    ['raising the request timeout on the upload server', 'lowering the request timeout on the upload server'],
    ['turning on the upload cache', 'turning off the upload cache'],
    ['reading chunks of 500 rows', 'reading chunks of 50 rows'],
    ['moving the session cache to Redis', 'moving the session cache to Postgres'],
    ['deploying with the lock', 'deploying without the lock'],
  ])('treats %j and %j as different', (one, other) => expect(same(one, other)).toBe(false));
});

describe('strategies for different purposes', () => {
  it('are kept separate and named by their purpose first', () => {
    const [one, other] = ['fix the lock errors', 'speed up the backups'].map((task) => ({
      strategy: 'using WAL',
      task,
    }));
    expect(
      isSameTrial(one as { strategy: string; task: string }, other as { strategy: string; task: string }, english()),
    ).toBe(false);
    const score = { strategy: 'using WAL', task: 'fix the lock errors', successes: 2, failures: 0 };
    expect(describeStrategy(score, { category: 'worked' })).toBe('To fix the lock errors: using WAL worked (2 times).');
  });
});

describe('the confidence of a strategy', () => {
  it('rises with every equal outcome and falls with every opposite one', () => {
    const sureness = [1, 2, 3, 10].map((successes) => standingOf({ successes, failures: 0 }, CONFIG));
    for (const key of ['confidence', 'importance'] as const)
      expect(sureness.map((standing) => standing[key])).toEqual(sureness.map((standing) => standing[key]).sort());
    expect(standingOf({ successes: 1, failures: 1 }, CONFIG).confidence).toBeLessThan(sureness[0]?.confidence ?? 0);
    expect(standingOf({ successes: 1, failures: 4 }, CONFIG)).toMatchObject({
      category: 'failed',
      valence: 'negative',
    });
  });
});
