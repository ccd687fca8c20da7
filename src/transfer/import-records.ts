import { everyStep, type ProgressStep, type Store } from '../contracts/store.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { stateOf } from '../memories/history.ts';
import { type Entity, foldName, type Relationship } from '../model/graph.ts';
import type { Memory, MemoryUpdate } from '../model/memory.ts';
import { type Owner, ownerOf } from '../model/scope.ts';
import { slices } from '../slices.ts';
import { type ExportRecord, parseRecord } from './export-records.ts';

export type RecordOfKind<Name extends ExportRecord['kind']> = Extract<ExportRecord, { kind: Name }>;

/** Reads all records of an export; an invalid one refuses them all. */
export async function readRecords(
  given: Iterable<unknown> | AsyncIterable<unknown>,
  owner: Owner,
  targetOwners: readonly Owner[],
) {
  const known = new Set(targetOwners.map(({ agentId }) => agentId));
  const records: ExportRecord[] = [];
  let at = 0;
  for await (const each of given) {
    at += 1;
    const record = await readRecord(each, at, owner);
    if (at === 1 && record.kind !== 'export') throw recordRefusal(at, 'an export begins with its owner');
    const isOwn = !('tenantId' in record) || (record.tenantId === owner.tenantId && record.userId === owner.userId);
    if (!isOwn || !known.has(record.agentId) || (record.kind === 'export' && record.agentId !== owner.agentId))
      throw recordRefusal(at, 'is of another tenant, user or agent: name them for the import');
    records.push(record);
  }
  return records;
}

async function readRecord(value: unknown, at: number, owner: Owner): Promise<ExportRecord> {
  try {
    const record = await parseRecord(value, owner);
    return record.kind === 'memory' ? withOwnVersions(record) : record;
  } catch (error) {
    throw recordRefusal(at, reasonOf(error));
  }
}

/** Versions get the identity of their memory, and the last version is the memory itself, even if the record differs. */
function withOwnVersions({ versions, ...memory }: RecordOfKind<'memory'>): RecordOfKind<'memory'> {
  if (versions === undefined) return memory;
  const { projectId, sessionId, id, component, createdAt } = memory;
  const own = {
    ...{ ...ownerOf(memory), id, component, createdAt },
    ...(projectId !== undefined && { projectId }),
    ...(sessionId !== undefined && { sessionId }),
  };
  return {
    ...memory,
    versions: versions.map(({ since, cause, memory: { projectId: _, sessionId: __, ...state } }, at) => ({
      ...{ since, cause, memory: at === versions.length - 1 ? memory : { ...state, ...own } },
    })),
  };
}

export const recordRefusal = (at: number, reason: string): SouvenirError =>
  new SouvenirError('invalidInput', `record ${at}: ${reason}`, {
    advice: 'nothing was imported; give the records as `export` handed them out',
  });

/** The result of an import. */
export interface Imported {
  /** Counts of rows that were not stored before. */
  readonly turns: number;
  readonly memories: number;
  readonly sessions: number;
}

export interface ImportOptions {
  /** Whether a recall configuration may be imported, which applies to every user of the tenant; true by default. */
  readonly tunes?: boolean | undefined;
  readonly onProgress?: (done: number, total: number) => void;
}

const AT_ONCE = 50;

/** Writes records that are not stored yet; stored ids stay unchanged. An import can be repeated or resumed, also after it was aborted between pages. */
export async function importRecords(
  records: readonly ExportRecord[],
  owner: Owner,
  store: Store,
  { onProgress, signal }: ImportOptions & { readonly signal: AbortSignal },
): Promise<Imported> {
  const total = records.filter(({ kind }) => kind === 'episode' || kind === 'memory').length;
  let turns = 0;
  let memories = 0;
  let done = 0;
  const reportProgress = (count: number) => {
    done += count;
    onProgress?.(done, total);
  };
  for (const [agentId, own] of Map.groupBy(records, (record) => record.agentId)) {
    const targetOwner = { ...owner, agentId };
    const recordsOf = <Name extends ExportRecord['kind']>(kind: Name) =>
      own.filter((record): record is RecordOfKind<Name> => record.kind === kind);
    const episodes = recordsOf('episode').sort((a, b) => a.position - b.position);
    for (const page of slices(episodes, AT_ONCE)) {
      signal.throwIfAborted();
      const ids = page.map(({ id }) => id);
      const known = new Set((await store.getEpisodes(targetOwner, ids, true)).map(({ id }) => id));
      const fresh = page.filter(({ id }) => !known.has(id)).map(({ kind: _, position: __, ...episode }) => episode);
      await store.write(targetOwner, { episodes: fresh });
      turns += fresh.length;
      reportProgress(page.length);
    }
    await store.write(targetOwner, {
      endedSessions: recordsOf('session').map(({ sessionId, endedAt: at }) => ({ sessionId, at })),
    });
    const entities = await importEntities(
      recordsOf('entity').map(({ kind: _, agentId: __, ...entity }) => entity),
      targetOwner,
      store,
    );
    for (const page of slices(recordsOf('memory'), AT_ONCE)) {
      signal.throwIfAborted();
      const ids = page.map(({ id }) => id);
      const known = new Set((await store.getMemories(targetOwner, ids)).map(({ id }) => id));
      const fresh = page.filter(({ id }) => !known.has(id));
      const states = fresh.flatMap((memory) => [memory, ...(memory.versions ?? []).map((version) => version.memory)]);
      const positions = await positionsOf(
        states.flatMap(({ provenance }) => provenance.episodeIds.slice(0, 1)),
        targetOwner,
        store,
      );
      const written = fresh.map((record) => versionsOf(record, entities, positions));
      await store.write(targetOwner, {
        memories: written.map(({ first }) => first),
        updates: written.flatMap(({ updates }) => updates),
      });
      memories += fresh.length;
      reportProgress(page.length);
    }
    signal.throwIfAborted();
    const at = (id: string) => entities.get(id) ?? id;
    const relationships = recordsOf('relationship').map(({ kind: _, agentId: __, ...relationship }) => ({
      ...{ ...relationship, fromId: at(relationship.fromId), toId: at(relationship.toId) },
    }));
    const stored = await store.relationshipsOf(targetOwner, [...new Set(relationships.map(({ fromId }) => fromId))]);
    const known = new Set(stored.map(relationshipKey));
    await store.write(targetOwner, {
      links: recordsOf('link').map(({ kind: _, agentId: __, ...link }) => link),
      relationships: relationships.filter((relationship) => !known.has(relationshipKey(relationship))),
    });
    await importProgress(recordsOf('progress'), episodes, recordsOf('memory'), targetOwner, store);
  }
  const sessions = new Set(records.flatMap((record) => (record.kind === 'episode' ? [record.sessionId] : [])));
  return { turns, memories, sessions: sessions.size };
}

export const relationshipKey = ({ fromId, toId, relation }: Relationship): string =>
  JSON.stringify([fromId, toId, relation]);

/** An entity whose name is stored keeps the stored id; returns the stored id of each. */
async function importEntities(
  entities: readonly Entity[],
  targetOwner: Owner,
  store: Store,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>();
  for (const page of slices(entities, AT_ONCE)) {
    const names = page.map(({ name }) => name);
    const known = new Map(
      (await store.matchEntities(targetOwner, names)).map((entity) => [foldName(entity.name), entity.id]),
    );
    for (const { id, name } of page) ids.set(id, known.get(foldName(name)) ?? id);
    await store.write(targetOwner, { entities: page });
  }
  return ids;
}

/** Includes the positions of turns from an earlier import. */
export async function positionsOf(
  ids: readonly string[],
  targetOwner: Owner,
  store: Store,
): Promise<ReadonlyMap<string, number>> {
  const positions = new Map<string, number>();
  for (const page of slices(ids, AT_ONCE))
    for (const { id, position } of await store.getEpisodes(targetOwner, page, true)) positions.set(id, position);
  return positions;
}

function versionsOf(
  { kind: _, versions = [], ...memory }: RecordOfKind<'memory'>,
  entities: ReadonlyMap<string, string>,
  positions: ReadonlyMap<string, number>,
): { first: Memory; updates: MemoryUpdate[] } {
  const relocated = (state: Memory): Memory => {
    const position = positions.get(state.provenance.episodeIds[0] ?? '');
    return {
      ...state,
      entityIds: state.entityIds.map((id) => entities.get(id) ?? id),
      provenance: { ...state.provenance, ...(position !== undefined && { position }) },
    };
  };
  const { lastAccessedAt, accessCount, id, importance, salience, fadedAt, updatedAt } = memory;
  const [first, ...later] = versions;
  const now: MemoryUpdate = { id, importance, salience, updatedAt, fadedAt: fadedAt ?? null };
  return {
    first: { ...relocated(first?.memory ?? memory), accessCount, ...(lastAccessedAt && { lastAccessedAt }) },
    updates: [
      ...later.map(({ since, cause, memory: state }) => ({
        id,
        ...stateOf(relocated(state)),
        updatedAt: since,
        cause,
      })),
      ...(later.length > 0 ? [now] : []),
    ],
  };
}

/** Writes progress over turns that follow each other as in the export, and to fields and documents that equal the exported ones. */
export async function importProgress(
  steps: readonly ProgressStep[],
  episodes: readonly Pick<RecordOfKind<'episode'>, 'id' | 'sessionId' | 'position'>[],
  memories: readonly Pick<RecordOfKind<'memory'>, 'id' | 'updatedAt'>[],
  targetOwner: Owner,
  store: Store,
): Promise<void> {
  const reached = new Map<string, number>();
  for (const { component, sessionId, through } of await everyStep(store, targetOwner))
    reached.set(JSON.stringify([component, sessionId]), through);
  const bySession = Map.groupBy(episodes, ({ sessionId }) => sessionId);
  const changed = new Map(memories.map(({ id, updatedAt }) => [id, updatedAt.getTime()]));
  const turnsBefore = new Map<string, number>();
  for (const sessionId of new Set(steps.map((step) => step.sessionId))) {
    const ids = bySession.get(sessionId)?.map(({ id }) => id) ?? [];
    const positions = await positionsOf(ids, targetOwner, store);
    const first = positions.get(ids[0] ?? '') ?? 1;
    const [stored] = ids.length > 0 ? [] : await store.getMemories(targetOwner, [sessionId]);
    const isSame =
      ids.length > 0
        ? ids.every((id, at) => positions.get(id) === first + at)
        : (await store.listEpisodes(targetOwner, { sessionId, limit: 1, withHidden: true })).length === 0 &&
          stored?.updatedAt.getTime() === changed.get(sessionId);
    if (isSame) turnsBefore.set(sessionId, first - 1);
  }
  for (const { component, sessionId, from, through, at } of steps) {
    const offset = turnsBefore.get(sessionId);
    if (offset === undefined) continue;
    const sessionEpisodes = bySession.get(sessionId);
    const targetPosition = (reached: number) =>
      sessionEpisodes === undefined
        ? reached
        : offset + sessionEpisodes.filter(({ position }) => position <= reached).length;
    const key = JSON.stringify([component, sessionId]);
    const step = { component, sessionId, from: targetPosition(from), through: targetPosition(through) };
    if (step.from !== (reached.get(key) ?? 0) || step.through <= step.from) continue;
    await store.write(targetOwner, { at, progress: [step] });
    reached.set(key, step.through);
  }
}
