import type { StoredEpisode } from './episode.ts';
// biome-ignore format: one line
export const FENCED = ['instructions', 'persona', 'directives', 'profile', 'procedures', 'memories', 'documents', 'recent'] as const;
export type FencedSection = (typeof FENCED)[number];

/** Marks recalled text as data, and lets memory recognize it in later turns. */
export const fenceOf = (name: FencedSection): { readonly open: string; readonly close: string } => ({
  open: `<souvenir-${name}>`,
  close: `</souvenir-${name}>`,
});

export const { open: MEMORY_BLOCK_OPEN, close: MEMORY_BLOCK_CLOSE } = fenceOf('memories');

const BLOCK = new RegExp(`<souvenir-(${FENCED.join('|')})>.*?(?:</souvenir-\\1>|$)`, 'gis');

export const withoutMemoryBlocks = (text: string): string => text.replace(BLOCK, ' ');

/** Removes recalled text, since memory must not learn from itself. */
export function withoutRecalled(episodes: readonly StoredEpisode[]): StoredEpisode[] {
  return episodes.flatMap((episode) => {
    if (episode.metadata.recalled === true) return [];
    const content = withoutMemoryBlocks(episode.content);
    if (content === episode.content) return [episode];
    return content.trim() === '' ? [] : [{ ...episode, content: content.trim() }];
  });
}
