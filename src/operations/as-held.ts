import type { Episode } from '../model/episode.ts';
import { ownerOf } from '../model/scope.ts';
import { READ_AT_ONCE } from '../text/secrets/redact.ts';
import type { OperationContext } from './operation.ts';

/** What was recorded, without the secrets of long turns, which are read to their end only before the store; as it is where there is a handle alone. */
export async function asHeld(
  { store, memory }: Pick<OperationContext, 'memory'> & Partial<Pick<OperationContext, 'store'>>,
  episodes: readonly Episode[],
): Promise<Episode[]> {
  const long = episodes.filter((episode) => JSON.stringify(episode).length > READ_AT_ONCE).map(({ id }) => id);
  const stored = (long.length > 0 && (await store?.getEpisodes(ownerOf(memory.scope), long, true))) || [];
  const held = new Map(stored.map((episode) => [episode.id, episode]));
  return episodes.map((episode) => {
    const { content, metadata } = held.get(episode.id) ?? episode;
    return { ...episode, content, metadata };
  });
}
