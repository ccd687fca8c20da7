import {
  type Changes,
  type Embedding,
  entityPages,
  episodePages,
  everySession,
  everyStep,
  histories,
  linksAt,
  memoryPages,
  type Store,
} from '../contracts/store.ts';
import { stateOf } from '../memories/history.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { foldName } from '../model/graph.ts';
import { type Memory, memoryStatusSchema } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import type { MemoryVersion } from '../model/version.ts';
import { slices } from '../slices.ts';
import { importProgress, positionsOf, relationshipKey } from './import-records.ts';

export interface CopyCounts {
  readonly episodes: number;
  readonly memories: number;
}

const LINKS_AT_ONCE = 500;

/** Copies rows that the other store lacks, by ids and names; existing rows stay unchanged, and an interrupted copy can be resumed. */
export class OwnerCopy {
  readonly #from: Store;
  readonly #to: Store;
  readonly #owner: Owner;
  readonly #onProgress: (done: number) => void;
  readonly #turns: Pick<StoredEpisode, 'id' | 'sessionId' | 'position'>[] = [];
  readonly #memories: Pick<Memory, 'id' | 'updatedAt'>[] = [];
  #entities: ReadonlyMap<string, string> = new Map();

  constructor(from: Store, to: Store, owner: Owner, onProgress: (done: number) => void) {
    this.#from = from;
    this.#to = to;
    this.#owner = owner;
    this.#onProgress = onProgress;
  }

  async run(): Promise<CopyCounts> {
    const episodes = await this.#copyEpisodes();
    this.#entities = await this.#copyEntities();
    const memories = await this.#copyMemories();
    await this.#copyLinks();
    await this.#copyRelationships();
    await importProgress(await everyStep(this.#from, this.#owner), this.#turns, this.#memories, this.#owner, this.#to);
    const known = new Set((await this.#to.listNotes(this.#owner)).map(({ name }) => name));
    const notes = (await this.#from.listNotes(this.#owner)).filter(({ name }) => !known.has(name));
    await this.#write({ notes });
    return { episodes, memories };
  }

  async #write(changes: Changes): Promise<void> {
    if (Object.values(changes).some((part) => Array.isArray(part) && part.length > 0))
      await this.#to.write(this.#owner, changes);
  }

  async #copyEpisodes(): Promise<number> {
    let copied = 0;
    const ended = new Set(
      (await everySession(this.#to, this.#owner)).flatMap((session) => (session.endedAt ? [session.sessionId] : [])),
    );
    for (const { sessionId, endedAt } of await everySession(this.#from, this.#owner)) {
      for await (const page of episodePages(this.#from, this.#owner, { sessionId, withHidden: true })) {
        const ids = page.map(({ id }) => id);
        const known = new Set((await this.#to.getEpisodes(this.#owner, ids, true)).map(({ id }) => id));
        const fresh = page.filter(({ id }) => !known.has(id));
        await this.#write({ episodes: fresh.map(({ position: _, hiddenBy: __, ...episode }) => episode) });
        for (const { id, position } of page) this.#turns.push({ id, sessionId, position });
        copied += fresh.length;
        this.#onProgress(page.length);
      }
      if (endedAt !== undefined && !ended.has(sessionId))
        await this.#to.write(this.#owner, { endedSessions: [{ sessionId, at: endedAt }] });
    }
    return copied;
  }

  /** An entity whose name is stored keeps the stored id; returns the stored id of each. */
  async #copyEntities(): Promise<ReadonlyMap<string, string>> {
    const ids = new Map<string, string>();
    for await (const page of entityPages(this.#from, this.#owner)) {
      const matches = await this.#to.matchEntities(
        this.#owner,
        page.map(({ name }) => name),
      );
      const known = new Map(matches.map(({ id, name }) => [foldName(name), id]));
      for (const { id, name } of page) ids.set(id, known.get(foldName(name)) ?? id);
      await this.#write({ entities: page.filter(({ name }) => !known.has(foldName(name))) });
    }
    return ids;
  }

  async #copyMemories(): Promise<number> {
    let copied = 0;
    for await (const page of memoryPages(this.#from, this.#owner, { statuses: memoryStatusSchema.options })) {
      const ids = page.map(({ id }) => id);
      const known = new Set((await this.#to.getMemories(this.#owner, ids)).map(({ id }) => id));
      const sourceHistories = await histories(this.#from, this.#owner, ids);
      const targetHistories = await histories(this.#to, this.#owner, [...known]);
      const missing: MemoryVersion[][] = [];
      for (const { id, updatedAt, accessCount, lastAccessedAt } of page) {
        const [first, ...later] = sourceHistories.get(id) ?? [];
        const targetVersions = targetHistories.get(id) ?? [];
        // Accesses are counted from the first version on, as a later version alone cannot set them.
        const accessed = { accessCount, ...(lastAccessedAt && { lastAccessedAt }) };
        if (first !== undefined && isPrefixOf(targetVersions, [first, ...later]))
          missing.push([{ ...first, memory: { ...first.memory, ...accessed } }, ...later].slice(targetVersions.length));
        this.#memories.push({ id, updatedAt });
      }
      await this.#writeVersions(missing, await this.#from.embeddingsOf(this.#owner, ids));
      copied += page.length - known.size;
      this.#onProgress(page.length);
    }
    return copied;
  }

  /** Writes one version of each memory at a time with the vector of its text, so that each gets the vector that it had. */
  async #writeVersions(
    missing: readonly (readonly MemoryVersion[])[],
    embeddings: readonly Embedding[],
  ): Promise<void> {
    const key = (memoryId: string, content: string) => JSON.stringify([memoryId, content]);
    const embedded = new Map(embeddings.map((each) => [key(each.memoryId, each.content), each]));
    const sources = missing.flat().flatMap(({ memory }) => memory.provenance.episodeIds.slice(0, 1));
    const positions = await positionsOf([...new Set(sources)], this.#owner, this.#to);
    const maxVersions = missing.reduce((length, versions) => Math.max(length, versions.length), 0);
    for (let at = 0; at < maxVersions; at += 1) {
      const due = missing
        .flatMap((versions) => versions[at] ?? [])
        .map((version) => this.#withTargetIds(version, positions));
      await this.#write({
        memories: due.filter(({ number }) => number === 1).map(({ memory }) => memory),
        updates: due.filter(({ number }) => number > 1).flatMap(updatesTo),
        vectors: due.flatMap(({ memory: { id, content } }) => embedded.get(key(id, content)) ?? []),
      });
    }
  }

  #withTargetIds(version: MemoryVersion, positions: ReadonlyMap<string, number>): MemoryVersion {
    const { entityIds, provenance, ...memory } = version.memory;
    const position = positions.get(provenance.episodeIds[0] ?? '');
    return {
      ...version,
      memory: {
        ...memory,
        entityIds: entityIds.map((id) => this.#entities.get(id) ?? id),
        provenance: { ...provenance, ...(position !== undefined && { position }) },
      },
    };
  }

  async #copyLinks(): Promise<void> {
    for (const page of slices(this.#memories, LINKS_AT_ONCE)) {
      const ids = page.map(({ id }) => id);
      const among = new Set(ids);
      const known = new Set((await linksAt(this.#to, this.#owner, ids)).map(linkKey));
      const links = await linksAt(this.#from, this.#owner, ids);
      await this.#write({ links: links.filter((link) => among.has(link.fromId) && !known.has(linkKey(link))) });
    }
  }

  async #copyRelationships(): Promise<void> {
    const targetIdOf = (id: string) => this.#entities.get(id) ?? id;
    for (const ids of slices([...this.#entities.keys()], LINKS_AT_ONCE)) {
      const among = new Set(ids);
      const known = new Set((await this.#to.relationshipsOf(this.#owner, ids.map(targetIdOf))).map(relationshipKey));
      const relationships = (await this.#from.relationshipsOf(this.#owner, ids))
        .filter(({ fromId }) => among.has(fromId))
        .map((relationship) => ({
          ...relationship,
          fromId: targetIdOf(relationship.fromId),
          toId: targetIdOf(relationship.toId),
        }));
      await this.#write({
        relationships: relationships.filter((relationship) => !known.has(relationshipKey(relationship))),
      });
    }
  }
}

const linkKey = ({ fromId, toId, type }: { fromId: string; toId: string; type: string }): string =>
  JSON.stringify([fromId, toId, type]);

function updatesTo({ since, cause, memory }: MemoryVersion) {
  const { id, importance, salience, updatedAt, fadedAt = null } = memory;
  return [
    { id, ...stateOf(memory), updatedAt: since, cause },
    { id, importance, salience, updatedAt, fadedAt },
  ];
}

/** Whether the source history continues the target's; a memory that changed in the target only stays. */
function isPrefixOf(targetVersions: readonly MemoryVersion[], sourceVersions: readonly MemoryVersion[]): boolean {
  const [last, same] = [targetVersions.at(-1), sourceVersions[targetVersions.length - 1]];
  return (
    last === undefined ||
    (last.since.getTime() === same?.since.getTime() &&
      last.memory.status === same.memory.status &&
      last.memory.content === same.memory.content)
  );
}
