export { measure, type Observable } from './measure.ts';
export { createMetrics, type Metrics, PROMETHEUS_CONTENT_TYPE, prometheusText } from './metrics.ts';
export { type HitRate, type Latency, type MetricsSummary, metricsSummary } from './metrics-summary.ts';
export { type OpenTelemetryTracer, openTelemetry } from './open-telemetry.ts';
export { timedTracing } from './spans.ts';
export { createTenantMetrics, measureTenants, type TenantMetrics } from './tenant-metrics.ts';
