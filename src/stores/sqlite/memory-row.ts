import type { Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { memoryTypes, statuses } from './codes.ts';
import type { Value } from './driver.ts';
import type { Names } from './names.ts';

export interface MemoryRow {
  readonly key: number;
  readonly id: string;
  readonly type: number;
  readonly status: number;
  readonly component: number;
  readonly category: number;
  readonly project: number | null;
  readonly session: number | null;
  readonly importance: number;
  readonly confidence: number;
  readonly salience: number;
  readonly created_at: number;
  readonly updated_at: number;
  readonly accessed_at: number | null;
  readonly accesses: number;
  readonly reinforced_at: number | null;
  readonly valid_at: number | null;
  readonly invalid_at: number | null;
  readonly superseded_by: string | null;
  readonly faded_at: number | null;
  readonly doubted_at: number | null;
  readonly embedder: number | null;
  readonly terms: number;
  readonly details: string;
  readonly content: string;
  /** Null in the first version, which begins when the memory was learnt. */
  readonly since: number | null;
  readonly version: number;
  readonly cause: string | null;
}

/** What `memories` and `memory_versions` have in common, but for what tells one version from another. */
export const MEMORY_COLUMNS = [
  ...['key', 'owner', 'id', 'type', 'status', 'component', 'category', 'project', 'session', 'importance'],
  ...['confidence', 'salience', 'created_at', 'updated_at', 'accessed_at', 'accesses', 'reinforced_at', 'valid_at'],
  ...['invalid_at', 'superseded_by', 'faded_at', 'doubted_at', 'embedder', 'terms', 'details', 'content'],
] as const;

/** What is read of either, which goes by the name `m`. */
export const STATE_COLUMNS = [...MEMORY_COLUMNS, 'since', 'version', 'cause'].map((name) => `m.${name}`).join(', ');

/** The parts that no filter looks into, in one JSON with short names; what is empty is absent. */
interface Details {
  /** Confidence and milliseconds after createdAt, in turn. */
  readonly c: readonly number[];
  readonly n?: readonly string[];
  readonly e?: readonly string[];
  readonly t?: readonly string[];
  readonly p?: number;
  readonly v?: string;
  readonly d?: string;
  readonly l?: string;
  readonly a?: string;
  readonly f?: string;
  readonly m?: Memory['metadata'];
}

type DetailedFields = Pick<Memory, 'confidenceTrajectory' | 'entityIds' | 'provenance' | 'metadata' | 'createdAt'>;

export function encodeDetails(memory: DetailedFields): string {
  const { episodeIds, turnIds, position, conversationId, documentId, learningContext } = memory.provenance;
  const { agentId, memoryId } = memory.provenance;
  const createdAt = memory.createdAt.getTime();
  return JSON.stringify({
    c: memory.confidenceTrajectory.flatMap(({ confidence, at }) => [confidence, at.getTime() - createdAt]),
    n: memory.entityIds.length === 0 ? undefined : memory.entityIds,
    e: episodeIds.length === 0 ? undefined : episodeIds,
    t: turnIds.length === 0 ? undefined : turnIds,
    p: position,
    v: conversationId,
    d: documentId,
    l: learningContext,
    a: agentId,
    f: memoryId,
    m: Object.keys(memory.metadata).length === 0 ? undefined : memory.metadata,
  });
}

export function decodeDetails(text: string, createdAt: Date): DetailedFields {
  const details: Details = JSON.parse(text);
  const points = details.c;
  return {
    createdAt,
    confidenceTrajectory: Array.from({ length: points.length / 2 }, (_, index) => ({
      confidence: points[2 * index] ?? 0,
      at: new Date(createdAt.getTime() + (points[2 * index + 1] ?? 0)),
    })),
    entityIds: [...(details.n ?? [])],
    provenance: {
      episodeIds: [...(details.e ?? [])],
      turnIds: [...(details.t ?? [])],
      ...(details.p !== undefined && { position: details.p }),
      ...(details.v !== undefined && { conversationId: details.v }),
      ...(details.d !== undefined && { documentId: details.d }),
      ...(details.l !== undefined && { learningContext: details.l }),
      ...(details.a !== undefined && { agentId: details.a }),
      ...(details.f !== undefined && { memoryId: details.f }),
    },
    metadata: details.m ?? {},
  };
}

const milliseconds = (moment: Date | undefined): number | null => moment?.getTime() ?? null;

/** Every column but `key`, `embedder` and `terms`, which the indexes set. */
export function encodeMemory(memory: Memory, owner: number, names: Names): Record<string, Value> {
  return {
    owner,
    id: memory.id,
    type: memoryTypes.code[memory.type],
    status: statuses.code[memory.status],
    component: names.key(owner, memory.component),
    category: names.key(owner, memory.category),
    project: names.optionalKey(owner, memory.projectId),
    session: names.optionalKey(owner, memory.sessionId),
    importance: memory.importance,
    confidence: memory.confidence,
    salience: memory.salience,
    created_at: memory.createdAt.getTime(),
    updated_at: memory.updatedAt.getTime(),
    accessed_at: milliseconds(memory.lastAccessedAt),
    accesses: memory.accessCount,
    reinforced_at: milliseconds(memory.lastReinforcedAt),
    valid_at: milliseconds(memory.validAt),
    invalid_at: milliseconds(memory.invalidAt),
    superseded_by: memory.supersededBy ?? null,
    faded_at: milliseconds(memory.fadedAt),
    doubted_at: milliseconds(memory.doubtedAt),
    details: encodeDetails(memory),
    content: memory.content,
  };
}

type Mutable<Fields> = { -readonly [Key in keyof Fields]: Fields[Key] };

export function decodeMemory(row: MemoryRow, scope: Owner, names: Names): Memory {
  const memory: Mutable<Memory> = {
    tenantId: scope.tenantId,
    userId: scope.userId,
    agentId: scope.agentId,
    id: row.id,
    content: row.content,
    type: memoryTypes.word(row.type),
    component: names.name(row.component),
    category: names.name(row.category),
    importance: row.importance,
    confidence: row.confidence,
    salience: row.salience,
    ...decodeDetails(row.details, new Date(row.created_at)),
    updatedAt: new Date(row.updated_at),
    accessCount: row.accesses,
    status: statuses.word(row.status),
  };
  if (row.project !== null) memory.projectId = names.name(row.project);
  if (row.session !== null) memory.sessionId = names.name(row.session);
  if (row.accessed_at !== null) memory.lastAccessedAt = new Date(row.accessed_at);
  if (row.reinforced_at !== null) memory.lastReinforcedAt = new Date(row.reinforced_at);
  if (row.valid_at !== null) memory.validAt = new Date(row.valid_at);
  if (row.invalid_at !== null) memory.invalidAt = new Date(row.invalid_at);
  if (row.superseded_by !== null) memory.supersededBy = row.superseded_by;
  if (row.faded_at !== null) memory.fadedAt = new Date(row.faded_at);
  if (row.doubted_at !== null) memory.doubtedAt = new Date(row.doubted_at);
  return memory;
}
