import type { Memory, Owner } from '../../src/index.ts';

export const DAY_MS = 86_400_000;
export const NOW = new Date('2026-06-01T18:00:00Z');
export const OWNER: Owner = { tenantId: 'bench', userId: 'somebody', agentId: 'default' };

/** A memory that says this, learnt then, and of which nothing else is known. */
export const plainMemory = (id: string, content: string, createdAt: Date): Memory => ({
  ...OWNER,
  ...{ id, content, type: 'semantic', component: 'durable', category: 'fact' },
  ...{ importance: 0.5, confidence: 0.8, salience: 0.5 },
  confidenceTrajectory: [{ confidence: 0.8, at: createdAt }],
  ...{ entityIds: [], provenance: { episodeIds: [], turnIds: [] }, metadata: {} },
  ...{ createdAt, updatedAt: createdAt, validAt: createdAt, accessCount: 0, status: 'active' },
});
