import { wordList } from '../../../text/words.ts';

/** What a person said themselves, a sentence each. */
export interface SpokenSentence {
  readonly text: string;
  readonly isQuestion: boolean;
  /** Supposed, or a joke that is taken back. */
  readonly isUnmeant: boolean;
  /** A line of a list. */
  readonly isListed: boolean;
}

/** Longer ones are pasted or lists without marks, not said. */
const LONGEST_SENTENCE = 600;
const MOST_SENTENCES = 120;
/** Beyond this a turn is a document; its beginning is where a person says what it is. */
const LONGEST_TURN = 40_000;

/** Code, captions and stage directions, asides, links. */
const NOT_SAID = /```[^`]*(?:```|$)|`[^`\n]{1,200}`|\[[^\][\n]{0,400}\]|\([^()\n]{0,200}\)|\bhttps?:\/\/\S{1,500}/g;
const EMPHASIS = /\*\*|__|(?<![\p{L}\p{N}])[*_](?=[\p{L}\p{N}])|(?<=[\p{L}\p{N}.,!?])[*_](?![\p{L}\p{N}])/gu;
const BULLET = /^\s{0,20}(?:[-*•+]|\d{1,3}[.)]|#{1,6})\s+/;
const SYMBOLS = /\p{Extended_Pictographic}|\p{Cc}|\p{Cf}|\ufe0f/gu;
const END = /(?<=[.!?…])["'”’)]?\s+(?=\S)/;
const ABBREVIATIONS = wordList('mr. mrs. ms. dr. st. vs. e.g. i.e. etc. approx. no. jr. sr. prof. a.m. p.m. u.s. u.k.');

export function spokenSentences(content: string): SpokenSentence[] {
  const spoken = inOwnWords(content.slice(0, LONGEST_TURN).replace(NOT_SAID, ' '));
  const sentences: Omit<SpokenSentence, 'isUnmeant'>[] = [];
  for (const line of spoken.split('\n').filter((each) => each.trim() !== '' && !/^\s{0,20}>/.test(each))) {
    const isListed = BULLET.test(line);
    const plain = line.replace(BULLET, '').replace(EMPHASIS, '').replace(SYMBOLS, ' ');
    for (const text of sentencesOf(plain))
      if (text.length <= LONGEST_SENTENCE) sentences.push({ text, isListed, isQuestion: /\?["'”’)!.]*$/.test(text) });
    if (sentences.length >= MOST_SENTENCES) break;
  }
  return sentences
    .slice(0, MOST_SENTENCES)
    .map((sentence, at) => ({ ...sentence, isUnmeant: isUnmeant(sentences, at) }));
}

function sentencesOf(line: string): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const piece of [...line.split(END), '']) {
    const isOpen =
      open.length < LONGEST_SENTENCE && ABBREVIATIONS.has(open.slice(open.lastIndexOf(' ') + 1).toLowerCase());
    if (!isOpen && open.trim() !== '') sentences.push(open.trim());
    open = isOpen ? `${open} ${piece}` : piece;
  }
  return open.trim() === '' ? sentences : [...sentences, open.trim()];
}

/** Quotes that hang on a word are inches or feet: 6" pipe. */
const QUOTE =
  /(?<![^\s(:;,–—-])(?:"(?=\S)[^"]{1,4000}(?<=\S)"|“[^“”]{1,4000}”|«[^«»]{1,4000}»|‘[^‘’\n]{1,2000}’)(?![\p{L}\p{N}])/gu;
const OF_A_PERSON = /\b(?:i|i['’](?:m|ve|ll)|me|my|we|our|us|you|your)\b/i;
const MOST_IN_TITLE = 2;
const MOST_IN_MOTTO = 10;

/** Texts with a voice of their own: what a plan or a recipe is asked for with is the speaker's. */
const VOICED =
  'e-?mails?|letters?|messages?|posts?|tweets?|repl(?:y|ies)|texts?|stor(?:y|ies)|essays?|poems?|speech|captions?|reviews?|dialogues?|scenes?|scripts?|paragraphs?|sentences?|songs?|lyrics|toasts?|comments?|statements?|monologues?|diary|journal|application|invitation|passages?|articles?|transcripts?|quotes?|bios?|notes?';
const ASKED =
  "(?:(?:please|hey|hi|ok|okay|so|now|and|then|also|just|can you|could you|would you|help me|i need you to|i want you to|let['’]s)[, ]{1,2}){0,4}";
const COLON = '(?=\\s|["“«])';
/** What is dictated or played follows: "Write an email:", "Translate this", "Here is my essay:", "Let's role-play". */
const DICTATED = new RegExp(
  `(?<=^|\\n|[.!?…] )${ASKED}(?:${[
    `(?:write|draft|compose|send|create|make|generate|type|give me|prepare)\\b[^.!?…:"“\\n]{0,120}\\b(?:${VOICED})\\b[^.!?…:"“\\n]{0,60}:${COLON}`,
    `(?:translate|post|reply|say|tweet|rewrite|rephrase|proofread|summari[sz]e|(?:correct|edit|shorten|polish|improve) (?:this|the|my))\\b[^.!?…:"“\\n]{0,120}:${COLON}`,
    '(?:translate|rewrite|rephrase|proofread|summari[sz]e)\\b[^.!?…:"“\\n]{0,80}\\.?\\s*(?=\\n)',
    `(?:here(?:['’]s| is| are) |this is )?(?:(?:my|the|an?|some|our) )?(?:\\w+ )?(?:${VOICED}|examples?|sample)(?: (?:for|to|from) [^.!?:\\n]{1,40})?:${COLON}`,
    '(?:(?:start|do|try|play)[, ]+)?(?:(?:an?|this|the) )?role-? ?play(?:ing)?\\b(?! games?)',
    '(?:pretend|act as if|act like)\\b',
  ].join('|')})\\s*(?:"[^"]*(?:"|$)|“[^”]*(?:”|$)|«[^»]*(?:»|$)|[^"“«][\\s\\S]*)?`,
  'gi',
);

/** Without what a person dictates, quotes or plays: others' words, or nobody's. */
const inOwnWords = (content: string): string => content.replace(DICTATED, '\n').replace(QUOTE, unquoted);

/** A title or a motto stays; what is left of "My friend said …" ends where the quote began. */
function unquoted(quote: string): string {
  const words = quote.match(/[\p{L}\p{N}'’]+/gu) ?? [];
  const isTitle = words.every((word) => /^[\p{Lu}\p{N}]/u.test(word) || word.length < 4);
  const isMotto = words.length <= MOST_IN_MOTTO && !OF_A_PERSON.test(quote) && !/[.!?:\n]./.test(quote.slice(0, -1));
  return words.length <= MOST_IN_TITLE || isTitle || isMotto ? quote : '… ';
}

/** "Suppose I live in Oslo", "Let's say we have two kids". */
const SUPPOSED =
  /^(?:(?:so|ok|okay|well|now|and|but|hey|lol|haha|just|please|for example)[, ]+){0,3}(?:suppos(?:e|ing)|imagin(?:e|ing)|assum(?:e|ing)|pretend|hypothetically|theoretically|in theory|in another life|what if|let['’]?s (?:say|suppose|imagine|assume|pretend)|say (?:i|we|my|i['’](?:m|ve))|for the sake of argument)\b/i;
/** "If I lived in Paris, I would", but not "if I get the job". */
const UNREAL =
  /\bif (?:only )?(?:i|we|he|she|they|it|my \w+|our \w+) (?:\w+ly |just |ever )?(?:were|was|had|could|won|got|knew|went|spoke|made|ran|(?:was|were|did|had)n['’]t|(?!need\b|feed\b|speed\b)\w{2,}ed)\b|\bif i['’]d\b/i;
const THEN = /\b(?:would|could|might)(?:n['’]t)?\b|\b(?:i|we|he|she|they|it)['’]d\b/i;
const JOKE =
  "(?:i['’]?m |i am )?(?:(?:just|only|totally) )?(?:kidding|joking)|j\\/?k|(?:lol|haha),? (?:not really|nope?|jk|just kidding)|not really";
const TAKEN_BACK_BEFORE = new RegExp(
  `^(?:(?:lol|haha+|ok|okay|nah|no|well)[,.! ]{1,3}){0,3}(?:${JOKE})\\s*(?:[,;:.!…–—-]|$)`,
  'i',
);
const TAKEN_BACK = new RegExp(
  `(?:^|[,;–—(-]\\s*|\\b(?:lol|haha+)\\s+)(?:${JOKE})(?:[,. ]+(?:lol|haha+|of course))?[\\s.!…)]*$`,
  'i',
);

function isUnmeant(sentences: readonly Pick<SpokenSentence, 'text'>[], at: number): boolean {
  const [text = '', next = ''] = [sentences[at]?.text, sentences[at + 1]?.text];
  const isTakenBack =
    TAKEN_BACK.test(text) || TAKEN_BACK_BEFORE.test(next) || (at === 0 && TAKEN_BACK_BEFORE.test(text));
  return isTakenBack || SUPPOSED.test(text) || (UNREAL.test(text) && THEN.test(text));
}
