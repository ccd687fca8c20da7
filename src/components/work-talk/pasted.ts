const CODE = /```[^`]*(?:```|$)/g;
/** Names in code are part of what is said; longer spans are code. */
const INLINE_CODE = /(?<!`)`([^`\n]{1,60})`(?!`)/g;
const QUOTED = /["“«]([^"“”«»\n]{0,2000})["”»]/g;
const ANY_QUOTE = /["“”«»]/;
const LIST_LINE = /^\s{0,20}(?:[-*•+–]\s|\d{1,3}[.)]\s|#{1,6}\s|\|.*\||[-=_*]{3,}\s*$|\*\*[^*\n]{1,80}\*\*:?\s*$)/;
/** A question of an exercise: "(b) …". */
const LABELLED = /^\s*(?:\([a-z\d]{1,3}\)|[a-z\d]\))\s/i;
/** Beyond these a turn is written, not said. */
const LONGEST_SAID = 1200;
export const LONGEST_TURN = 40_000;
const MOST_LINES = 8;
const FEWEST_LISTED = 2;
/** What a longer quotation may not pass for: the speaker's own words. */
const LONGEST_TERM = 3;
/** Somebody plays or invents somebody. */
const PLAYED =
  /\b(?:act|behave|respond|reply) as (?:if|though|an?|my|the)\b|\bpretend(?:ing)? (?:to be|you|that)\b|\brole-?play|\bimagine (?:you|that|a|an|the)\b|\b(?:write|tell|continue|create|draft|compose|generate|rewrite|give) (?:me |us )?(?:\w+ ){0,4}(?:story|stories|scene|dialogue|poem|song|lyrics|screenplay|fan ?fic\w*|monologue|novel)\b|^\s*\*[^*\n]{3,200}\*\s*$/im;
const TOLD_BY_OTHERS =
  /\b(?:[Hh]e|[Ss]he|[Tt]hey|\p{Lu}\p{Ll}+) (?:said|says|replied|whispered|exclaimed|muttered|sighed|laughed|claims|claimed)\b/u;

/** Whether a turn is a text rather than talk: long, or in lists. */
export function isDocument(content: string): boolean {
  const said = content.slice(0, LONGEST_TURN).replace(CODE, ' ');
  if (said.length > LONGEST_SAID || LABELLED.test(said)) return true;
  const lines = said.split('\n').filter((line) => line.trim() !== '');
  return lines.length > MOST_LINES || lines.filter((line) => LIST_LINE.test(line)).length >= FEWEST_LISTED;
}

/** Whether it asks for a part to play or a tale to tell, or is one. */
export const isPlayed = (content: string): boolean => PLAYED.test(content);

export const withoutCodeMarks = (content: string): string => content.replace(INLINE_CODE, '$1');

/** Quoted words and names in code are the speaker's own; of longer quotations a mark stays, by which `isOthersWords` knows the sentence. */
export const withoutQuotes = (content: string): string =>
  withoutCodeMarks(content).replace(QUOTED, (_, said: string) =>
    said.trim().split(/\s+/).length <= LONGEST_TERM ? said : '"…"',
  );

/** Quoted, or told as what somebody else said. */
export const isOthersWords = (sentence: string): boolean => ANY_QUOTE.test(sentence) || TOLD_BY_OTHERS.test(sentence);
