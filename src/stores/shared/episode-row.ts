import { definedFields } from '../../model/defined-fields.ts';
import type { Episode, StoredEpisode } from '../../model/episode.ts';
import type { Owner } from '../../model/scope.ts';
import { episodeTypes, roles } from './codes.ts';

/** An episode as its table has it; SQLite stores names as numbers. */
export interface EpisodeRow<Name> {
  readonly id: string;
  readonly session: Name;
  readonly position: number;
  readonly type: number;
  readonly role: number;
  readonly speaker: Name | null;
  readonly project: Name | null;
  readonly importance: number;
  readonly occurred_at: number;
  readonly metadata: string | null;
  readonly content: string;
  readonly hidden: number;
}

export function episodeValues({ type, role, importance, occurredAt, metadata, content }: Episode) {
  const json = JSON.stringify(metadata);
  return {
    ...{ type: episodeTypes.code[type], role: roles.code[role], importance, content },
    ...{ occurred_at: occurredAt.getTime(), metadata: json === '{}' ? null : json },
  };
}

export const decodeEpisode = <Name>(
  { tenantId, userId, agentId }: Owner,
  row: EpisodeRow<Name>,
  nameOf: (name: Name) => string,
): StoredEpisode =>
  definedFields({
    ...{ tenantId, userId, agentId },
    projectId: row.project === null ? undefined : nameOf(row.project),
    sessionId: nameOf(row.session),
    ...{ id: row.id, position: row.position, type: episodeTypes.word(row.type), role: roles.word(row.role) },
    speaker: row.speaker === null ? undefined : nameOf(row.speaker),
    ...{ importance: row.importance, occurredAt: new Date(row.occurred_at), content: row.content },
    metadata: row.metadata === null ? {} : (JSON.parse(row.metadata) as StoredEpisode['metadata']),
    ...(row.hidden > 0 && { hiddenBy: row.hidden }),
  });
