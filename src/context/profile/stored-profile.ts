import { z } from 'zod';
import type { ProfileChange, ProfileField, ProfileStore, ProfileUser } from '../../contracts/profile-store.ts';
import { type Changes, everyMemory, everyVersion, type Store } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { definedFields } from '../../model/defined-fields.ts';
import { type Memory, type MemoryUpdate, memorySchema } from '../../model/memory.ts';
import { idSchema, jsonSchema, momentSchema, unitSchema } from '../../model/primitives.ts';
import { type Owner, targetOwnerOf } from '../../model/scope.ts';
import { untilWritten } from '../../reconcile/until-written.ts';
import { sha256 } from '../../text/sha256.ts';
import { readable } from './schema.ts';

/**
 * Profiles as memories of a store, one per field, under a separate owner next to those of agents.
 * @example const souvenir = await createSouvenir({ store, profileStore: storedProfile(store) });
 */
export function storedProfile(store: Store): ProfileStore {
  return {
    name: `profile in ${store.name}`,
    async fields(user) {
      const stored = await everyMemory(store, profileOwnerOf(user), { components: [PROFILE] });
      return stored.map(profileFieldOf).sort((a, b) => (a.name < b.name ? -1 : 1));
    },
    async set(user, changes, at) {
      refuseRepeated(changes);
      if (changes.length === 0) return;
      await untilWritten(
        () => planChanges(store, profileOwnerOf(user), changes, at),
        (planned) => store.write(profileOwnerOf(user), planned),
      );
    },
    async history(user, name) {
      const versions = await everyVersion(store, profileOwnerOf(user), fieldId(name));
      return versions.map(({ memory, since, until }) => ({
        ...{ ...profileFieldOf(memory), since },
        ...(until !== undefined && { until }),
      }));
    },
  };
}

export const profileOwnerOf = ({ tenantId, userId }: ProfileUser): Owner =>
  targetOwnerOf({ sharedAs: '.profile' }, { tenantId, userId, agentId: PROFILE });

/** A field's progress counts its versions: a second writer, in any process, is refused and retries. */
async function planChanges(
  store: Store,
  targetOwner: Owner,
  changes: readonly ProfileChange[],
  at: Date,
): Promise<Changes> {
  const ids = changes.map(({ name }) => fieldId(name));
  const memoriesById = new Map((await store.getMemories(targetOwner, ids)).map((memory) => [memory.id, memory]));
  const steps = changes.map((change) => {
    const memory = memoriesById.get(fieldId(change.name));
    const field = memory && profileFieldOf(memory);
    refuseInvalid(change, field);
    return { change, memory, version: field?.version ?? 0 };
  });
  return {
    at,
    memories: steps.flatMap(({ change, memory }) =>
      memory === undefined ? [fieldMemory(change, targetOwner, at)] : [],
    ),
    updates: steps.flatMap(({ change, memory }) => (memory === undefined ? [] : [fieldUpdate(change, memory, at)])),
    progress: steps.map(({ change, version }) => ({
      ...{ component: PROFILE, sessionId: fieldId(change.name) },
      ...{ from: version, through: version + 1 },
    })),
  };
}

function refuseInvalid({ name, source, from }: ProfileChange, currentField: ProfileField | undefined): void {
  const version = currentField?.version ?? 0;
  if (from !== undefined && from !== version)
    throw new SouvenirError('overtaken', `${name}: has changed since version ${from}`, {
      advice: 'Read the profile again and base the change on its present values.',
    });
  if (source === 'consolidation' && currentField?.source === 'user' && currentField.value !== undefined)
    throw new SouvenirError('conflict', `${name}: was set by the user`, {
      advice: 'Leave it out: only the user can change it.',
    });
}

function refuseRepeated(changes: readonly ProfileChange[]): void {
  const names = changes.map(({ name }) => name);
  const repeated = names.find((name, at) => names.indexOf(name) !== at);
  if (repeated !== undefined)
    throw new SouvenirError('conflict', `${repeated}: is changed twice`, { advice: 'Name each field once.' });
}

const PROFILE = 'profile';
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
        isChanged: z.boolean().optional(),
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

const fieldId = (name: string): string => sha256(`profile ${name}`).slice(0, 32);

export function profileFieldOf({ metadata, confidence, provenance, updatedAt }: Memory): ProfileField {
  const { field, memoryIds, value, parts, reason, ...rest } = metadataSchema.parse(metadata);
  const { episodeIds, turnIds } = provenance;
  return {
    ...{ ...rest, name: field, confidence, since: updatedAt, provenance: { memoryIds, turnIds, episodeIds } },
    ...definedFields({ value, parts, reason }),
  };
}

const fieldMemory = (change: ProfileChange, targetOwner: Owner, at: Date): Memory => ({
  ...targetOwner,
  ...contentFields(change, 1),
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

function fieldUpdate(change: ProfileChange, memory: Memory, at: Date): MemoryUpdate {
  const { reason } = change;
  // A version never begins before the one it ends, and `since` comes from here.
  const updatedAt = at < memory.updatedAt ? memory.updatedAt : at;
  return {
    id: memory.id,
    ...contentFields(change, profileFieldOf(memory).version + 1),
    confidenceTrajectory: [{ confidence: change.confidence, at: updatedAt }],
    updatedAt,
    cause: { kind: 'updated', ...(reason !== undefined && { reason }) },
  };
}

function contentFields({ name, value, source, confidence, provenance, parts, reason }: ProfileChange, version: number) {
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
