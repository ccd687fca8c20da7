import { z } from 'zod';
import type { InstructionStore, InstructionVersion, NewInstructionVersion } from '../../contracts/instruction-store.ts';
import { memoryPages, type Store } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { type Memory, type MemoryStatus, memoryStatusSchema } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import { momentSchema } from '../../model/primitives.ts';
import { homeOf, type Owner, ownerKey } from '../../model/scope.ts';
import { sha256 } from '../../text/sha256.ts';

const COMPONENT = 'instructions';
/** A memory cannot be empty, a version can. */
const CLEARED = '(cleared)';
const EVERY_STATUS = memoryStatusSchema.options;

const versionSchema = z.strictObject({
  text: z.string(),
  at: momentSchema,
  author: z.enum(['agent', 'user']),
  reason: z.string().max(1000).optional(),
  restores: z.int().nonnegative().optional(),
});
const keptSchema = versionSchema.omit({ text: true }).extend({ number: z.int().positive(), hash: z.string() });

/**
 * Instructions as memories of a store, in a home beside the agent's own.
 * @example const souvenir = await createSouvenir({ store, instructionStore: storedInstructions(store) });
 */
export function storedInstructions(store: Store): InstructionStore {
  const rows = async (owner: Owner, statuses: readonly MemoryStatus[]) => {
    const kept: { id: string; isActive: boolean; version: InstructionVersion }[] = [];
    for await (const page of memoryPages(store, instructionHomeOf(owner), { components: [COMPONENT], statuses }))
      for (const memory of page)
        kept.push({ id: memory.id, isActive: memory.status === 'active', version: instructionVersionOf(memory) });
    return kept.sort((a, b) => a.version.number - b.version.number);
  };
  return {
    versions: async (owner) => (await rows(owner, EVERY_STATUS)).map(({ version }) => version),
    latest: async (owner) => (await rows(owner, ['active'])).at(-1)?.version,
    async append(owner, input, after) {
      const version = parse(versionSchema, input, 'version');
      const held = await rows(owner, EVERY_STATUS);
      const latest = held.at(-1)?.version.number ?? 0;
      if (latest !== after) throw overtaken(after, latest);
      const added = { ...withoutUndefined(version), number: after + 1, hash: sha256(version.text) };
      const memory = memoryOf(added, owner);
      const superseded = { status: 'superseded', supersededBy: memory.id, updatedAt: version.at } as const;
      try {
        await store.write(instructionHomeOf(owner), {
          ...{ at: version.at, memories: [memory] },
          updates: held.filter(({ isActive }) => isActive).map(({ id }) => ({ id, ...superseded })),
        });
      } catch (error) {
        // A version's id follows from its number, so that only one of two writers can have it.
        if (SouvenirError.is(error) && error.code === 'conflict') throw overtaken(after, after + 1, error);
        throw error;
      }
      return added;
    },
  };
}

/** Where the instructions of a user's agent are kept. */
export const instructionHomeOf = (owner: Owner): Owner => homeOf({ sharedAs: `.${COMPONENT}.${owner.agentId}` }, owner);

const withoutUndefined = ({ reason, restores, ...version }: z.output<typeof versionSchema>): NewInstructionVersion => ({
  ...version,
  ...(reason !== undefined && { reason }),
  ...(restores !== undefined && { restores }),
});

function memoryOf({ text, ...kept }: InstructionVersion, owner: Owner): Memory {
  const { at, number } = kept;
  return {
    ...instructionHomeOf(owner),
    id: sha256(`${COMPONENT} ${number} ${ownerKey(owner)}`).slice(0, 40),
    content: text.trim() === '' ? CLEARED : text,
    ...{ type: 'procedural', component: COMPONENT, category: COMPONENT, importance: 1, confidence: 1, salience: 1 },
    confidenceTrajectory: [{ confidence: 1, at }],
    ...{ entityIds: [], provenance: { episodeIds: [], turnIds: [] }, accessCount: 0, status: 'active' },
    metadata: { ...kept, at: at.toISOString(), isCleared: text.trim() === '' },
    ...{ createdAt: at, updatedAt: at, validAt: at },
  };
}

const textOf = ({ content, metadata }: Pick<Memory, 'content' | 'metadata'>): string =>
  metadata['isCleared'] === true ? '' : content;

/** What a memory of this home says, as a version. */
export function instructionVersionOf(memory: Memory): InstructionVersion {
  const { isCleared: _, ...kept } = memory.metadata;
  const { reason, restores, number, at, author, hash } = parse(keptSchema, kept, 'instructions');
  return {
    ...{ number, text: textOf(memory), at, author, hash },
    ...(reason !== undefined && { reason }),
    ...(restores !== undefined && { restores }),
  };
}

const overtaken = (after: number, latest: number, cause?: unknown): SouvenirError =>
  new SouvenirError('overtaken', `The instructions are at version ${latest}, not at ${after}.`, {
    advice: 'Look at the latest version, and propose the change anew.',
    cause,
  });
