import type { Degradation } from '../model/report.ts';
import type { SouvenirEvents } from './events.ts';
import { Counter, MAX_LABEL_VALUES } from './instruments.ts';
import { FAILURES, metricCodeOf, type Observable } from './measure.ts';

/** The label of all further tenants together: no tenant has this name. */
const OTHERS = '';

/** Failures with an owner; others belong to no tenant. */
const OWNED_FAILURES = ['consolidationFailed', 'scheduleFailed', 'embeddingFailed', 'profileFailed'] as const;

function instruments(maxTenants: number) {
  const named = new Set<string>();
  const tenantOf = (tenantId: string): string => {
    if (named.size < maxTenants) named.add(tenantId);
    return named.has(tenantId) ? tenantId : OTHERS;
  };
  const count = <Label extends string = never>(name: string, help: string, ...labels: Label[]) =>
    new ByTenant(`souvenir_tenant_${name}_total`, help, labels, Math.max(maxTenants + 1, MAX_LABEL_VALUES), tenantOf);
  return {
    recalls: count('recalls', 'Queries of a tenant, by whether memory had an answer.', 'outcome'),
    recalledTokens: count('recalled_tokens', 'Tokens recalled for a tenant.'),
    stageSeconds: count('recall_stage_seconds', 'Time that a stage of the queries of a tenant took.', 'stage'),
    turns: count('turns', 'Prompts composed for a tenant.'),
    turnTokens: count('turn_tokens', 'Tokens of the prompts composed for a tenant.'),
    episodesRecorded: count('episodes_recorded', 'Episodes taken in from a tenant.'),
    memoriesCreated: count('memories_created', 'Memories made for a tenant.', 'type'),
    modelTokens: count('model_tokens', 'Tokens that a language model read and wrote for a tenant.', 'direction'),
    degraded: count('degraded', 'Results for a tenant that something was missing from.', 'operation'),
    failures: count('failures', 'What failed for a tenant while nobody waited.', 'part', 'code'),
  };
}

class ByTenant<Label extends string> extends Counter<Label | 'tenant'> {
  readonly #tenantOf: (tenantId: string) => string;

  constructor(
    name: string,
    help: string,
    labels: readonly Label[],
    maxValues: number,
    tenantOf: (tenantId: string) => string,
  ) {
    super(name, help, ['tenant', ...labels], maxValues);
    this.#tenantOf = tenantOf;
  }

  override add(labels: Readonly<Record<Label | 'tenant', string>>, by = 1): void {
    super.add({ ...labels, tenant: this.#tenantOf(labels.tenant) }, by);
  }
}

/** Every metric by tenant. */
export type TenantMetrics = Readonly<ReturnType<typeof instruments>>;

/**
 * Metrics by tenant, for the first `maxTenants` tenants with an event; all others count as one, with an empty name.
 * @example
 * const byTenant = createTenantMetrics(50);
 * const stop = measureTenants(souvenir, byTenant);
 */
export const createTenantMetrics = (maxTenants: number): TenantMetrics => Object.freeze(instruments(maxTenants));

/**
 * Counts events by tenant from this call on. Returns a function that stops it.
 * @example
 * const byTenant = createTenantMetrics(50);
 * const stop = measureTenants(souvenir, byTenant);
 */
export function measureTenants(memory: Observable, metrics: TenantMetrics): () => void {
  const missing = (tenant: string, operation: string, degraded: readonly Degradation[]) => {
    if (degraded.length > 0) metrics.degraded.add({ tenant, operation });
  };
  const asked = (tenant: string, { inputTokens, outputTokens }: { inputTokens: number; outputTokens: number }) => {
    metrics.modelTokens.add({ tenant, direction: 'input' }, inputTokens);
    metrics.modelTokens.add({ tenant, direction: 'output' }, outputTokens);
  };
  const stops = [
    memory.on('recalled', ({ owner: { tenantId: tenant }, result: { items, tokens, timingsMs, model, degraded } }) => {
      metrics.recalls.add({ tenant, outcome: items.length > 0 ? 'answered' : 'silent' });
      metrics.recalledTokens.add({ tenant }, tokens);
      for (const [stage, ms] of Object.entries(timingsMs)) metrics.stageSeconds.add({ tenant, stage }, ms / 1000);
      if (model !== undefined) asked(tenant, model);
      missing(tenant, 'recall', degraded);
    }),
    memory.on('turned', ({ owner: { tenantId: tenant }, tokens, degraded }) => {
      metrics.turns.add({ tenant });
      metrics.turnTokens.add({ tenant }, tokens);
      missing(tenant, 'turn', degraded);
    }),
    memory.on('episodeRecorded', ({ episode: { tenantId: tenant } }) => metrics.episodesRecorded.add({ tenant })),
    memory.on('memoryCreated', ({ memory: { tenantId: tenant, type } }) =>
      metrics.memoriesCreated.add({ tenant, type }),
    ),
    memory.on('consolidationCompleted', ({ owner: { tenantId }, report }) => {
      asked(tenantId, report);
      missing(tenantId, 'consolidate', report.degraded);
    }),
    memory.on('cycleCompleted', ({ owner: { tenantId }, report }) => {
      asked(tenantId, report);
      missing(tenantId, 'cycle', report.degraded);
    }),
    ...OWNED_FAILURES.map((name) =>
      memory.on(name, ({ owner, error }: SouvenirEvents[typeof name]) => {
        if (owner !== undefined)
          metrics.failures.add({ tenant: owner.tenantId, part: FAILURES[name], code: metricCodeOf(error) });
      }),
    ),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
