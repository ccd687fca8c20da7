import { afterEach, describe, expect, it } from 'vitest';
import {
  createSouvenir,
  defineAgent,
  type Embedder,
  memoryStore,
  type RecallResult,
  type Souvenir,
  SouvenirError,
  type SouvenirOptions,
} from '../../src/index.ts';
import { measure } from '../../src/telemetry/measure.ts';
import { createMetrics, prometheusText } from '../../src/telemetry/metrics.ts';
import { metricsSummary } from '../../src/telemetry/metrics-summary.ts';
import { keeper } from '../support/keeper.ts';
import { DAY, manualClock } from '../support/manual-clock.ts';
import { parsePrometheus } from '../support/parse-prometheus.ts';
import { cycled } from '../support/tell.ts';

let souvenir: Souvenir;
afterEach(() => souvenir.close());

async function open(options: Partial<SouvenirOptions> = {}) {
  const clock = manualClock();
  const agents = defineAgent({ components: [keeper()] });
  souvenir = await createSouvenir({ store: memoryStore(), clock, agents, embedder: null, ...options });
  const metrics = createMetrics();
  const stop = measure(souvenir, metrics);
  /** Every sample of a metric as told to Prometheus: its labels' values, joined, and the number. */
  const reported = (name: string): Record<string, number> => {
    const families = parsePrometheus(prometheusText(metrics));
    const samples = [...families.values()].flatMap((family) => family.samples).filter((sample) => sample.name === name);
    return Object.fromEntries(samples.map(({ labels, value }) => [Object.values(labels).join(' '), value]));
  };
  return { clock, metrics, stop, reported, summary: () => metricsSummary(metrics) };
}

const RABBITS = 'Sarah keeps two rabbits in the garden.';
const TRAIN = 'The train to Ghent leaves at nine.';
const BUDGET = 'Our budget for the kitchen is 8,000 euros.';

async function tell(): Promise<void> {
  for (const content of [RABBITS, TRAIN]) await souvenir.for().record({ content });
  await souvenir.for().record({ content: BUDGET, type: 'decision' });
  await souvenir.for().sessions.end();
}

describe('retrieval', () => {
  it('counts answered and silent queries by mode, and their tokens', async () => {
    const { reported, summary } = await open();
    expect(summary().recall).toMatchObject({ hitRate: undefined, meanTokens: undefined, latency: undefined });
    await tell();
    const results: RecallResult[] = [
      await souvenir.for().recall('Who keeps rabbits?'),
      await souvenir.for().recall('When does the train to Ghent leave?'),
      await souvenir.for().recall('What is the boiling point of tungsten?'),
      await souvenir.for().recall('', { mode: 'recent' }),
    ];
    expect(results.map(({ items }) => items.length > 0)).toEqual([true, true, false, true]);
    expect(reported('souvenir_recalls_total')).toEqual({
      'relevant answered': 2,
      'relevant silent': 1,
      'recent answered': 1,
    });

    const tokens = results.reduce((sum, result) => sum + result.tokens, 0);
    expect(reported('souvenir_recalled_tokens_sum')).toEqual({ '': tokens });
    expect(reported('souvenir_recalled_tokens_bucket')).toMatchObject({ '0': 1, '+Inf': 4 });
    expect(summary().recall).toMatchObject({
      ...{ answered: 3, silent: 1, hitRate: 0.75, meanTokens: tokens / 4, meanTokensAnswered: tokens / 3 },
      byMode: {
        relevant: { answered: 2, silent: 1, hitRate: 2 / 3 },
        recent: { answered: 1, silent: 0, hitRate: 1 },
      },
      degradedRate: 0,
    });
  });

  it('measures every stage of every query', async () => {
    const { reported, summary } = await open();
    await tell();
    const results = [
      await souvenir.for().recall('Who keeps rabbits?'),
      await souvenir.for().recall('Is there a train?'),
    ];
    const stages = Object.keys(results[0]?.timingsMs ?? {}).filter((stage) => stage !== 'total');
    expect(stages).toEqual(['plan', 'gather', 'fuse', 'threshold', 'arrange', 'dedupe', 'trim']);
    const each = (value: (stage: string) => unknown) =>
      Object.fromEntries(stages.map((stage) => [stage, value(stage)]));
    const times = (stage: string) => results.map(({ timingsMs }) => timingsMs[stage] ?? NaN);
    expect(reported('souvenir_recall_stage_duration_seconds_count')).toEqual(each(() => 2));
    expect(reported('souvenir_recall_stage_duration_seconds_sum')).toEqual(
      each((stage) =>
        expect.closeTo(
          times(stage).reduce((sum, ms) => sum + ms / 1000, 0),
          12,
        ),
      ),
    );
    expect(reported('souvenir_recall_duration_seconds_count')).toEqual({ relevant: 2 });
    const { latency, stages: latencies } = summary().recall;
    expect(Object.values(latencies).map(({ count }) => count)).toEqual(stages.map(() => 2));
    for (const [stage, { p50Ms, p95Ms, maxMs }] of Object.entries({ ...latencies, total: latency ?? expect.fail() })) {
      expect(maxMs).toBeCloseTo(Math.max(...times(stage)), 9);
      expect(p50Ms).toBeGreaterThan(0);
      expect(p95Ms).toBeGreaterThanOrEqual(p50Ms);
      expect(maxMs).toBeGreaterThanOrEqual(p95Ms);
    }
  });
});

describe('writing', () => {
  it('counts episodes, memories by component and type, and every kind of change', async () => {
    const { reported, summary, stop } = await open();
    await tell();
    expect(reported('souvenir_episodes_recorded_total')).toEqual({ conversation: 2, decision: 1 });
    expect(reported('souvenir_episodes_flushed_total')).toEqual({ '': 3 });
    expect(reported('souvenir_memories_created_total')).toEqual({ 'keeper semantic': 3 });
    expect(reported('souvenir_episodes_consolidated_total')).toEqual({ keeper: 3 });
    expect(reported('souvenir_consolidation_duration_seconds_count')).toEqual({ '': 1 });
    expect(reported('souvenir_component_duration_seconds_count')).toEqual({ keeper: 1 });

    const { memories } = await souvenir.for().memories.list();
    const [first, second, third] = memories.map(({ id }) => id) as [string, string, string];
    await souvenir.for().memories.add('Ana is learning to sail.', { type: 'procedural' });
    await souvenir.for().memories.reinforce(first, { reason: 'explicitConfirmation' });
    await souvenir.for().memories.reinforce(first, { reason: 'explicitConfirmation' });
    await souvenir.for().memories.archive(second);
    await souvenir.for().memories.restore(second);
    await souvenir.for().memories.forget(third);
    await souvenir.for().memories.link(first, { to: second, type: 'related' });
    await souvenir.for().memories.unlink(first, { to: second });
    await souvenir
      .for()
      .memories.correct(second, { content: 'The train to Ghent leaves at ten.', reason: 'they changed it' });

    expect(reported('souvenir_memory_changes_total')).toEqual({
      ...{ created: 5, reinforced: 2, archived: 1, restored: 1, forgotten: 1, corrected: 1 },
    });
    expect(reported('souvenir_links_total')).toMatchObject({ 'made related': 1, 'undone related': 1 });
    const { memories: written } = summary();
    expect(written).toMatchObject({ created: 5, byType: { procedural: 1, semantic: 4 } });
    expect(Object.values(written.byComponent).reduce((sum, count) => sum + count)).toBe(5);
    const { memories: stored } = await souvenir.stats();
    expect(Object.values(stored).reduce((sum, count) => sum + count)).toBe(written.created);

    stop();
    await tell();
    await souvenir.for().recall('Who keeps rabbits?');
    expect(summary()).toMatchObject({ memories: { created: 5 }, episodes: { recorded: 3 }, recall: { answered: 0 } });
  });

  it('counts calls, tokens and durations of a model and the cycle', async () => {
    const asking = keeper({
      name: 'asking',
      async consolidate({ episodes }, { llm }) {
        for (const { content } of episodes) await llm?.('judge', content);
        return { memories: [] };
      },
    });
    const { reported, summary, clock } = await open({
      agents: defineAgent({ components: [keeper(), asking] }),
      async llm(_system, _user, options) {
        options?.onUsage?.({ inputTokens: 100, outputTokens: 7 });
        return '[]';
      },
    });
    await tell();
    expect(reported('souvenir_model_calls_total')).toEqual({ consolidate: 3 });
    expect(reported('souvenir_model_tokens_total')).toEqual({ 'consolidate input': 300, 'consolidate output': 21 });
    clock.advance(DAY);
    const report = await cycled(souvenir);
    expect(reported('souvenir_cycle_duration_seconds_count')).toEqual({ '': 1 });
    expect(reported('souvenir_cycle_duration_seconds_sum')['']).toBeCloseTo(report.durationMs / 1000, 12);
    expect(summary()).toMatchObject({
      model: { calls: 3 + report.modelCalls, inputTokens: 300 + report.inputTokens },
      cycle: { runs: 1, degradedRate: 0 },
      consolidation: { runs: 1, degradedRate: 0, sessionFailures: {} },
    });
  });
});

describe('failing', () => {
  it('counts degraded parts, and failures of the embedder by code', async () => {
    const embedder: Embedder = { id: 'down', embed: () => Promise.reject(new Error('out of reach')) };
    const { reported, summary } = await open({ embedder, embedInBackground: false });
    await tell();
    const { degraded } = await souvenir.for().recall('Who keeps rabbits?');
    await souvenir.for().recall('', { mode: 'recent' });
    expect(reported('souvenir_degraded_total')).toEqual({ consolidate: 1, recall: 1 });
    const parts = Map.groupBy(degraded, ({ part }) => part);
    expect(reported('souvenir_degraded_parts_total')).toEqual({
      'consolidate embedder': 1,
      ...Object.fromEntries([...parts].map(([part, all]) => [`recall ${part}`, all.length])),
    });
    expect([...parts.keys()]).toEqual(['vector']);
    expect(reported('souvenir_failures_total')).toEqual({ 'embedding other': 1 });
    expect(summary()).toMatchObject({
      recall: { degradedRate: 0.5, hitRate: 1 },
      consolidation: { degradedRate: 1 },
      failures: { embedding: 1 },
    });
  });

  it('counts recalls without the reader because it was busy', async () => {
    const busy = new SouvenirError('readerFailed', 'busy: 4 other recalls are being read');
    const { reported } = await open({ reader: { answers: () => Promise.reject(busy) } });
    await tell();
    const { degraded } = await souvenir.for().recall('Who keeps rabbits?');
    expect(degraded).toMatchObject([{ part: 'reader', reason: busy.message }]);
    expect(reported('souvenir_degraded_parts_total')).toEqual({ 'recall reader': 1 });
  });

  it('counts background failures of a flush, a consolidation and a listener', async () => {
    const store = memoryStore();
    let isFull = true;
    const full = new SouvenirError('storeFull', 'the disk is full');
    const { reported, summary } = await open({
      store: { ...store, write: (...given) => (isFull ? Promise.reject(full) : store.write(...given)) },
      agents: defineAgent({ components: [keeper()], consolidation: { afterEpisodes: 2 } }),
      buffer: { size: 2 },
    });
    const failed = Promise.withResolvers<unknown>();
    souvenir.on('consolidationFailed', ({ error }) => failed.resolve(error));
    souvenir.on('episodeRecorded', () => {
      throw new TypeError('a listener of the caller');
    });
    for (const content of [RABBITS, TRAIN]) await souvenir.for().record({ content });
    expect(((await failed.promise) as SouvenirError).code).toBe('storeFull');
    await expect
      .poll(() => reported('souvenir_failures_total'))
      .toEqual({ 'flush storeFull': 1, 'consolidation storeFull': 1, 'listener other': 2 });
    expect(summary()).toMatchObject({ episodes: { recorded: 2, flushed: 0 } });
    isFull = false;
    await souvenir.for().flush();
    expect(summary().episodes).toEqual({ recorded: 2, flushed: 2 });
  });

  it('counts the sessions that a component failed on', async () => {
    const broken = keeper({ name: 'broken', consolidate: () => Promise.reject(new Error('no')) });
    const { reported, summary } = await open({ agents: defineAgent({ components: [keeper(), broken] }) });
    await tell();
    expect(reported('souvenir_session_failures_total')).toEqual({ broken: 1 });
    expect(summary().consolidation.sessionFailures).toEqual({ broken: 1 });
    expect(reported('souvenir_memories_created_total')).toEqual({ 'keeper semantic': 3 });
  });
});
