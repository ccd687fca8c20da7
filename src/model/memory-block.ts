import type { StoredEpisode } from './episode.ts';
/** What stands in a fence of its own in a prompt, in this order. */
// biome-ignore format: one line
export const FENCED = ['instructions', 'persona', 'directives', 'profile', 'procedures', 'memories', 'documents', 'recent'] as const;
export type FencedSection = (typeof FENCED)[number];

/** Marks what came out of memory as data, and lets memory know its own words when they come back. */
export const fenceOf = (name: FencedSection): { readonly open: string; readonly close: string } => ({
  open: `<souvenir-${name}>`,
  close: `</souvenir-${name}>`,
});

export const { open: MEMORY_BLOCK_OPEN, close: MEMORY_BLOCK_CLOSE } = fenceOf('memories');

const BLOCK = new RegExp(`<souvenir-(${FENCED.join('|')})>.*?(?:</souvenir-\\1>|$)`, 'gis');

/** What is left of a text once the blocks that memory wrote are taken out. */
export const withoutMemoryBlocks = (text: string): string => text.replace(BLOCK, ' ');

/** Episodes without recalled memories, or memory would fill with its own words. */
export function withoutRecalled(episodes: readonly StoredEpisode[]): StoredEpisode[] {
  return episodes.flatMap((episode) => {
    if (episode.metadata.recalled === true) return [];
    const content = withoutMemoryBlocks(episode.content);
    if (content === episode.content) return [episode];
    return content.trim() === '' ? [] : [{ ...episode, content: content.trim() }];
  });
}
