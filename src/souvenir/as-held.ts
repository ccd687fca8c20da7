import type { StoreReader } from '../contracts/store.ts';
import type { Episode } from '../model/episode.ts';
import { ownerOf } from '../model/scope.ts';
import { READ_AT_ONCE } from '../text/secrets/redact.ts';

/** What was recorded of one owner, without the secrets of long turns, which are read to their end only before the store. */
export async function asHeld(store: StoreReader, episodes: readonly Episode[]): Promise<Episode[]> {
  const long = episodes.filter((episode) => JSON.stringify(episode).length > READ_AT_ONCE);
  const ids = long.map(({ id }) => id);
  const stored = long[0] === undefined ? [] : await store.getEpisodes(ownerOf(long[0]), ids, true);
  const held = new Map(stored.map((episode) => [episode.id, episode]));
  return episodes.map((episode) => {
    const { content, metadata } = held.get(episode.id) ?? episode;
    return { ...episode, content, metadata };
  });
}
