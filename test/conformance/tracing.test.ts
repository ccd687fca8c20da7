import { BasicTracerProvider } from '@opentelemetry/sdk-trace-base';
import { noTracing } from '../../src/contracts/tracing.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import { openTelemetry } from '../../src/telemetry/open-telemetry.ts';
import { timedTracing } from '../../src/telemetry/spans.ts';
import { tracingConformance } from './tracing.ts';

tracingConformance('noTracing', () => noTracing);
tracingConformance('timedTracing', () => timedTracing(createMetrics()));
tracingConformance('openTelemetry without an SDK', () => openTelemetry());
tracingConformance('openTelemetry', () => openTelemetry(new BasicTracerProvider().getTracer('test')));
