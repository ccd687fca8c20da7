import { describe, expect, it } from 'vitest';
import { minute } from '../../test/conformance/store/samples.ts';
import { keeper } from '../../test/support/keeper.ts';
import { DAY, MINUTE, manualClock } from '../../test/support/manual-clock.ts';
import { hashEmbedder } from '../embedders/index.ts';
import {
  type Component,
  type ConsolidationReport,
  createSouvenir,
  defineAgent,
  type Llm,
  memoryStore,
  type Tokenizer,
} from '../index.ts';
import { consolidationReportSchema } from '../model/index.ts';
import type { ComponentReport } from '../model/report.ts';

const letters: Tokenizer = { name: 'letters', count: (text) => text.length };
/** Tells what it took only when it is asked to. */
const llm: Llm = async (_system, user, options) => {
  if (user === 'tell') options?.onUsage?.({ inputTokens: 100, outputTokens: 20 });
  return 'answer';
};

const NOTHING = {
  ...{ sessionsProcessed: 0, sessionsSkipped: 0, episodesConsumed: 0 },
  ...{ memoriesCreated: 0, memoriesMerged: 0, memoriesSuperseded: 0, memoriesDecayed: 0, memoriesExpired: 0 },
  ...{ entitiesUpserted: 0, relationshipsUpserted: 0 },
  ...{ modelCalls: 0, inputTokens: 0, outputTokens: 0, findingsRefused: 0, verdictsDoubted: 0 },
};
const reportOf = (component: string, counts: Partial<ComponentReport>): ComponentReport => ({
  ...NOTHING,
  ...{ component, failures: [], durationMs: expect.any(Number) as number },
  ...counts,
});

async function setUp(...components: Component[]) {
  const clock = manualClock();
  const agents = defineAgent({ components, consolidation: { minAgeMs: 0 } });
  const options = { store: memoryStore(), clock, agents, embedder: hashEmbedder(), tokenizer: letters, llm };
  const souvenir = await createSouvenir(options);
  const tell = async (...sessionIds: string[]) => {
    for (const sessionId of sessionIds) await souvenir.for({ sessionId }).record({ content: `Told in ${sessionId}.` });
    return souvenir.for().consolidate();
  };
  return { souvenir, clock, tell };
}

const graph = keeper({
  name: 'graph',
  consolidate: async () => ({
    merged: 2,
    changes: {
      entities: ['Ana', 'Porto'].map((name) => ({ id: name, name, type: 'concept' })),
      relationships: [{ fromId: 'Ana', toId: 'Porto', relation: 'lives in', confidence: 1, updatedAt: minute(0) }],
    },
  }),
});
/** Makes two memories, one of which replaces the other, and from then on replaces the latest. */
const reviser = keeper({
  name: 'reviser',
  consolidate: async ({ sessionId }) => {
    if (sessionId !== 'a')
      return { changes: { updates: [{ id: 'new', status: 'superseded', supersededBy: 'later' }] } };
    return {
      memories: [
        { id: 'new', content: 'It is blue.', category: 'colour' },
        { content: 'It is red.', category: 'colour', supersededBy: 'new' },
      ],
    };
  },
});
const asker = keeper({
  name: 'asker',
  consolidate: async (_, { llm }) => {
    for (const question of ['tell', 'guess']) await llm?.('system', question);
    return { refused: 3 };
  },
});
const moody = keeper({
  name: 'moody',
  consolidate: async ({ sessionId }, { llm }) => {
    await llm?.('', 'tell');
    if (sessionId === 'b') throw new Error('not b');
    return {};
  },
});

describe('the consolidation report', () => {
  it('has counts per component and in total', async () => {
    const { tell } = await setUp(keeper(), graph, reviser, asker, moody, keeper({ name: 'personality' }));
    const report = await tell('a', 'a', 'b');
    const done = { sessionsProcessed: 2, episodesConsumed: 3 };
    const expected: ConsolidationReport = {
      ...{ sessionsProcessed: 1, sessionsSkipped: 1, episodesConsumed: 3 },
      ...{ memoriesCreated: 8, memoriesMerged: 4, memoriesSuperseded: 2, memoriesDecayed: 0, memoriesExpired: 0 },
      ...{ entitiesUpserted: 4, relationshipsUpserted: 2 },
      ...{ modelCalls: 6, inputTokens: 422, outputTokens: 92, findingsRefused: 6, verdictsDoubted: 0 },
      ...{ sessionsEnded: 0, memoriesEmbedded: 8, personalityUpdated: true, degraded: [] },
      durationMs: expect.any(Number) as number,
      components: [
        reportOf('keeper', { ...done, memoriesCreated: 3 }),
        reportOf('graph', { ...done, memoriesMerged: 4, entitiesUpserted: 4, relationshipsUpserted: 2 }),
        reportOf('reviser', { ...done, memoriesCreated: 2, memoriesSuperseded: 2 }),
        reportOf('asker', { ...done, modelCalls: 4, inputTokens: 222, outputTokens: 52, findingsRefused: 6 }),
        reportOf('moody', {
          ...{ sessionsProcessed: 1, sessionsSkipped: 1, episodesConsumed: 2 },
          ...{ modelCalls: 2, inputTokens: 200, outputTokens: 40 },
          failures: [{ sessionId: 'b', reason: 'not b', code: 'partFailed' }],
        }),
        reportOf('personality', { ...done, memoriesCreated: 3 }),
      ],
    };
    expect(report).toEqual(expected);
    expect(consolidationReportSchema.parse(report)).toEqual(report);
  });

  it('counts faded and expired memories', async () => {
    const fading = [{ since: 'update' as const, idleDays: 1, rate: 0.5, everyDays: 1 }];
    const { tell, clock } = await setUp(
      keeper({ fading }),
      keeper({ name: 'fleeting', endsWithSession: true }),
      keeper({ name: 'small', cap: { items: 1, per: 'owner' } }),
    );
    await tell('a', 'b');
    clock.advance(DAY);
    expect(await tell('c')).toMatchObject({
      ...{ sessionsEnded: 2, memoriesCreated: 3, memoriesDecayed: 2, memoriesExpired: 3 },
      components: [
        { component: 'keeper', memoriesDecayed: 2, memoriesExpired: 0 },
        { component: 'fleeting', memoriesDecayed: 0, memoriesExpired: 2 },
        { component: 'small', memoriesDecayed: 0, memoriesExpired: 1 },
      ],
    });
  });

  it('is zero without work', async () => {
    const { tell } = await setUp(keeper(), keeper({ name: 'personality' }));
    await tell('a');
    const { components, durationMs, ...rest } = await tell();
    expect(rest).toEqual({
      ...NOTHING,
      sessionsEnded: 0,
      memoriesEmbedded: 0,
      personalityUpdated: false,
      degraded: [],
    });
    expect(components).toEqual(['keeper', 'personality'].map((name) => reportOf(name, {})));
    expect(durationMs).toBeGreaterThan(0);
  });

  it('has durations per component and in total', async () => {
    const slow = keeper({
      name: 'slow',
      consolidate: async () => {
        for (const until = performance.now() + 20; performance.now() < until; ) await new Promise(setImmediate);
        return {};
      },
    });
    const { tell } = await setUp(keeper(), slow);
    const { durationMs, components } = await tell('a');
    expect(components[1]?.durationMs).toBeGreaterThanOrEqual(20);
    expect(durationMs).toBeGreaterThanOrEqual(components[1]?.durationMs ?? Infinity);
  });

  it('is emitted as an event', async () => {
    const { souvenir, clock } = await setUp(keeper());
    const reported: unknown[] = [];
    souvenir.on('consolidationCompleted', ({ report }) => reported.push(report));
    await souvenir.for().record({ content: 'Hello.' });
    clock.advance(MINUTE);
    expect([await souvenir.for().consolidate()]).toEqual(reported);
  });
});
