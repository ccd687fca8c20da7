import type { StoredEpisode } from './episode.ts';
/** What stands in a fence of its own in a prompt, in this order. */
// biome-ignore format: one line
export const FENCED = ['instructions', 'persona', 'directives', 'profile', 'procedures', 'memories', 'documents', 'recent'] as const;
export type Fenced = (typeof FENCED)[number];

/** Marks what came out of memory as data, and lets memory know its own words when they come back. */
export const fenceOf = (name: Fenced): { readonly open: string; readonly close: string } => ({
  open: `<souvenir-${name}>`,
  close: `</souvenir-${name}>`,
});

export const { open: MEMORY_BLOCK_OPEN, close: MEMORY_BLOCK_CLOSE } = fenceOf('memories');

/** A fence as it is, or as it may be taken for one: spaced out, or in signs that look alike. The braille pattern is blank. */
const FENCE =
  /[<‹〈⟨]([\s\u2800/\\⁄∕]{0,40})([sѕ][oоο][uυ][vνѵ][eе]n[iіι]r(?!\p{L})(?:\s{0,9}[\p{Pd}_]\s{0,9}\p{L}*)?)\s{0,9}[>›〉⟩]?/giu;
/** What stands for another sign, such as a full-width letter, or for none. */
const STANDING_IN = /(?!\p{ASCII})\p{Changes_When_NFKC_Casefolded}/gu;
const IGNORED = /\p{Default_Ignorable_Code_Point}/u;
const BLOCK = new RegExp(`<souvenir-(${FENCED.join('|')})>.*?(?:</souvenir-\\1>|$)`, 'gis');

/** Text that cannot open or close a fence. What is no fence stays as it is. */
export function withoutFences(text: string): string {
  const seen = text.replace(STANDING_IN, asSeen);
  if (seen === text) return text.replace(FENCE, '[$1$2]');
  return seen.search(FENCE) < 0 ? text : withoutHiddenFences(text);
}

const asSeen = (sign: string): string => (IGNORED.test(sign) ? '' : sign.normalize('NFKC'));

/** Finds fences in the text as it is seen, and takes them out of the text as it is. */
function withoutHiddenFences(text: string): string {
  const origins: { readonly start: number; readonly end: number }[] = [];
  const seen: string[] = [];
  let end = 0;
  for (const sign of text) {
    const start = end;
    end += sign.length;
    const plain = sign.replace(STANDING_IN, asSeen);
    seen.push(plain);
    for (let unit = 0; unit < plain.length; unit++) origins.push({ start, end });
  }
  const pieces: string[] = [];
  let done = 0;
  for (const { 0: fence, 1: before, 2: name, index } of seen.join('').matchAll(FENCE)) {
    pieces.push(text.slice(done, origins[index]?.start), `[${before}${name}]`);
    done = origins[index + fence.length - 1]?.end ?? text.length;
  }
  return pieces.join('') + text.slice(done);
}

/** What is left of a text once the blocks that memory wrote are taken out. */
export const withoutMemoryBlocks = (text: string): string => text.replace(BLOCK, ' ');

/** Episodes without recalled memories, or memory would fill with its own words. */
export function newsOf(episodes: readonly StoredEpisode[]): StoredEpisode[] {
  return episodes.flatMap((episode) => {
    if (episode.metadata.recalled === true) return [];
    const content = withoutMemoryBlocks(episode.content);
    if (content === episode.content) return [episode];
    return content.trim() === '' ? [] : [{ ...episode, content: content.trim() }];
  });
}
