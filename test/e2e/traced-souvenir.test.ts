import { context } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import { BasicTracerProvider, InMemorySpanExporter, SimpleSpanProcessor } from '@opentelemetry/sdk-trace-base';
import { expect, it } from 'vitest';
import { createSouvenir, memoryStore } from '../../src/index.ts';
import { openTelemetry } from '../../src/telemetry/index.ts';
import { cycled } from '../support/tell.ts';

const STAGES = ['plan', 'gather', 'fuse', 'threshold', 'arrange', 'dedupe', 'trim'];

it('the given tracing follows the work of a memory', async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  const exporter = new InMemorySpanExporter();
  const provider = new BasicTracerProvider({ spanProcessors: [new SimpleSpanProcessor(exporter)] });
  const tracing = await openTelemetry(provider.getTracer('test'));
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, tracing });
  await souvenir.for().record({ content: 'Sarah keeps two rabbits in the garden.' });
  await souvenir.for().flush();
  await souvenir.for().consolidate();
  await souvenir.for().context('Who keeps rabbits?');
  const { audit } = await souvenir.for().turn('Who keeps rabbits?');
  await cycled(souvenir);
  await souvenir.close();
  context.disable();

  const spans = exporter.getFinishedSpans();
  const names = new Map(spans.map((span) => [span.spanContext().spanId, span.name.replace('souvenir.', '')]));
  const reported = spans.map(({ name, parentSpanContext }) => [
    name.replace('souvenir.', ''),
    names.get(parentSpanContext?.spanId ?? ''),
  ]);
  expect(reported).toEqual([
    ['flush', undefined],
    ['flush', 'consolidate'],
    ['consolidate', undefined],
    ['flush', 'compose'],
    ...STAGES.map((stage) => [`recall.${stage}`, 'recall']),
    ['recall', 'compose'],
    ['compose', undefined],
    ['flush', 'turn'],
    ...STAGES.map((stage) => [`recall.${stage}`, 'recall']),
    ['recall', 'turn'],
    ['compose', 'turn'],
    ['turn', undefined],
    ['flush', undefined],
    ['cycle', undefined],
  ]);
  const turn = spans.find(({ name }) => name === 'souvenir.turn');
  expect(turn?.attributes).toEqual({ 'souvenir.tokens': audit.tokens, 'souvenir.degraded': [] });
});
