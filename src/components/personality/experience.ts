import type { SessionBatch } from '../../contracts/component.ts';
import type { StoreReader } from '../../contracts/store.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { withoutMemoryBlocks } from '../../model/memory-block.ts';
import type { PersonalityConfig } from './config.ts';

/**
 * What has happened since the persona last learnt, up to the end of this batch, oldest first; nothing where that is too little.
 * After a text was turned down, it is enough again only when this batch brings it past the next multiple of `minEpisodes`.
 */
export async function experienceSince(
  learntUntil: Date | undefined,
  { owner, episodes }: SessionBatch,
  store: StoreReader,
  { minEpisodes, maxEpisodes }: Pick<PersonalityConfig, 'minEpisodes' | 'maxEpisodes'>,
): Promise<StoredEpisode[]> {
  const times = episodes.map(({ occurredAt }) => occurredAt.getTime());
  const [first, last] = [Math.min(...times), Math.max(...times)];
  const limit = Math.max(minEpisodes, maxEpisodes);
  const latest = await store.listEpisodes(owner, { limit, ...(learntUntil !== undefined && { since: learntUntil }) });
  const after = learntUntil?.getTime() ?? Number.NEGATIVE_INFINITY;
  const lived = latest.filter(({ occurredAt }) => occurredAt.getTime() > after && occurredAt.getTime() <= last);
  const known = lived.filter(({ occurredAt }) => occurredAt.getTime() < first).length;
  if (Math.floor(lived.length / minEpisodes) <= Math.floor(known / minEpisodes)) return [];
  return lived.slice(-maxEpisodes);
}

/** What of them did not come out of memory itself. */
export const spokenOf = (episodes: readonly StoredEpisode[]): StoredEpisode[] =>
  episodes.flatMap((episode) => {
    const content = withoutMemoryBlocks(episode.content);
    return episode.metadata.recalled === true || content.trim() === '' ? [] : [{ ...episode, content }];
  });
