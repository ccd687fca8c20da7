import type { PersonaStore, PersonaVersion } from '../../contracts/persona-store.ts';
import type { Changes, Store, StoreReader } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import type { Link } from '../../model/graph.ts';
import { newId } from '../../model/id.ts';
import { type Memory, type MemoryUpdate, memoryStatusSchema, PERSONALITY } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { retryOvertaken } from '../../reconcile/until-written.ts';
import { sha256 } from '../../text/sha256.ts';
import { listAll } from '../list-all.ts';
import { wordDrift } from './drift.ts';

export const PERSONA = 'persona';
const MAX_ACTIVE = 200;
const VISIBLE_STATUSES = memoryStatusSchema.exclude(['forgotten']).options;

/** A version of an agent's persona. */
export type Persona = PersonaVersion;

export const identityHashOf = (identity: string): string => sha256(identity.trim()).slice(0, 16);

/**
 * The current persona; the identity itself until a persona has evolved from exactly this identity.
 * @example const { text } = await currentPersona(store, ana.scope, 'You are Iris.');
 */
export async function currentPersona(reader: StoreReader, owner: Owner, identity: string): Promise<Persona> {
  const latest = await latestPersona(reader, owner);
  return latest?.memory.metadata['identity'] === identityHashOf(identity)
    ? latest
    : { text: identity.trim(), version: 0 };
}

/**
 * All versions of the persona, newest first.
 * @example const [newest] = await personaVersions(store, ana.scope);
 */
export async function personaVersions(reader: StoreReader, owner: Owner): Promise<StoredPersona[]> {
  const filter = { components: [PERSONALITY], categories: [PERSONA], statuses: VISIBLE_STATUSES };
  const versions: StoredPersona[] = [];
  for await (const memory of listAll(reader, owner, filter)) versions.push(personaOf(memory));
  return versions.sort((a, b) => b.version - a.version);
}

export type StoredPersona = Required<Persona>;

/** The current version, of any identity. */
export async function latestPersona(reader: StoreReader, owner: Owner): Promise<StoredPersona | undefined> {
  const filter = { components: [PERSONALITY], categories: [PERSONA], statuses: ['active'] as const };
  const active = await reader.listMemories(owner, { filter, limit: MAX_ACTIVE });
  return active.map(personaOf).sort((a, b) => b.version - a.version)[0];
}

function personaOf(memory: Memory): StoredPersona {
  const { content, metadata, createdAt, id } = memory;
  return { text: content, version: Number(metadata['version'] ?? 1), since: createdAt, id, memory };
}

export function supersede(old: StoredPersona, id: string, now: Date): { updates: MemoryUpdate[]; links: Link[] } {
  return {
    updates: [{ id: old.id, status: 'superseded', supersededBy: id, invalidAt: now, updatedAt: now }],
    links: [{ fromId: id, toId: old.id, type: 'supersedes', strength: 1, createdAt: now }],
  };
}

/** The changes that restore an earlier text as a new version; version 0 is the identity. Nothing is erased. */
async function personaRollback(
  version: number,
  identity: string,
  owner: Owner,
  reader: StoreReader,
  now: Date,
): Promise<{ memories: Memory[]; updates: MemoryUpdate[]; links: Link[] }> {
  const [current, ...older] = await personaVersions(reader, owner);
  const earlier: readonly Persona[] = [...older, { text: identity, version: 0 }];
  const target = earlier.find((each) => each.version === version);
  if (current === undefined || target === undefined)
    throw new SouvenirError('invalidInput', `version: there is no earlier persona ${version}`);
  const id = newId(now);
  const { lastAccessedAt: _, lastReinforcedAt: __, invalidAt: ___, supersededBy: ____, ...stored } = current.memory;
  const memory: Memory = {
    ...stored,
    ...{ id, content: target.text, createdAt: now, updatedAt: now, validAt: now, accessCount: 0, status: 'active' },
    provenance: target.memory?.provenance ?? { episodeIds: [], turnIds: [] },
    // `learntUntil` stays, or the next consolidation would undo the rollback.
    metadata: {
      ...current.memory.metadata,
      version: current.version + 1,
      drift: wordDrift(current.text, target.text),
      traits: target.memory?.metadata['traits'] ?? {},
      restores: target.version,
    },
  };
  return { memories: [memory], ...supersede(current, id, now) };
}

/**
 * Personas as the personality component stores them: memories that supersede one another. `onWrite` is called after each write.
 * @example const souvenir = await createSouvenir({ store, personaStore: storedPersona(store) });
 */
export function storedPersona(store: Store, onWrite?: (owner: Owner, changes: Changes) => void): PersonaStore {
  return {
    current: (owner, identity) => currentPersona(store, owner, identity),
    versions: (owner) => personaVersions(store, owner),
    async rollback(owner, version, identity, at) {
      const changes = await retryOvertaken(store, async (checkedStore) => {
        const rolledBack = await personaRollback(version, identity, owner, checkedStore, at);
        await checkedStore.write(owner, { at, ...rolledBack });
        return rolledBack;
      });
      onWrite?.(owner, changes);
    },
  };
}
