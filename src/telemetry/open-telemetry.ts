import type { Span as OpenSpan, Tracer } from '@opentelemetry/api';
import { z } from 'zod';
import type { Span, SpanAttributes, Tracing } from '../contracts/tracing.ts';
import { SouvenirError } from '../errors.ts';
import { parse } from '../model/parse.ts';
import { metricCodeOf } from './measure.ts';

/** A tracer of `@opentelemetry/api`. */
export interface OpenTelemetryTracer {
  startSpan(...parameters: never[]): object;
}

const tracerSchema = z.custom<Tracer>(
  (value) => typeof value === 'object' && value !== null && typeof (value as Tracer).startSpan === 'function',
  'is not a tracer of OpenTelemetry',
);

const PACKAGE = '@opentelemetry/api';

/**
 * Spans by the optional package `@opentelemetry/api`, for the SDK and exporter of the process.
 * @example const souvenir = await createSouvenir({ store, tracing: await openTelemetry() });
 */
export async function openTelemetry(given?: OpenTelemetryTracer): Promise<Tracing> {
  const chosen = given === undefined ? undefined : parse(tracerSchema, given, 'openTelemetry.tracer');
  const { context, SpanStatusCode, trace } = await importPackage();
  const tracer = chosen ?? trace.getTracer('souvenir-memory');

  return {
    async span(name, attributes, work) {
      const startTime = Date.now();
      const began = performance.now();
      const open = tracer.startSpan(name, { startTime, attributes: copied(attributes) });
      const inside = trace.setSpan(context.active(), open);
      const span: Span = {
        set: (added) => void open.setAttributes(copied(added)),
        stages(timingsMs) {
          if (!open.isRecording()) return;
          let at = startTime;
          for (const [stage, durationMs] of Object.entries(timingsMs)) {
            if (stage === 'total') continue;
            const child = tracer.startSpan(`${name}.${stage}`, { startTime: at }, inside);
            at += durationMs;
            child.end(at);
          }
        },
      };
      try {
        return await context.with(inside, () => work(span));
      } catch (error) {
        recordError(open, error);
        open.setStatus({ code: SpanStatusCode.ERROR, message: metricCodeOf(error) });
        throw error;
      } finally {
        open.end(startTime + performance.now() - began);
      }
    },
  };
}

/** Records an error's name, code and stack without its message, which may quote a user. */
function recordError(span: OpenSpan, error: unknown): void {
  const name = error instanceof Error ? error.name : typeof error;
  const code = SouvenirError.is(error) ? error.code : name;
  span.recordException({ code, name, ...(error instanceof Error && { stack: framesOf(error) }) });
}

function framesOf({ stack = '', message }: Error): string {
  const afterMessage = stack.slice(stack.indexOf(message) + message.length);
  return afterMessage
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

const copied = (attributes: SpanAttributes) =>
  Object.fromEntries(
    Object.entries(attributes).map(([name, value]) => [name, typeof value === 'object' ? [...value] : value]),
  );

async function importPackage() {
  try {
    return await import('@opentelemetry/api');
  } catch (cause) {
    const advice = `npm install ${PACKAGE}`;
    throw new SouvenirError('missingPackage', `openTelemetry needs the package ${PACKAGE}`, { advice, cause });
  }
}
