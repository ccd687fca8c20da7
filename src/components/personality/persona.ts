import { createHash } from 'node:crypto';
import type { StoreReader } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';

export const PERSONALITY = 'personality';
export const PERSONA = 'persona';
const PAGE = 200;

/** Who an agent has become. Version 0 is the identity itself, which is no memory. */
export interface Persona {
  readonly text: string;
  readonly version: number;
  readonly since?: Date;
  readonly id?: string;
  readonly memory?: Memory;
}

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
  const filter = { components: [PERSONALITY], categories: [PERSONA] };
  const kept: KeptPersona[] = [];
  for (let after: string | undefined; ; ) {
    const page = await reader.listMemories(owner, { filter, limit: PAGE, ...(after !== undefined && { after }) });
    after = page.at(-1)?.id;
    if (after === undefined) return kept.sort((a, b) => b.version - a.version);
    kept.push(...page.filter(({ status }) => status !== 'forgotten').map(personaOf));
  }
}

export type KeptPersona = Required<Persona>;

/** The version in force, of whichever identity. */
export async function latestPersona(reader: StoreReader, owner: Owner): Promise<KeptPersona | undefined> {
  const filter = { components: [PERSONALITY], categories: [PERSONA], statuses: ['active'] as const };
  const active = await reader.listMemories(owner, { filter, limit: PAGE });
  return active.map(personaOf).sort((a, b) => b.version - a.version)[0];
}

function personaOf(memory: Memory): KeptPersona {
  const { content, metadata, createdAt, id } = memory;
  return { text: content, version: Number(metadata['version'] ?? 1), since: createdAt, id, memory };
}
