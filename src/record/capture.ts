import type { Clock } from '../contracts/clock.ts';
import { EPISODE_IMPORTANCE, type Episode, type EpisodeInput, episodeInputSchema } from '../model/episode.ts';
import { idFromSource, newId } from '../model/id.ts';
import { parse } from '../model/parse.ts';
import { DEFAULT_SESSION, ownerOf, type Scope } from '../model/scope.ts';
import type { Echoes } from './echo.ts';

/** The episode that a caller's input makes, without its secrets, or a refusal before anything is kept. The caller's own id of the turn stays as it is. */
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
  // Two calls of a tool may well answer with the same words.
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
    // Nobody said it later than now, and what lay ahead would not be found, and outdo all that is said until then.
    occurredAt: occurredAt === undefined || occurredAt > now ? now : occurredAt,
  };
}
