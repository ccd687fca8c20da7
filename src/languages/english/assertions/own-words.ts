/** Quotes that hang on a word are inches or feet: 6" pipe. */
const QUOTE =
  /(?<![^\s(:;,–—-])(?:"(?=\S)[^"]{1,4000}(?<=\S)"|“[^“”]{1,4000}”|«[^«»]{1,4000}»|‘[^‘’\n]{1,2000}’|'(?=\p{L})[^'\n]{1,400}(?:\p{L}'\p{L}[^'\n]{1,400}){0,20}')(?![\p{L}\p{N}])/gu;
const WORD = /[\p{L}\p{N}'’]+/gu;
const SMALL_WORD = /^(?:a|an|the|and|or|of|in|on|at|to|for|from|with|by|is|it|be|as|vs|de|la|le)$/i;
const OF_A_PERSON = /\b(?:i|i['’]m|i['’]ve|i['’]ll|me|my|we|our|us|you|your)\b/i;
const SAYING =
  /\b(?:sa(?:y|ys|id|ying)|t(?:ell|ells|old|elling)(?: \S+){0,2}|wr(?:ite|ites|ote|iting)|ask(?:s|ed)?|repl(?:y|ies|ied)|answer(?:s|ed)?|text(?:s|ed)?|goes|like|read|translate|post|tweet|quote)[,:]?\s*$/i;
const MOST_IN_TITLE = 2;
const MOST_IN_MOTTO = 10;

/** Texts with a voice of their own: what a plan or a recipe is asked for with is the speaker's. */
const VOICED =
  'e-?mails?|letters?|messages?|posts?|tweets?|repl(?:y|ies)|texts?|stor(?:y|ies)|essays?|poems?|speech|captions?|reviews?|dialogues?|scenes?|scripts?|paragraphs?|sentences?|ads?|songs?|lyrics|toasts?|comments?|statements?|press releases?|monologues?|diary|journal|application|invitation|passages?|articles?|transcripts?|quotes?';
const ASKED =
  "(?:(?:please|hey|hi|ok|okay|so|now|and|then|also|just|can you|could you|would you|will you|help me|i need you to|i want you to|i'd like you to|let['’]s)[, ]{1,2}){0,4}";
const DICTATED: readonly RegExp[] = [
  new RegExp(
    `^${ASKED}(?:write|draft|compose|type)(?: (?:this|that|it|the following|something))?(?: (?:for|to|as) [^.!?:"“\\n]{1,60})?:(?=\\s|["“«])`,
    'i',
  ),
  new RegExp(
    `^${ASKED}(?:write|draft|compose|send|create|make|generate|type|give me|prepare)\\b[^.!?:"“\\n]{0,120}\\b(?:${VOICED}|bios?|notes?)\\b[^.!?:"“\\n]{0,60}:(?=\\s|["“«])`,
    'i',
  ),
  new RegExp(
    `^${ASKED}(?:translate|post|reply|say|tweet|rewrite|rephrase|paraphrase|proofread|summari[sz]e|(?:answer|respond)(?: to)? (?:her|him|them|with|this)|(?:correct|edit|shorten|polish|improve) (?:this|the|my))\\b[^.!?:"“\\n]{0,120}:(?=\\s|["“«])`,
    'i',
  ),
  new RegExp(
    `^${ASKED}(?:translate|rewrite|rephrase|paraphrase|proofread|summari[sz]e)\\b[^.!?:"“\\n]{0,80}\\b(?:this|following|below|french|german|spanish|italian|english|portuguese|dutch|polish|japanese|chinese)[.]?\\s*(?=\\n)`,
    'i',
  ),
  new RegExp(
    `^(?:here(?:['’]s| is| are) |this is )?(?:(?:my|the|an?|some|our) )?(?:\\w+ )?(?:${VOICED}|examples?|sample|quote)(?: (?:text|sentence|so far|(?:for|to|from) [^.!?:\\n]{1,40}))?:(?=\\s|["“«])`,
    'i',
  ),
  new RegExp(
    `^${ASKED}(?:(?:start|do|try|in|for|play|have)[, ]+)?(?:(?:a|an|this|the|our|some) )?role-? ?play(?:ing)?\\b(?! games?)`,
    'i',
  ),
  new RegExp(`^${ASKED}(?:we |you )?(?:pretend|act as if|act like)\\b`, 'i'),
];
const LINE_OR_SENTENCE = /(?<=[.!?…])\s+(?=\S)|\n+/g;

/** Without what a person dictates, quotes or plays: others' words, or nobody's. */
export const inOwnWords = (content: string): string => withoutDictated(content).replace(QUOTE, unquoted);

/** A title or a motto stays; what is left of "My friend said …" ends where the quote began. */
function unquoted(quote: string, at: number, content: string): string {
  const inside = quote.slice(1, -1);
  const words = inside.match(WORD) ?? [];
  if (words.length <= MOST_IN_TITLE || words.every((word) => /^[\p{Lu}\p{N}]/u.test(word) || SMALL_WORD.test(word)))
    return quote;
  const isSaid = SAYING.test(content.slice(Math.max(0, at - 60), at));
  const isMotto = !isSaid && words.length <= MOST_IN_MOTTO && !OF_A_PERSON.test(inside) && !/[.!?:\n]./.test(inside);
  return isMotto ? quote : '… ';
}

/** Up to the end of the quotes it stands in, or else of the turn. */
function withoutDictated(content: string): string {
  let kept = '';
  let from = 0;
  for (const start of startsOf(content)) {
    if (start < from) continue;
    const length = requestLength(content.slice(start, start + 400));
    if (length === 0) continue;
    kept += content.slice(from, start);
    from = start + length;
    from += quoteLength(content.slice(from));
    kept += '\n';
  }
  return kept + content.slice(from);
}

const startsOf = (content: string): number[] => [
  0,
  ...[...content.matchAll(LINE_OR_SENTENCE)].map(({ 0: gap, index }) => index + gap.length),
];

function requestLength(text: string): number {
  const indent = text.length - text.trimStart().length;
  const request = DICTATED.map((pattern) => pattern.exec(text.slice(indent))?.[0].length ?? 0).find((each) => each > 0);
  return request === undefined ? 0 : indent + request;
}

function quoteLength(text: string): number {
  const opening = /^\s*(["“«])/.exec(text);
  if (opening === null) return text.length;
  const closing = { '"': '"', '“': '”', '«': '»' }[opening[1] as string] ?? '"';
  const end = text.indexOf(closing, opening[0].length);
  return end < 0 ? text.length : end + 1;
}
