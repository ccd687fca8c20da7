import type { StoredEpisode } from '../model/episode.ts';
import { withoutMemoryBlocks } from '../model/memory-block.ts';

/** What a component may learn from: not what came out of memory itself, or memory would fill with its own words. */
export function newsOf(episodes: readonly StoredEpisode[]): StoredEpisode[] {
  return episodes.flatMap((episode) => {
    if (episode.metadata.recalled === true) return [];
    const content = withoutMemoryBlocks(episode.content);
    if (content === episode.content) return [episode];
    return content.trim() === '' ? [] : [{ ...episode, content: content.trim() }];
  });
}
