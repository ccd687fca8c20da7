import type { SessionBatch } from '../../contracts/component.ts';
import { SessionReader } from './session-reader.ts';
import { tagsOf } from './tags.ts';
import type { Trial } from './trial.ts';

/**
 * The strategies a session tells the outcome of. An outcome belongs to what its own sentence names, else to what was last
 * proposed a few turns before; where that was more than one thing, nobody can say which, and nothing is kept.
 */
export function findTrials({ before, episodes }: Pick<SessionBatch, 'before' | 'episodes'>, lookBack: number): Trial[] {
  const turns = [...before, ...episodes];
  const reader = new SessionReader(lookBack);
  for (const [at, turn] of turns.entries()) reader.read(turn, at);
  return reader.attempts.flatMap(({ strategy, task, outcome, turn, toldIn = 0 }) => {
    const telling = turns[toldIn];
    if (outcome === undefined || telling === undefined || toldIn < before.length) return [];
    const sources = [...new Set([turns[turn] ?? telling, telling])];
    const tags = tagsOf(strategy, task, turns.slice(turn, toldIn + 1));
    return [{ strategy, task, outcome, tags, episodeIds: sources.map(({ id }) => id), at: telling.occurredAt }];
  });
}
