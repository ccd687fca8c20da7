import { createHash } from 'node:crypto';
import type { PersonaVersion } from '../../contracts/persona-store.ts';
import type { StoreReader } from '../../contracts/store.ts';
import { type Memory, memoryStatusSchema, PERSONALITY } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { listAll } from '../list-all.ts';

export const PERSONA = 'persona';
const MOST_ACTIVE = 200;
const KEPT = memoryStatusSchema.exclude(['forgotten']).options;

export type Persona = PersonaVersion;

/** Tells one identity from another. */
export const identityMark = (identity: string): string =>
  createHash('sha256').update(identity.trim()).digest('hex').slice(0, 16);

/** The persona that holds now; the identity itself until it has evolved from exactly this one. */
export async function currentPersona(reader: StoreReader, owner: Owner, identity: string): Promise<Persona> {
  const latest = await latestPersona(reader, owner);
  return latest?.memory.metadata['identity'] === identityMark(identity)
    ? latest
    : { text: identity.trim(), version: 0 };
}

/** Every version there has been, newest first. */
export async function personaVersions(reader: StoreReader, owner: Owner): Promise<KeptPersona[]> {
  const filter = { components: [PERSONALITY], categories: [PERSONA], statuses: KEPT };
  const versions: KeptPersona[] = [];
  for await (const memory of listAll(reader, owner, filter)) versions.push(personaOf(memory));
  return versions.sort((a, b) => b.version - a.version);
}

export type KeptPersona = Required<Persona>;

/** The version in force, of whichever identity. */
export async function latestPersona(reader: StoreReader, owner: Owner): Promise<KeptPersona | undefined> {
  const filter = { components: [PERSONALITY], categories: [PERSONA], statuses: ['active'] as const };
  const active = await reader.listMemories(owner, { filter, limit: MOST_ACTIVE });
  return active.map(personaOf).sort((a, b) => b.version - a.version)[0];
}

function personaOf(memory: Memory): KeptPersona {
  const { content, metadata, createdAt, id } = memory;
  return { text: content, version: Number(metadata['version'] ?? 1), since: createdAt, id, memory };
}
