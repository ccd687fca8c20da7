import type { Store } from '../../../src/contracts/store.ts';
import type { Episode } from '../../../src/model/episode.ts';
import type { Memory } from '../../../src/model/memory.ts';
import type { Owner } from '../../../src/model/scope.ts';

export type MakeStore = () => Store | Promise<Store>;

export const OWNER: Owner = { tenantId: 'acme', userId: 'ada', agentId: 'scout' };

/** Owners that share all but one part of their name with OWNER. */
export const STRANGERS: readonly Owner[] = [
  { ...OWNER, tenantId: 'other' },
  { ...OWNER, userId: 'other' },
  { ...OWNER, agentId: 'other' },
];

/** Minutes after an arbitrary start. */
export const minute = (count: number): Date => new Date(Date.UTC(2026, 0, 1) + count * 60_000);

export function episode(id: string, fields: Partial<Episode> = {}): Episode {
  return {
    ...OWNER,
    id,
    type: 'conversation',
    content: `content of ${id}`,
    role: 'user',
    importance: 0.4,
    occurredAt: minute(0),
    sessionId: 'session',
    metadata: {},
    ...fields,
  };
}

export function memory(id: string, fields: Partial<Memory> = {}): Memory {
  const createdAt = fields.createdAt ?? minute(0);
  return {
    ...OWNER,
    id,
    content: `content of ${id}`,
    type: 'semantic',
    component: 'durable',
    category: 'fact',
    importance: 0.5,
    confidence: 0.8,
    confidenceTrajectory: [{ confidence: 0.8, at: createdAt }],
    salience: 0.5,
    entityIds: [],
    provenance: { episodeIds: [], turnIds: [] },
    metadata: {},
    createdAt,
    updatedAt: createdAt,
    accessCount: 0,
    status: 'active',
    ...fields,
  };
}

export const vector = (...values: number[]): Float32Array => {
  const length = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / length);
};

export const embedded = (memoryId: string, values: Float32Array | undefined, embedderId = 'embedder') => ({
  memoryId,
  embedderId,
  vector: values,
});

export const ids = (hits: readonly { readonly memoryId: string }[]): string[] => hits.map(({ memoryId }) => memoryId);
