import type { MentionedEntity, ModelFinding, SessionBatch } from '../contracts/component.ts';
import { definedFields } from '../model/defined-fields.ts';
import { newId } from '../model/id.ts';
import { firstAndLatest, type Memory, type MemoryDraft, READ_BY_MODEL } from '../model/memory.ts';
import { lowestTrust, type Trust, trustOf, trustOfMemory } from '../model/trust.ts';

/** A finding of a component, before it is compared with stored memories. */
export interface Finding extends Pick<MemoryDraft, 'type' | 'metadata' | 'validAt' | 'invalidAt' | 'learningContext'> {
  readonly content: string;
  readonly category: string;
  readonly importance: number;
  readonly confidence: number;
  readonly episodeIds: readonly string[];
  readonly entities: readonly MentionedEntity[];
  readonly id?: string;
  /** Its relations to other memories as a model or reader found them; without them, the rules of its language decide. */
  readonly memoryRelations?: ModelFinding['memoryRelations'];
}

export const findingOf = ({
  id,
  text,
  category,
  importance,
  episodes,
  about,
  since,
  until,
  memoryRelations,
  trust,
}: ModelFinding): Finding => ({
  ...{ id, content: text, category, importance, confidence: 0.8, entities: about, memoryRelations },
  learningContext: READ_BY_MODEL,
  episodeIds: episodes.map((episode) => episode.id),
  validAt: since ?? episodes[0].occurredAt,
  ...(until !== undefined && { invalidAt: until }),
  ...(trust !== undefined && { metadata: { trust } }),
});

/** The share of the missing confidence that a repetition adds. */
const REPETITION_GAIN = 0.3;

/** A memory within a batch: stored before, or to be written. */
export interface MemoryEntry {
  readonly id: string;
  readonly content: string;
  readonly category: string;
  readonly importance: number;
  readonly confidence: number;
  readonly entityIds: readonly string[];
  readonly episodeIds: readonly string[];
  readonly validAt?: Date;
  readonly invalidAt?: Date;
  readonly supersededBy?: string;
  readonly doubtedAt?: Date;
  readonly type?: MemoryDraft['type'];
  readonly metadata?: MemoryDraft['metadata'];
  readonly learningContext?: string;
  readonly trust: Trust;
  readonly memory?: Memory;
  readonly isChanged?: boolean;
  readonly isRepeated?: boolean;
}

export function newEntry(
  finding: Finding,
  entityIds: readonly string[],
  { episodes }: SessionBatch,
  now: Date,
): MemoryEntry {
  const { content, category, importance, confidence, episodeIds, type, metadata, learningContext } = finding;
  const { validAt, invalidAt } = finding as { validAt?: Date; invalidAt?: Date };
  return {
    ...{ id: finding.id ?? newId(now), content, category, importance, confidence, entityIds, episodeIds },
    trust: lowestTrust([
      trustOfMemory({ metadata: metadata ?? {} }),
      ...episodes.filter(({ id }) => episodeIds.includes(id)).map(trustOf),
    ]),
    ...definedFields({ type, metadata, learningContext, validAt, invalidAt }),
  };
}

export function storedEntry(memory: Memory): MemoryEntry {
  const { id, content, category, importance, confidence, entityIds, provenance, validAt, invalidAt, metadata } = memory;
  return {
    ...{ id, content, category, importance, confidence, entityIds, metadata, memory, trust: trustOfMemory(memory) },
    episodeIds: provenance.episodeIds,
    ...definedFields({ validAt, invalidAt }),
  };
}

export function merged(
  entry: MemoryEntry,
  other: Pick<MemoryEntry, 'importance' | 'entityIds' | 'episodeIds'>,
): MemoryEntry {
  return {
    ...entry,
    importance: Math.max(entry.importance, other.importance),
    confidence: entry.confidence + REPETITION_GAIN * (1 - entry.confidence),
    entityIds: [...new Set([...entry.entityIds, ...other.entityIds])],
    episodeIds: firstAndLatest([...new Set([...entry.episodeIds, ...other.episodeIds])]),
    ...{ isChanged: true, isRepeated: true },
  };
}

export function draftOf(entry: MemoryEntry): MemoryDraft {
  const { memory: _, isChanged: __, isRepeated: ___, trust: ____, ...draft } = entry;
  return { ...draft, entityIds: [...entry.entityIds], episodeIds: [...entry.episodeIds] };
}

export function updateOf(entry: MemoryEntry, memory: Memory, { episodes }: SessionBatch, now: Date) {
  const { id, importance, confidence, entityIds, episodeIds, invalidAt, supersededBy } = entry;
  const turnOf = new Map(episodes.map((episode) => [episode.id, episode.metadata.turnId]));
  const added = episodeIds.filter((each) => !memory.provenance.episodeIds.includes(each));
  return {
    ...{ id, importance, entityIds: [...entityIds], updatedAt: now },
    provenance: {
      ...memory.provenance,
      episodeIds: [...episodeIds],
      turnIds: firstAndLatest([...memory.provenance.turnIds, ...added.flatMap((each) => turnOf.get(each) ?? [])]),
    },
    ...(entry.isRepeated === true && {
      ...{ confidence, lastReinforcedAt: now, doubtedAt: null },
      confidenceTrajectory: firstAndLatest([...memory.confidenceTrajectory, { confidence, at: now }]),
    }),
    ...(supersededBy !== undefined && { supersededBy, status: 'superseded' as const }),
    ...(invalidAt !== undefined && { invalidAt }),
  };
}
