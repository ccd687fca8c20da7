import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { ProfileChange, ProfileField } from '../../contracts/profile-store.ts';
import { type Memory, type MemoryUpdate, memorySchema } from '../../model/memory.ts';
import { idSchema, jsonSchema, momentSchema, unitSchema } from '../../model/primitives.ts';
import type { Owner } from '../../model/scope.ts';
import { readable } from './readable.ts';

export const PROFILE = 'profile';
const IMPORTANCE = 1;
const SALIENCE = 0.5;

const metadataSchema = z.object({
  field: z.string(),
  version: z.int().positive(),
  value: jsonSchema.optional(),
  source: z.enum(['user', 'consolidation']),
  memoryIds: z.array(idSchema),
  parts: z
    .array(
      z.object({
        confidence: unitSchema,
        since: momentSchema,
        provenance: z.object({
          memoryIds: z.array(z.string()),
          turnIds: z.array(z.string()),
          episodeIds: z.array(z.string()),
        }),
      }),
    )
    .optional(),
  reason: z.string().optional(),
});

/** The same for the same name, and short enough for any name. */
export const fieldId = (name: string): string =>
  createHash('sha256').update(`profile ${name}`).digest('hex').slice(0, 32);

export function fieldOf({ metadata, confidence, provenance, updatedAt }: Memory): ProfileField {
  const { field, memoryIds, value, parts, reason, ...rest } = metadataSchema.parse(metadata);
  const { episodeIds, turnIds } = provenance;
  return {
    ...{ ...rest, name: field, confidence, since: updatedAt, provenance: { memoryIds, turnIds, episodeIds } },
    ...(value !== undefined && { value }),
    ...(parts !== undefined && { parts }),
    ...(reason !== undefined && { reason }),
  };
}

export const fieldMemory = (change: ProfileChange, home: Owner, at: Date): Memory => ({
  ...home,
  ...saidBy(change, 1),
  id: fieldId(change.name),
  type: 'semantic',
  component: PROFILE,
  category: 'field',
  importance: IMPORTANCE,
  salience: SALIENCE,
  confidenceTrajectory: [{ confidence: change.confidence, at }],
  entityIds: [],
  createdAt: at,
  updatedAt: at,
  accessCount: 0,
});

export function fieldUpdate(change: ProfileChange, held: Memory, at: Date): MemoryUpdate {
  const { reason } = change;
  // A version never begins before the one it ends, and `since` is read from here.
  const updatedAt = at < held.updatedAt ? held.updatedAt : at;
  return {
    id: held.id,
    ...saidBy(change, fieldOf(held).version + 1),
    confidenceTrajectory: [{ confidence: change.confidence, at: updatedAt }],
    updatedAt,
    cause: { kind: 'updated', ...(reason !== undefined && { reason }) },
  };
}

function saidBy({ name, value, source, confidence, provenance, parts, reason }: ProfileChange, version: number) {
  const { memoryIds, turnIds, episodeIds } = provenance;
  return memorySchema.pick({ content: true, status: true, confidence: true, provenance: true, metadata: true }).parse({
    content: `${name}: ${value === undefined ? 'not known' : readable(value)}`,
    status: value === undefined ? 'archived' : 'active',
    confidence,
    provenance: { episodeIds, turnIds },
    metadata: {
      ...{ field: name, version, source, memoryIds },
      ...(value !== undefined && { value }),
      ...(parts !== undefined && {
        parts: parts.map(({ since, ...part }) => ({ ...part, since: since.toISOString() })),
      }),
      ...(reason !== undefined && { reason }),
    },
  });
}
