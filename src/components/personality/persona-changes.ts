import type { StoreReader } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import type { Link } from '../../model/graph.ts';
import { newId } from '../../model/id.ts';
import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { wordDrift } from './drift.ts';
import { type KeptPersona, type Persona, personaVersions } from './persona.ts';

/** What a new version does to the one before it: it stays, with the moment it ceased to hold. */
export function replacing(old: KeptPersona, id: string, now: Date): { updates: MemoryUpdate[]; links: Link[] } {
  return {
    updates: [{ id: old.id, status: 'superseded', supersededBy: id, invalidAt: now, updatedAt: now }],
    links: [{ fromId: id, toId: old.id, type: 'supersedes', strength: 1, createdAt: now }],
  };
}

/** What to write so that an earlier text holds again, as a new version; version 0 is the identity. Nothing is erased. */
export async function personaRollback(
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
  const { lastAccessedAt: _, lastReinforcedAt: __, invalidAt: ___, supersededBy: ____, ...kept } = current.memory;
  const memory: Memory = {
    ...kept,
    ...{ id, content: target.text, createdAt: now, updatedAt: now, validAt: now, accessCount: 0, status: 'active' },
    provenance: target.memory?.provenance ?? { episodeIds: [], turnIds: [] },
    // What was learnt stays learnt, or the next consolidation would undo the way back.
    metadata: {
      ...current.memory.metadata,
      version: current.version + 1,
      drift: wordDrift(current.text, target.text),
      traits: target.memory?.metadata['traits'] ?? {},
      restores: target.version,
    },
  };
  return { memories: [memory], ...replacing(current, id, now) };
}
