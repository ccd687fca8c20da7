import { expect, test } from 'vitest';
import { parsePrometheus } from '../../test/support/parse-prometheus.ts';
import { SouvenirError } from '../errors.ts';
import { createSouvenir, memoryStore } from '../index.ts';
import { Events } from './events.ts';
import { prometheusText } from './metrics.ts';
import { createTenantMetrics, measureTenants } from './tenant-metrics.ts';

async function measured(most: number) {
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, reader: null });
  const metrics = createTenantMetrics(most);
  const stop = measureTenants(souvenir, metrics);
  const samples = (name: string) => parsePrometheus(prometheusText(metrics)).get(name)?.samples ?? [];
  return { souvenir, stop, samples };
}

test('metrics by tenant count queries, episodes and memories of each tenant', async () => {
  const { souvenir, stop, samples } = await measured(5);
  const [acme, blue] = ['acme', 'blue'].map((tenantId) => souvenir.for({ tenantId, userId: 'ana' }));
  await acme?.memories.add('The lamp is by the door.');
  await acme?.recall('Where is the lamp?');
  await blue?.recall('Where is the lamp?');
  await blue?.record({ content: 'I live in Lisbon.' });
  await blue?.turn('Where do I live?');
  const countOf = (name: string, labels: Record<string, string>) =>
    samples(name).find((sample) => Object.entries(labels).every(([label, value]) => sample.labels[label] === value))
      ?.value;
  expect(countOf('souvenir_tenant_recalls_total', { tenant: 'acme', outcome: 'answered' })).toBe(1);
  expect(countOf('souvenir_tenant_recalls_total', { tenant: 'blue', outcome: 'silent' })).toBeGreaterThan(0);
  expect(countOf('souvenir_tenant_recalled_tokens_total', { tenant: 'acme' })).toBeGreaterThan(3);
  expect(countOf('souvenir_tenant_recall_stage_seconds_total', { tenant: 'acme', stage: 'total' })).toBeGreaterThan(0);
  expect(countOf('souvenir_tenant_memories_created_total', { tenant: 'acme' })).toBe(1);
  expect(countOf('souvenir_tenant_episodes_recorded_total', { tenant: 'blue' })).toBe(1);
  expect(countOf('souvenir_tenant_turns_total', { tenant: 'blue' })).toBe(1);
  expect(countOf('souvenir_tenant_turns_total', { tenant: 'acme' })).toBeUndefined();
  stop();
  await acme?.recall('Where is the lamp?');
  expect(countOf('souvenir_tenant_recalls_total', { tenant: 'acme', outcome: 'answered' })).toBe(1);
  await souvenir.close();
});

test('metrics by tenant list a limited number of tenants, the same in every metric', async () => {
  const { souvenir, samples } = await measured(60);
  const tenants = Array.from({ length: 200 }, (_, at) => `tenant ${at}`);
  for (const [at, tenantId] of tenants.entries()) {
    const handle = souvenir.for({ tenantId, userId: 'ana' });
    if (at % 2 === 0) await handle.record({ content: 'I live in Lisbon.' });
    else await handle.recall('Where is the lamp?');
  }
  // A tenant that an operator calls "other" is one of its own.
  await souvenir.for({ tenantId: 'other', userId: 'ana' }).recall('Where is the lamp?');
  const recalls = samples('souvenir_tenant_recalls_total');
  const episodes = samples('souvenir_tenant_episodes_recorded_total');
  const named = [...recalls, ...episodes].map(({ labels }) => labels['tenant']).filter((tenant) => tenant !== '');
  expect(named).toHaveLength(60);
  expect(new Set(named)).toEqual(new Set(tenants.slice(0, 60)));
  expect(recalls.find(({ labels }) => labels['tenant'] === '')?.value).toBe(71);
  expect(episodes.find(({ labels }) => labels['tenant'] === '')?.value).toBe(70);
  await souvenir.close();
});

test('a background failure counts for its tenant, if any', async () => {
  const events = new Events();
  const metrics = createTenantMetrics(5);
  measureTenants(events, metrics);
  const owner = { tenantId: 'acme', userId: 'ana', agentId: 'default' };
  events.emit('consolidationFailed', { owner, error: new SouvenirError('unreachable', 'gone') });
  events.emit('embeddingFailed', { error: new Error('the owners could not be listed') });
  expect(metrics.failures.read()).toEqual([
    { labels: { tenant: 'acme', part: 'consolidation', code: 'unreachable' }, value: 1 },
  ]);
});
