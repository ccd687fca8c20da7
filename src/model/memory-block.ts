/** What stands in a fence of its own in a prompt, in this order. */
export const FENCED = ['instructions', 'persona', 'profile', 'procedures', 'memories', 'knowledge', 'recent'] as const;
export type Fenced = (typeof FENCED)[number];

/** Marks what came out of memory as data, and lets memory know its own words when they come back. */
export const fenceOf = (name: Fenced): { readonly open: string; readonly close: string } => ({
  open: `<souvenir-${name}>`,
  close: `</souvenir-${name}>`,
});

export const { open: MEMORY_BLOCK_OPEN, close: MEMORY_BLOCK_CLOSE } = fenceOf('memories');

/** A fence as it is, or as it may be taken for one: spaced out, or in signs that look alike. */
const FENCE =
  /[<＜﹤‹〈⟨]((?:[\s/\\／]|\p{Join_Control}|\p{Variation_Selector}){0,40})(souvenir(?!\p{L})(?:\s{0,9}[\p{Pd}_]\s{0,9}[a-z]*)?)\s{0,9}[>＞﹥›〉⟩]?/giu;
const BLOCK = new RegExp(`<souvenir-(${FENCED.join('|')})>.*?(?:</souvenir-\\1>|$)`, 'gis');

/** Text that cannot open or close a fence. */
export const withoutFences = (text: string): string => text.replace(FENCE, '[$1$2]');

/** What is left of a text once the blocks that memory wrote are taken out. */
export const withoutMemoryBlocks = (text: string): string => text.replace(BLOCK, ' ');
