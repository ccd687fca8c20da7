import { describe, expect, it } from 'vitest';
import { DAY } from '../../../test/support/manual-clock.ts';
import { openComponent } from '../../../test/support/open-component.ts';
import type { EpisodeInput, Llm } from '../../index.ts';
import { reinforcement } from './reinforcement.ts';
import { isSameTrial } from './same-strategy.ts';
import { standingOf } from './standing.ts';

const CONFIG = { reinforcedAfter: 3, prevailingShare: 0.75 };

async function setUp(llm?: Llm) {
  const { told, all: held, ...opened } = await openComponent(reinforcement(), llm);
  let session = 0;
  /** A session of its own, consolidated. */
  const tell = (...turns: (string | EpisodeInput)[]) => {
    session += 1;
    return told(`s${session}`, ...turns);
  };
  return { ...opened, held, tell };
}

const FIXED = 'Switching to WAL mode fixed the lock errors.';

describe('the reinforcement component', () => {
  it('keeps what worked, intent first, with its strategy, counts, tags and sources', async () => {
    const { tell, held } = await setUp();
    await tell({ content: FIXED, metadata: { turnId: 't1' } });
    const [memory, ...more] = await held();
    expect(more).toEqual([]);
    expect(memory).toMatchObject({
      content: 'To fix the lock errors: switching to WAL mode worked.',
      ...{ component: 'reinforcement', category: 'worked', type: 'procedural', status: 'active' },
      metadata: {
        strategy: 'switching to WAL mode',
        task: 'fix the lock errors',
        valence: 'positive',
        successes: 1,
        failures: 0,
      },
      provenance: { turnIds: ['t1'] },
    });
    expect(memory?.metadata['tags']).toContain('lock');
    expect(memory?.confidence).toBeCloseTo(2 / 3);
  });

  it('keeps what failed, and says to look elsewhere', async () => {
    const { tell, held } = await setUp();
    await tell(
      'The importer runs out of memory.',
      { role: 'assistant', content: "Let's read the file in chunks." },
      'That did not help.',
    );
    expect((await held()).map(({ content, category }) => ({ content, category }))).toEqual([
      {
        content:
          'When the importer runs out of memory: reading the file in chunks did not work; consider alternatives.',
        category: 'failed',
      },
    ]);
  });

  it('counts the same outcome again in place, and strengthens it', async () => {
    const { tell, held } = await setUp();
    await tell(FIXED);
    await tell('Using WAL mode solved the lock errors.');
    const report = await tell(FIXED);
    const [memory, ...more] = await held();
    expect(more).toEqual([]);
    expect(report.memoriesMerged).toBe(1);
    expect(memory).toMatchObject({
      content: 'To fix the lock errors: switching to WAL mode worked (3 times).',
      category: 'reinforced',
      metadata: { successes: 3, failures: 0 },
    });
    expect(memory?.provenance.episodeIds).toHaveLength(3);
    expect(memory?.confidenceTrajectory.map(({ confidence }) => confidence)).toEqual([2 / 3, 3 / 4, 4 / 5]);
  });

  it('calls it contested when the outcomes differ, until one side prevails', async () => {
    const { tell, held } = await setUp();
    await tell(FIXED);
    await tell('Switching to WAL mode did not help with the lock errors.');
    expect((await held()).map(({ category }) => category)).toEqual(['contested']);
    await tell(FIXED);
    await tell(FIXED);
    const [memory] = await held();
    expect(memory).toMatchObject({
      category: 'reinforced',
      metadata: { successes: 3, failures: 1, valence: 'positive' },
    });
    expect(memory?.confidence).toBeLessThan(4 / 5);
    expect(memory?.content).toContain('worked (3 times, failed once)');
  });

  it('counts one proposal once, however often its outcome is told', async () => {
    const { tell, held } = await setUp();
    await tell({ role: 'assistant', content: "Let's split the migration." }, 'That worked!', 'Yes, it works now.', {
      role: 'assistant',
      content: 'Glad that worked!',
    });
    expect((await held()).map(({ metadata }) => metadata['successes'])).toEqual([1]);
  });

  it('keeps strategies for different purposes apart', async () => {
    const { tell, held } = await setUp();
    await tell(FIXED);
    await tell('Switching to WAL mode fixed the slow backups.');
    expect(await held()).toHaveLength(2);
  });

  it('forgets what is contested within weeks, and what is reinforced not', async () => {
    const { tell, held, clock, souvenir } = await setUp();
    for (const text of [
      FIXED,
      FIXED,
      FIXED,
      'Restarting the router fixed the outage.',
      'Restarting the router did not help with the outage.',
    ])
      await tell(text);
    clock.advance(20 * DAY);
    await souvenir.for().consolidate();
    const statuses = Object.fromEntries((await held()).map(({ category, status }) => [category, status]));
    expect(statuses).toEqual({ reinforced: 'active', contested: 'decayed' });
  });

  it('refuses an unknown option by name', () => {
    expect(() => reinforcement({ lookback: 3 } as never)).toThrow(/reinforcement.*lookback/);
  });
});

describe('the reinforcement component with a model', () => {
  const good = {
    strategy: 'splitting the work',
    task: 'to ship on time',
    outcome: 'worked',
    from: [2, 1, 2],
    tags: ['Planning'],
  };
  const answering =
    (...answers: string[]): Llm =>
    async () =>
      answers.shift() ?? '{"trials":[]}';
  const turns = ['We split the work.', 'We shipped on time.'] as const;

  it.each([
    ['plain', JSON.stringify({ trials: [good] })],
    ['fenced', `Here you go:\n\`\`\`json\n${JSON.stringify({ trials: [good] })}\n\`\`\``],
  ])('takes a %s answer', async (_, answer) => {
    const { tell, held } = await setUp(answering(answer));
    await tell(...turns);
    const [memory] = await held();
    expect(memory).toMatchObject({
      content: 'To ship on time: splitting the work worked.',
      metadata: { tags: ['planning'], successes: 1 },
    });
    expect(memory?.provenance.episodeIds).toHaveLength(2);
  });

  it('sends a malformed answer back once', async () => {
    const { tell, held } = await setUp(answering('{"trials":[', JSON.stringify({ trials: [good] })));
    await tell(...turns);
    expect(await held()).toHaveLength(1);
  });

  it('refuses invented sources, unknown outcomes and empty strategies, and keeps the rest', async () => {
    const bad = [
      { ...good, from: [9] },
      { ...good, outcome: 'maybe' },
      { ...good, strategy: ' ' },
      { ...good, from: ['1'] },
      'x',
    ];
    const { tell, held } = await setUp(answering(JSON.stringify({ trials: [...bad, good] })));
    expect((await tell(...turns)).findingsRefused).toBe(5);
    expect(await held()).toHaveLength(1);
  });

  it('leaves the session for the next time when the model fails', async () => {
    let isDown = true;
    const { tell, held, souvenir } = await setUp(async () => {
      if (isDown) throw new Error('no answer');
      return JSON.stringify({ trials: [good] });
    });
    await tell(...turns);
    expect(await held()).toEqual([]);
    isDown = false;
    await souvenir.for().consolidate({ minAgeMs: 0 });
    expect(await held()).toHaveLength(1);
  });
});

describe('the same strategy', () => {
  const same = (one: string, other: string, task = 'fix the uploads', otherTask = task) =>
    isSameTrial({ strategy: one, task }, { strategy: other, task: otherTask });

  it.each([
    ['switching to WAL mode', 'using WAL mode'],
    ['adding a retry to the upload', 'adding a retry to uploads'],
  ])('%j is %j', (one, other) => expect(same(one, other)).toBe(true));

  it.each([
    ['raising the request timeout on the upload server', 'lowering the request timeout on the upload server'],
    ['turning on the upload cache', 'turning off the upload cache'],
    ['reading chunks of 500 rows', 'reading chunks of 50 rows'],
    ['moving the session cache to Redis', 'moving the session cache to Postgres'],
    ['deploying with the lock', 'deploying without the lock'],
  ])('%j is not %j', (one, other) => expect(same(one, other)).toBe(false));
});

describe('where a strategy stands', () => {
  it('grows surer with every outcome of a kind, and less sure with every other', () => {
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
