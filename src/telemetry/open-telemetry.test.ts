import { context, SpanStatusCode, trace } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AlwaysOffSampler,
  BasicTracerProvider,
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
} from '@opentelemetry/sdk-trace-base';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SouvenirError } from '../errors.ts';
import { openTelemetry } from './open-telemetry.ts';

const exporter = new InMemorySpanExporter();
const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });

beforeAll(() => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
});
afterAll(() => {
  context.disable();
  trace.disable();
});
beforeEach(() => exporter.reset());

const named = (name: string): ReadableSpan =>
  exporter.getFinishedSpans().find((span) => span.name === name) ?? expect.fail(`no span ${name}`);
const nanoseconds = ([seconds, rest]: readonly [number, number]) => BigInt(seconds) * 1_000_000_000n + BigInt(rest);

describe('spans of OpenTelemetry', () => {
  it("are nested across await, also inside the caller's span", async () => {
    const tracer = provider.getTracer('test');
    const tracing = await openTelemetry(tracer);
    await tracer.startActiveSpan('request', async (request) => {
      await tracing.span('souvenir.turn', {}, async () => {
        await new Promise(setImmediate);
        const inner = (name: string) => tracing.span(name, {}, () => new Promise(setImmediate));
        await Promise.all([inner('souvenir.recall'), inner('souvenir.flush')]);
      });
      request.end();
    });
    const parents = ['souvenir.turn', 'souvenir.recall', 'souvenir.flush'].map((name) => named(name).parentSpanContext);
    const turn = named('souvenir.turn').spanContext().spanId;
    expect(parents.map((parent) => parent?.spanId)).toEqual([named('request').spanContext().spanId, turn, turn]);
    expect(new Set(exporter.getFinishedSpans().map((span) => span.spanContext().traceId)).size).toBe(1);
  });

  it('have a child per stage, in sequence', async () => {
    const tracing = await openTelemetry(provider.getTracer('test'));
    await tracing.span('souvenir.recall', { mode: 'relevant' }, async (span) => {
      const begun = performance.now();
      while (performance.now() - begun < 8);
      span.set({ items: 3, parts: ['text'] });
      span.stages({ plan: 1.5, gather: 4, total: 6 });
    });
    const [plan, gather, recall] = ['.plan', '.gather', ''].map((stage) => named(`souvenir.recall${stage}`));
    if (plan === undefined || gather === undefined || recall === undefined) return expect.fail();
    expect(exporter.getFinishedSpans()).toHaveLength(3);
    expect(recall.attributes).toEqual({ mode: 'relevant', items: 3, parts: ['text'] });
    for (const stage of [plan, gather]) expect(stage.parentSpanContext?.spanId).toBe(recall.spanContext().spanId);
    expect(plan.startTime).toEqual(recall.startTime);
    expect(gather.startTime).toEqual(plan.endTime);
    expect(Number(nanoseconds(plan.duration)) / 1e6).toBeCloseTo(1.5, 2);
    expect(Number(nanoseconds(gather.duration)) / 1e6).toBeCloseTo(4, 2);
    expect(nanoseconds(recall.endTime)).toBeGreaterThan(nanoseconds(gather.endTime));
    expect(Number(nanoseconds(recall.duration)) / 1e6).toBeGreaterThanOrEqual(8);
  });

  it('have the type and origin of an error, without its message', async () => {
    const tracing = await openTelemetry(provider.getTracer('test'));
    const failures = [
      new SouvenirError('storeFailed', 'cannot write "Ana has a rash"\n    at home in Braga'),
      new TypeError('Ana has a rash'),
      'Ana has a rash',
    ];
    for (const [at, error] of failures.entries())
      await tracing.span(`souvenir.${at}`, {}, () => Promise.reject(error)).catch(() => {});
    const spans = failures.map((_, at) => named(`souvenir.${at}`));
    expect(spans.map(({ status }) => status)).toEqual(
      ['storeFailed', 'other', 'other'].map((message) => ({ code: SpanStatusCode.ERROR, message })),
    );
    const events = spans.map((span) => span.events[0]?.attributes);
    expect(events.map((event) => event?.['exception.type'])).toEqual(['storeFailed', 'TypeError', 'string']);
    expect(events[0]?.['exception.stacktrace']).toContain('open-telemetry.test.ts');
    expect(JSON.stringify(spans.map(({ events, attributes, status }) => [events, attributes, status]))).not.toMatch(
      /Ana|rash|Braga/,
    );
  });

  it('use the SDK of the process by default, even if it is set up later', async () => {
    const tracing = await openTelemetry();
    await tracing.span('souvenir.early', {}, async () => {});
    trace.setGlobalTracerProvider(provider);
    await tracing.span('souvenir.late', {}, async () => {});
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['souvenir.late']);
    expect(named('souvenir.late').instrumentationScope.name).toBe('souvenir-memory');
  });

  it('are not created for stages of an unsampled span', async () => {
    const sampler = new AlwaysOffSampler();
    const unsampled = new BasicTracerProvider({ sampler, spanProcessors: [new SimpleSpanProcessor(exporter)] });
    const started: string[] = [];
    const tracer = unsampled.getTracer('test');
    const start = tracer.startSpan.bind(tracer);
    tracer.startSpan = (name, ...rest) => {
      started.push(name);
      return start(name, ...rest);
    };
    const tracing = await openTelemetry(tracer);
    await tracing.span('souvenir.recall', {}, async (span) => span.stages({ plan: 1, gather: 2 }));
    expect(started).toEqual(['souvenir.recall']);
  });

  it('refuse an invalid tracer', async () => {
    await expect(openTelemetry({} as never)).rejects.toMatchObject({
      code: 'invalidInput',
      message: 'openTelemetry.tracer: is not a tracer of OpenTelemetry',
    });
  });
});
