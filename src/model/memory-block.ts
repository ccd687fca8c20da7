/** The fence around recalled text in a prompt. It marks data, and lets memory know its own words when they come back. */
export const MEMORY_BLOCK_OPEN = '<souvenir-memories>';
export const MEMORY_BLOCK_CLOSE = '</souvenir-memories>';

const FENCE = /<(\/?)souvenir-memories>/gi;
const BLOCK = /<souvenir-memories>.*?(?:<\/souvenir-memories>|$)/gis;

/** Text that cannot open or close a fence. */
export const withoutFences = (text: string): string => text.replace(FENCE, '[$1souvenir-memories]');

/** What is left of a text once the blocks that memory wrote are taken out. */
export const withoutMemoryBlocks = (text: string): string => text.replace(BLOCK, ' ');
