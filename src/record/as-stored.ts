import type { StoreReader } from '../contracts/store.ts';
import type { Episode } from '../model/episode.ts';
import { ownerOf } from '../model/scope.ts';
import { READ_AT_ONCE, REST } from '../secrets/redact.ts';

/** Replaces long turns of one owner by their stored text, as only the store has it fully redacted. */
export async function asStored(store: StoreReader, episodes: readonly Episode[]): Promise<Episode[]> {
  const longEpisodes = episodes.filter((episode) => {
    const json = JSON.stringify(episode);
    return json.length > READ_AT_ONCE || json.includes(REST);
  });
  const ids = longEpisodes.map(({ id }) => id);
  const stored = longEpisodes[0] === undefined ? [] : await store.getEpisodes(ownerOf(longEpisodes[0]), ids, true);
  const storedById = new Map(stored.map((episode) => [episode.id, episode]));
  return episodes.map((episode) => {
    const { content, metadata } = storedById.get(episode.id) ?? episode;
    return { ...episode, content, metadata };
  });
}
