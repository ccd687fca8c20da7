import type { Clock } from '../contracts/clock.ts';
import { EPISODE_IMPORTANCE, type Episode, type EpisodeInput, episodeInputSchema } from '../model/episode.ts';
import { newId } from '../model/id.ts';
import { parse } from '../model/parse.ts';
import type { Scope } from '../model/scope.ts';
import type { Echoes } from './echo.ts';

/** Turns what a caller hands in into an episode, or refuses it before anything is kept. */
export function capture(input: EpisodeInput, defaults: Scope, clock: Clock, echoes: Echoes): Episode {
  const { importance, occurredAt, projectId, sessionId, speaker, ...given } = parse(
    episodeInputSchema,
    input,
    'episode',
  );
  const now = clock.now();
  const project = projectId ?? defaults.projectId;
  const owner = {
    tenantId: given.tenantId ?? defaults.tenantId,
    userId: given.userId ?? defaults.userId,
    agentId: given.agentId ?? defaults.agentId,
  };
  const { tool, taskType } = given.metadata;
  // Two calls of a tool may well answer with the same words.
  const isReport = tool !== undefined || taskType !== undefined;
  if (given.role !== 'user' && !isReport && echoes.has(owner, given.content)) given.metadata.recalled = true;
  return {
    ...given,
    ...owner,
    ...(project !== undefined && { projectId: project }),
    ...(speaker !== undefined && { speaker }),
    sessionId: sessionId ?? defaults.sessionId ?? 'default',
    id: newId(now),
    importance: importance ?? EPISODE_IMPORTANCE[given.type],
    occurredAt: occurredAt ?? now,
  };
}
