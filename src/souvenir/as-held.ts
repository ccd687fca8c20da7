import type { StoreReader } from '../contracts/store.ts';
import type { Episode } from '../model/episode.ts';
import { ownerOf } from '../model/scope.ts';
import { READ_AT_ONCE, REST } from '../text/secrets/redact.ts';

/** What was recorded of one owner, with long turns as the store has them: only before it are they read to their end. */
export async function asHeld(store: StoreReader, episodes: readonly Episode[]): Promise<Episode[]> {
  const long = episodes.filter((episode) => {
    const told = JSON.stringify(episode);
    return told.length > READ_AT_ONCE || told.includes(REST);
  });
  const ids = long.map(({ id }) => id);
  const stored = long[0] === undefined ? [] : await store.getEpisodes(ownerOf(long[0]), ids, true);
  const held = new Map(stored.map((episode) => [episode.id, episode]));
  return episodes.map((episode) => {
    const { content, metadata } = held.get(episode.id) ?? episode;
    return { ...episode, content, metadata };
  });
}
