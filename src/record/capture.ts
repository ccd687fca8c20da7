import type { Clock } from '../contracts/clock.ts';
import { EPISODE_IMPORTANCE, type Episode, type EpisodeInput, episodeInputSchema } from '../model/episode.ts';
import { idFromSource, newId } from '../model/id.ts';
import { parse } from '../model/parse.ts';
import { DEFAULT_SESSION, ownerOf, type Scope } from '../model/scope.ts';
import type { Echoes } from './echo.ts';

/** Makes an episode of a caller's input, without its secrets, or refuses it. The caller's own id of the turn stays as it is. */
export function capture(
  input: EpisodeInput,
  scope: Scope,
  clock: Clock,
  echoes: Echoes,
  redacted: <Value>(value: Value) => Value = (value) => value,
): Episode {
  const parsed = parse(episodeInputSchema, input, 'episode');
  const { importance, occurredAt, content, speaker, metadata, sourceId, ...rest } = parsed;
  const given = { ...rest, content: redacted(content), metadata: redacted(metadata) };
  if (metadata.turnId !== undefined) given.metadata.turnId = metadata.turnId;
  const now = clock.now();
  const owner = ownerOf(scope);
  const { tool, taskType } = given.metadata;
  // Two tool calls may return the same text.
  const isReport = tool !== undefined || taskType !== undefined;
  if (given.role !== 'user' && !isReport && echoes.has(owner, given.content)) given.metadata.recalled = true;
  return {
    ...given,
    ...owner,
    ...(scope.projectId !== undefined && { projectId: scope.projectId }),
    ...(speaker !== undefined && { speaker: redacted(speaker) }),
    sessionId: scope.sessionId ?? DEFAULT_SESSION,
    id: sourceId === undefined ? newId(now) : idFromSource(scope, sourceId),
    importance: importance ?? EPISODE_IMPORTANCE[given.type],
    // Future dates become now: recall would miss such an episode, and later ones could not supersede it.
    occurredAt: occurredAt === undefined || occurredAt > now ? now : occurredAt,
  };
}
