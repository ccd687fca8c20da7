import { isDeepStrictEqual } from 'node:util';
import type {
  Changes,
  Erased,
  Happenings,
  MemoryFilter,
  Note,
  OwnedChanges,
  Progress,
  StoreStats,
} from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { MemoryUpdate } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';

function assertOwned(owner: Owner, changes: Changes): void {
  for (const item of [...(changes.episodes ?? []), ...(changes.memories ?? [])]) {
    if (item.tenantId === owner.tenantId && item.userId === owner.userId && item.agentId === owner.agentId) continue;
    throw new SouvenirError('invalidInput', `${item.id} belongs to another owner than the one it is written under.`, {
      advice: 'Write it under its own tenantId, userId and agentId.',
    });
  }
}

export function ownedWrites(owner: Owner, changes: Changes, also?: OwnedChanges): readonly OwnedChanges[] {
  const writes = [{ owner, changes }, ...(also === undefined ? [] : [also])];
  for (const each of writes) assertOwned(each.owner, each.changes);
  if (also === undefined || (also.owner.tenantId === owner.tenantId && also.owner.userId === owner.userId))
    return writes;
  throw new SouvenirError('invalidInput', 'One write cannot span two tenants or two users.', {
    advice: 'Write under each of them on its own.',
  });
}

export function progressConflict({ component, sessionId, from }: Progress, through: number): SouvenirError {
  return new SouvenirError(
    'overtaken',
    `${component} has consolidated session ${sessionId} through ${through}, not ${from}: another process was faster.`,
    { advice: 'Ask for the pending sessions again and consolidate what is left.' },
  );
}

export function assertExpectedVersions(
  { expect = [] }: Pick<Changes, 'expect'>,
  versionNow: (id: string) => number | undefined,
): void {
  for (const { id, version } of expect) {
    const now = versionNow(id);
    if (now === version) continue;
    const state = now === undefined ? 'is gone' : `is at version ${now}, not ${version}`;
    throw new SouvenirError('overtaken', `memory ${id} ${state}: another process was faster.`, {
      advice: 'Read it again and base the change on its present state.',
    });
  }
}

export function assertExpectedNotes(
  { notes = [] }: Pick<Changes, 'notes'>,
  noteNow: (name: string) => Note | undefined,
): void {
  for (const note of notes)
    if ('was' in note && !isDeepStrictEqual(noteNow(note.name), note.was))
      throw new SouvenirError('overtaken', `the note ${note.name} was changed by another process since it was read.`, {
        advice: 'Read it again and base the change on its present state.',
      });
}

/** A version does not begin before the one that it ends. */
export function versionMoment({ at }: Pick<Changes, 'at'>, { updatedAt }: MemoryUpdate, since: Date): Date {
  const moment = at ?? updatedAt ?? new Date();
  return new Date(Math.max(moment.getTime(), since.getTime()));
}

export const NOTHING_ERASED = {
  ...{ episodes: 0, memories: 0, versions: 0, vectors: 0, links: 0, relationships: 0, entities: 0 },
} satisfies Erased;

export const NO_HAPPENINGS: Happenings = { episodes: 0, memoriesCreated: 0, memoriesReplaced: 0 };

export const NO_STATS: StoreStats = {
  episodes: 0,
  sessions: 0,
  memories: { active: 0, expired: 0, decayed: 0, archived: 0, superseded: 0, forgotten: 0 },
  components: {},
  entities: 0,
  relationships: 0,
  links: 0,
};

export function withKnownIds(changes: Changes, known: ReadonlyMap<string, string>): Changes {
  const idOf = (id: string) => known.get(id) ?? id;
  return {
    ...changes,
    memories: (changes.memories ?? []).map((memory) => ({ ...memory, entityIds: memory.entityIds.map(idOf) })),
    updates: (changes.updates ?? []).map((update) =>
      update.entityIds ? { ...update, entityIds: update.entityIds.map(idOf) } : update,
    ),
    relationships: (changes.relationships ?? []).map((relationship) => ({
      ...relationship,
      fromId: idOf(relationship.fromId),
      toId: idOf(relationship.toId),
    })),
  };
}

/** Whether so few memories are likely to pass that it is faster to look them up first. */
export const isNarrow = ({ ids, sessionId, projectId, entityIds }: MemoryFilter): boolean =>
  ids !== undefined || sessionId !== undefined || typeof projectId === 'string' || entityIds !== undefined;
