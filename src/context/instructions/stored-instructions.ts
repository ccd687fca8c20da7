import { z } from 'zod';
import type { InstructionStore, InstructionVersion, NewInstructionVersion } from '../../contracts/instruction-store.ts';
import { everyMemory, type Store } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { definedFields } from '../../model/defined-fields.ts';
import { type Memory, type MemoryStatus, memoryStatusSchema } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import { momentSchema } from '../../model/primitives.ts';
import { type Owner, ownerKey, targetOwnerOf } from '../../model/scope.ts';
import { sha256 } from '../../text/sha256.ts';

const COMPONENT = 'instructions';
/** The content of a cleared version, because a memory cannot be empty. */
const CLEARED = '(cleared)';
const EVERY_STATUS = memoryStatusSchema.options;

const versionSchema = z.strictObject({
  text: z.string(),
  at: momentSchema,
  author: z.enum(['agent', 'user']),
  reason: z.string().max(1000).optional(),
  restores: z.int().nonnegative().optional(),
});
const storedVersionSchema = versionSchema.omit({ text: true }).extend({ number: z.int().positive(), hash: z.string() });

/**
 * Instructions as memories of a store, under a separate owner next to the agent's own.
 * @example const souvenir = await createSouvenir({ store, instructionStore: storedInstructions(store) });
 */
export function storedInstructions(store: Store): InstructionStore {
  const rows = async (owner: Owner, statuses: readonly MemoryStatus[]) => {
    const stored = await everyMemory(store, instructionOwnerOf(owner), { components: [COMPONENT], statuses });
    return stored
      .map((memory) => ({ id: memory.id, isActive: memory.status === 'active', version: instructionVersionOf(memory) }))
      .sort((a, b) => a.version.number - b.version.number);
  };
  return {
    versions: async (owner) => (await rows(owner, EVERY_STATUS)).map(({ version }) => version),
    latest: async (owner) => (await rows(owner, ['active'])).at(-1)?.version,
    async append(owner, input, after) {
      const version = parse(versionSchema, input, 'version');
      const stored = await rows(owner, EVERY_STATUS);
      const latest = stored.at(-1)?.version.number ?? 0;
      if (latest !== after) throw overtakenError(after, latest);
      const added = { ...withoutUndefined(version), number: after + 1, hash: sha256(version.text) };
      const memory = memoryOf(added, owner);
      const superseded = { status: 'superseded', supersededBy: memory.id, updatedAt: version.at } as const;
      try {
        await store.write(instructionOwnerOf(owner), {
          ...{ at: version.at, memories: [memory] },
          updates: stored.filter(({ isActive }) => isActive).map(({ id }) => ({ id, ...superseded })),
        });
      } catch (error) {
        // A version's id follows from its number, so only one of two writers can have it.
        if (SouvenirError.is(error) && error.code === 'conflict') throw overtakenError(after, after + 1, error);
        throw error;
      }
      return added;
    },
  };
}

export const instructionOwnerOf = (owner: Owner): Owner =>
  targetOwnerOf({ sharedAs: `.${COMPONENT}.${owner.agentId}` }, owner);

const withoutUndefined = ({ reason, restores, ...version }: z.output<typeof versionSchema>): NewInstructionVersion => ({
  ...version,
  ...definedFields({ reason, restores }),
});

function memoryOf({ text, ...details }: InstructionVersion, owner: Owner): Memory {
  const { at, number } = details;
  return {
    ...instructionOwnerOf(owner),
    id: sha256(`${COMPONENT} ${number} ${ownerKey(owner)}`).slice(0, 40),
    content: text.trim() === '' ? CLEARED : text,
    ...{ type: 'procedural', component: COMPONENT, category: COMPONENT, importance: 1, confidence: 1, salience: 1 },
    confidenceTrajectory: [{ confidence: 1, at }],
    ...{ entityIds: [], provenance: { episodeIds: [], turnIds: [] }, accessCount: 0, status: 'active' },
    metadata: { ...details, at: at.toISOString(), isCleared: text.trim() === '' },
    ...{ createdAt: at, updatedAt: at, validAt: at },
  };
}

const textOf = ({ content, metadata }: Pick<Memory, 'content' | 'metadata'>): string =>
  metadata['isCleared'] === true ? '' : content;

export function instructionVersionOf(memory: Memory): InstructionVersion {
  const { isCleared: _, ...details } = memory.metadata;
  const { reason, restores, number, at, author, hash } = parse(storedVersionSchema, details, 'instructions');
  return definedFields({ number, text: textOf(memory), at, author, hash, reason, restores });
}

const overtakenError = (after: number, latest: number, cause?: unknown): SouvenirError =>
  new SouvenirError('overtaken', `The instructions are at version ${latest}, not at ${after}.`, {
    advice: 'Look at the latest version, and propose the change anew.',
    cause,
  });
