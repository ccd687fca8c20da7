import { Hono } from 'hono';
import { DEFAULT_OWNER } from '../model/scope.ts';
import { measure } from '../telemetry/measure.ts';
import { createMetrics, PROMETHEUS_CONTENT_TYPE, prometheusText } from '../telemetry/metrics.ts';
import { createTenantMetrics, measureTenants } from '../telemetry/tenant-metrics.ts';
import { refuseWithout, type ServerEnv } from './caller.ts';
import type { AppSettings } from './options.ts';
import { answerProblem, Refusal } from './problem.ts';
import type { Served } from './served.ts';

export function probes({ store }: Served, stopping: AbortSignal | undefined): Hono {
  const app = new Hono();
  app.get('/health', (context) => context.json({ status: 'ok' }));
  app.get('/ready', async (context) => {
    try {
      stopping?.throwIfAborted();
      await store.noteOf(DEFAULT_OWNER, 'ready');
      return context.json({ status: 'ready' });
    } catch (cause) {
      return answerProblem(context, new Refusal(503, 'closed', 'not ready to answer', { cause }));
    }
  });
  return app;
}

export function metrics(
  { souvenir }: Served,
  { metricsByTenant }: Pick<AppSettings, 'metricsByTenant'>,
): Hono<ServerEnv> {
  const counted = createMetrics();
  measure(souvenir, counted);
  const byTenant = metricsByTenant === undefined ? undefined : createTenantMetrics(metricsByTenant);
  if (byTenant !== undefined) measureTenants(souvenir, byTenant);
  return new Hono<ServerEnv>().get('/metrics', (context) => {
    const { caller } = context.var;
    refuseWithout(caller, 'analytics');
    if (Object.keys(caller.bound).length > 0)
      throw new Refusal(403, 'forbidden', 'this key is restricted, and the metrics cover all users');
    const text = prometheusText(counted) + (byTenant === undefined ? '' : prometheusText(byTenant));
    return context.body(text, 200, { 'content-type': PROMETHEUS_CONTENT_TYPE });
  });
}
