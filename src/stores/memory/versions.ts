import type { ChangedQuery, Embedding, MemoryVector, VersionPage } from '../../contracts/store.ts';
import type { Cause, Memory } from '../../model/memory.ts';
import { asVersion, type MemoryVersion } from '../../model/version.ts';
import type { History, OwnerData } from './owner-data.ts';
import { versionsInPage } from './pages.ts';

export function memoryAt(data: OwnerData, id: string, asOf: Date | undefined): Memory | undefined {
  const memory = data.memories.get(id);
  if (!memory || asOf === undefined) return memory;
  const history = data.histories.get(id);
  if ((history?.since ?? memory.createdAt) <= asOf) return memory;
  return history?.past.find(({ since, until }) => since <= asOf && asOf < until)?.memory;
}

export const versionNumber = ({ memories, histories }: OwnerData, id: string): number | undefined =>
  memories.has(id) ? (histories.get(id)?.past.length ?? 0) + 1 : undefined;

export function copyForCaller(data: OwnerData, memory: Memory): Memory {
  const past = data.histories.get(memory.id)?.past ?? [];
  const ended = past.find((version) => version.memory === memory);
  return asVersion(structuredClone(memory), ended?.number ?? past.length + 1);
}

export const memoriesAt = (data: OwnerData, asOf: Date | undefined): Memory[] =>
  [...data.memories.keys()].flatMap((id) => memoryAt(data, id, asOf) ?? []);

/** The stored objects, not copies for callers. */
export function versionsIn(data: OwnerData, memory: Memory): MemoryVersion[] {
  const { past, since, cause } = historyOf(data, memory);
  return [...past, { number: past.length + 1, since, cause, memory }];
}

export function versionsOf(data: OwnerData, ids: readonly string[], page: VersionPage = {}): MemoryVersion[] {
  const stored = [...new Set(ids)].flatMap((id) => data.memories.get(id) ?? []);
  const versions = stored.flatMap((memory) => versionsIn(data, memory).slice(page.isPresent ? -1 : 0));
  return versionsInPage(versions, page).map(({ memory, ...version }) => ({
    ...structuredClone(version),
    memory: copyForCaller(data, memory),
  }));
}

export function changedMemories(data: OwnerData, { since, until, after = '', limit }: ChangedQuery): string[] {
  const isWithin = (moment: Date) => moment > since && (until === undefined || moment <= until);
  return [...data.memories.values()]
    .filter((memory) => {
      const history = historyOf(data, memory);
      return memory.id > after && [history, ...history.past].some((version) => isWithin(version.since));
    })
    .map(({ id }) => id)
    .sort()
    .slice(0, Math.max(0, limit));
}

export function beginVersion(data: OwnerData, memory: Memory, momentAfter: (since: Date) => Date, cause: Cause): void {
  const history = historyOf(data, memory);
  const until = momentAfter(history.since);
  history.past.push({ number: history.past.length + 1, since: history.since, until, cause: history.cause, memory });
  data.histories.set(memory.id, Object.assign(history, { since: until, cause }));
}

/** The memory's own vector while its content is unchanged, else that of a past version. */
export function vectorOf(data: OwnerData, { id, content }: Memory): MemoryVector | undefined {
  const current = data.memories.get(id);
  if (current?.content === content && current.status !== 'forgotten') return data.vectors.get(id);
  return data.histories.get(id)?.vectors.get(content);
}

export const embeddingsOf = (data: OwnerData, memoryIds: readonly string[]): Embedding[] =>
  memoryIds.flatMap((id) => {
    const { content = '' } = data.memories.get(id) ?? {};
    const current = data.vectors.get(id);
    const past = [...(data.histories.get(id)?.vectors ?? [])];
    const vectors = current === undefined ? past : [[content, current] as const, ...past];
    return vectors.map(([content, vector]) => structuredClone({ ...vector, content }));
  });

export function moveVectorToPastVersion(data: OwnerData, { id, content }: Memory): void {
  const vector = data.vectors.get(id);
  if (vector !== undefined) data.histories.get(id)?.vectors.set(content, vector);
  data.vectors.delete(id);
}

export function restoreVector(data: OwnerData, { id, content }: Memory): void {
  const { vectors } = data.histories.get(id) ?? {};
  const vector = vectors?.get(content);
  if (vector === undefined) return;
  data.vectors.set(id, vector);
  vectors?.delete(content);
}

const historyOf = (data: OwnerData, { id, createdAt }: Memory): History =>
  data.histories.get(id) ?? { past: [], vectors: new Map(), since: createdAt, cause: { kind: 'created' } };
