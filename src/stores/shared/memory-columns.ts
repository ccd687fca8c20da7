import { definedFields } from '../../model/defined-fields.ts';
import type { Cause, Memory, MemoryUpdate } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { asVersion } from '../../model/version.ts';
import { memoryTypes, statuses } from './codes.ts';

/** Fields that no filter uses, as one JSON with short keys; empty ones are left out. */
export interface Details {
  /** Alternately confidence and milliseconds since createdAt. */
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

type Mutable<Fields> = { -readonly [Key in keyof Fields]: Fields[Key] };
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

export const parseDetails = (text: string): Details => JSON.parse(text);

/** The result shares no mutable object with `details`. */
export function decodeDetails(text: string, createdAt: Date, details = parseDetails(text)): DetailedFields {
  const confidenceTrajectory: DetailedFields['confidenceTrajectory'] = [];
  for (let at = 0; at < details.c.length; at += 2) {
    const after = details.c[at + 1] ?? 0;
    confidenceTrajectory.push({ confidence: details.c[at] ?? 0, at: new Date(createdAt.getTime() + after) });
  }
  const provenance: Mutable<DetailedFields['provenance']> = {
    episodeIds: details.e?.slice() ?? [],
    turnIds: details.t?.slice() ?? [],
  };
  if (details.p !== undefined) provenance.position = details.p;
  if (details.v !== undefined) provenance.conversationId = details.v;
  if (details.d !== undefined) provenance.documentId = details.d;
  if (details.l !== undefined) provenance.learningContext = details.l;
  if (details.a !== undefined) provenance.agentId = details.a;
  if (details.f !== undefined) provenance.memoryId = details.f;
  return {
    ...{ createdAt, confidenceTrajectory, provenance },
    entityIds: details.n?.slice() ?? [],
    metadata: copyOf(details.m ?? {}),
  };
}

function copyOf(metadata: Memory['metadata']): Memory['metadata'] {
  for (const name in metadata) if (typeof metadata[name] === 'object') return structuredClone(metadata);
  return { ...metadata };
}

export const parseCause = ({ cause }: { readonly cause: string | null }): Cause | undefined =>
  cause === null ? undefined : JSON.parse(cause);

const milliseconds = (moment: Date | null | undefined) => (moment === null ? null : moment?.getTime());

/** Columns of the fields that can change, except `category`. Absent fields are left out; `null` clears. */
export function fieldColumns(fields: Omit<MemoryUpdate, 'id'>): Record<string, string | number | null> {
  return definedFields({
    type: fields.type && memoryTypes.code[fields.type],
    status: fields.status && statuses.code[fields.status],
    importance: fields.importance,
    confidence: fields.confidence,
    salience: fields.salience,
    updated_at: fields.updatedAt?.getTime(),
    reinforced_at: milliseconds(fields.lastReinforcedAt),
    valid_at: milliseconds(fields.validAt),
    invalid_at: milliseconds(fields.invalidAt),
    superseded_by: fields.supersededBy,
    faded_at: milliseconds(fields.fadedAt),
    doubted_at: milliseconds(fields.doubtedAt),
    content: fields.content,
  }) as Record<string, string | number | null>;
}

type Columns<Name extends string, Type> = { readonly [Each in Name]: Type };

export type MemoryColumns = Columns<'id' | 'details' | 'content', string> &
  Columns<'superseded_by', string | null> &
  Columns<'type' | 'status' | 'importance' | 'confidence' | 'salience', number> &
  Columns<'created_at' | 'updated_at' | 'accesses' | 'version', number> &
  Columns<'accessed_at' | 'reinforced_at' | 'valid_at' | 'invalid_at' | 'faded_at' | 'doubted_at', number | null>;

interface RepeatedStrings {
  readonly component: string;
  readonly category: string;
  readonly projectId: string | undefined;
  readonly sessionId: string | undefined;
}

export function memoryFromRow(row: MemoryColumns, scope: Owner, strings: RepeatedStrings, details?: Details): Memory {
  const decoded = decodeDetails(row.details, new Date(row.created_at), details);
  const memory: Mutable<Memory> = {
    tenantId: scope.tenantId,
    userId: scope.userId,
    agentId: scope.agentId,
    id: row.id,
    content: row.content,
    type: memoryTypes.word(row.type),
    component: strings.component,
    category: strings.category,
    importance: row.importance,
    confidence: row.confidence,
    salience: row.salience,
    createdAt: decoded.createdAt,
    confidenceTrajectory: decoded.confidenceTrajectory,
    entityIds: decoded.entityIds,
    provenance: decoded.provenance,
    metadata: decoded.metadata,
    updatedAt: new Date(row.updated_at),
    accessCount: row.accesses,
    status: statuses.word(row.status),
  };
  if (strings.projectId !== undefined) memory.projectId = strings.projectId;
  if (strings.sessionId !== undefined) memory.sessionId = strings.sessionId;
  if (row.accessed_at !== null) memory.lastAccessedAt = new Date(row.accessed_at);
  if (row.reinforced_at !== null) memory.lastReinforcedAt = new Date(row.reinforced_at);
  if (row.valid_at !== null) memory.validAt = new Date(row.valid_at);
  if (row.invalid_at !== null) memory.invalidAt = new Date(row.invalid_at);
  if (row.superseded_by !== null) memory.supersededBy = row.superseded_by;
  if (row.faded_at !== null) memory.fadedAt = new Date(row.faded_at);
  if (row.doubted_at !== null) memory.doubtedAt = new Date(row.doubted_at);
  return asVersion(memory, row.version);
}
