import { context, SpanStatusCode } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  createSouvenir,
  defineAgent,
  memoryStore,
  type Souvenir,
  SouvenirError,
  type SouvenirOptions,
  type Store,
} from '../../src/index.ts';
import { measure } from '../../src/telemetry/measure.ts';
import { createMetrics, prometheusText } from '../../src/telemetry/metrics.ts';
import { metricsSummary } from '../../src/telemetry/metrics-summary.ts';
import { openTelemetry } from '../../src/telemetry/open-telemetry.ts';
import { spansOf, timedTracing } from '../../src/telemetry/spans.ts';
import { keeper } from '../support/keeper.ts';
import { cycled } from '../support/tell.ts';

const STAGES = ['plan', 'gather', 'fuse', 'threshold', 'arrange', 'dedupe', 'trim'];
const NO_PROMPT = { audit: { tokens: 0 }, degraded: [] };
const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
let souvenir: Souvenir;
beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
beforeEach(() => exporter.reset());
afterEach(() => souvenir.close());
afterAll(() => context.disable());

async function open(options: Partial<SouvenirOptions> = {}) {
  const agents = defineAgent({ components: [keeper()] });
  souvenir = await createSouvenir({ store: memoryStore(), agents, embedder: null, ...options });
  const metrics = createMetrics();
  measure(souvenir, metrics);
  return { metrics, spans: spansOf(timedTracing(metrics, await openTelemetry(provider.getTracer('test')))) };
}

/** Every finished span under the names of those around it. */
function tree(): string[] {
  const spans = new Map(exporter.getFinishedSpans().map((span) => [span.spanContext().spanId, span]));
  const pathOf = (id: string | undefined): string => {
    const span = spans.get(id ?? '');
    return span === undefined ? '' : `${pathOf(span.parentSpanContext?.spanId)}/${span.name.replace('souvenir.', '')}`;
  };
  return [...spans.keys()].map(pathOf);
}
const attributesOf = (name: string) =>
  exporter.getFinishedSpans().find((span) => span.name === name)?.attributes ?? expect.fail(`no span ${name}`);

describe('a traced turn', () => {
  it('has nested spans for its parts and the stages of recall, with measures', async () => {
    const { spans, metrics } = await open();
    const turn = await spans.turn(async () => {
      await souvenir.for().record({ content: 'Sarah keeps two rabbits in the garden.' });
      await spans.flush(() => souvenir.for().flush());
      const report = await spans.consolidate(() => souvenir.for().consolidate());
      const result = await spans.recall(() => souvenir.for().recall('Who keeps rabbits?'));
      const composed = await spans.compose(() => souvenir.for().context('Who keeps rabbits?'));
      return { report, result, composed, audit: { tokens: 7 }, degraded: [{ part: 'profile', reason: 'gone' }] };
    });
    await spans.cycle(() => cycled(souvenir));

    expect(tree().toSorted()).toEqual(
      [
        ...['/turn', '/turn/flush', '/turn/consolidate', '/turn/recall', '/turn/compose', '/cycle'],
        ...STAGES.map((stage) => `/turn/recall/recall.${stage}`),
      ].toSorted(),
    );
    expect(turn.result.items).toHaveLength(1);
    expect(attributesOf('souvenir.recall')).toEqual({
      'souvenir.recall.mode': 'relevant',
      'souvenir.recall.items': 1,
      'souvenir.recall.confidence': turn.result.confidence,
      'souvenir.recall.candidates.text': 1,
      'souvenir.recall.candidates.vector': 0,
      'souvenir.recall.candidates.entity': turn.result.candidates.entity,
      'souvenir.recall.candidates.time': 0,
      'souvenir.recall.candidates.listed': 0,
      'souvenir.tokens': turn.result.tokens,
      'souvenir.degraded': [],
    });
    expect(attributesOf('souvenir.consolidate')).toMatchObject({
      'souvenir.episodes.consumed': 1,
      'souvenir.memories.created': 1,
      'souvenir.model.calls': 0,
    });
    expect(attributesOf('souvenir.compose')).toEqual({
      'souvenir.tokens': turn.composed.tokens,
      'souvenir.degraded': [],
    });
    expect(attributesOf('souvenir.turn')).toEqual({ 'souvenir.tokens': 7, 'souvenir.degraded': ['profile'] });
    const { operations } = metricsSummary(metrics);
    expect(
      Object.entries(operations)
        .map(([name, { count, failed }]) => [name, count, failed])
        .toSorted(),
    ).toEqual(['compose', 'consolidate', 'cycle', 'flush', 'recall', 'turn'].map((name) => [name, 1, 0]));
  });

  it('records degraded parts and error codes, and passes errors on', async () => {
    const store: Store = memoryStore();
    const full = new SouvenirError('storeFull', 'the disk is full');
    const { spans, metrics } = await open({
      store: { ...store, write: () => Promise.reject(full), searchText: () => Promise.reject(new Error('corrupt')) },
    });
    await spans.recall(() => souvenir.for().recall('Who keeps rabbits?'));
    await souvenir.for().record({ content: 'Sarah keeps two rabbits in the garden.' });
    const turn = spans.turn(async () => {
      await spans.flush(() => souvenir.for().flush());
      return NO_PROMPT;
    });
    await expect(turn).rejects.toBe(full);
    expect(attributesOf('souvenir.recall')['souvenir.degraded']).toEqual(['text']);
    const failed = exporter.getFinishedSpans().filter(({ status }) => status.code === SpanStatusCode.ERROR);
    expect(failed.map(({ name, status }) => [name, status.message])).toEqual([
      ['souvenir.flush', 'storeFull'],
      ['souvenir.turn', 'storeFull'],
    ]);
    expect(metricsSummary(metrics)).toMatchObject({
      missing: { text: 1 },
      operations: { flush: { failed: 1, errorRate: 1 }, recall: { failed: 0, errorRate: 0 } },
    });
    await souvenir.close().catch(() => {});
    souvenir = await createSouvenir({ store: memoryStore(), embedder: null });
  });
});

it('spans contain neither content nor owners', async () => {
  const secret = 'xyzzy';
  const scope = {
    ...{ tenantId: `tenant-${secret}`, userId: `user-${secret}`, agentId: `agent-${secret}` },
    ...{ projectId: `project-${secret}`, sessionId: `session-${secret}` },
  };
  const isDown = { now: false };
  const store = memoryStore();
  const { spans, metrics } = await open({
    store: {
      ...store,
      searchText: (...given) =>
        isDown.now ? Promise.reject(new Error(`cannot read ${secret}`)) : store.searchText(...given),
    },
    agents: defineAgent({ id: scope.agentId, components: [keeper()] }),
    llm: () => Promise.reject(new Error(`cannot judge ${secret}`)),
  });
  await spans.turn(async () => {
    await souvenir
      .for(scope)
      .record({ content: `I am ${secret} and I keep rabbits.`, speaker: secret, metadata: { category: secret } });
    await spans.consolidate(() => souvenir.for(scope).sessions.end());
    await souvenir.for(scope).memories.add(`${secret} sails.`, { category: secret });
    await spans.recall(() => souvenir.for(scope).recall(`Does ${secret} keep rabbits?`));
    isDown.now = true;
    const { degraded } = await spans.recall(() => souvenir.for(scope).recall(`Where does ${secret} live?`));
    expect(JSON.stringify(degraded)).toContain(secret);
    await expect(spans.cycle(() => cycled(souvenir))).rejects.toThrow(secret);
    await spans.flush(() => Promise.reject(new TypeError(secret))).catch(() => {});
    return NO_PROMPT;
  });
  const { created } = metricsSummary(metrics).memories;
  expect(created).toBeGreaterThan(1);
  expect(prometheusText(metrics)).not.toContain(secret);
  expect(JSON.stringify(metricsSummary(metrics))).not.toContain(secret);
  const reportedSpans = exporter
    .getFinishedSpans()
    .map(({ name, attributes, events, status }) => [name, attributes, events, status]);
  expect(reportedSpans.length).toBeGreaterThan(18);
  expect(JSON.stringify(reportedSpans)).not.toContain(secret);
});
