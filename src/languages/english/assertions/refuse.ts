import { wordList } from '../../../text/words.ts';
import type { Clause } from './clauses.ts';
import { PRAISE, SOCIAL, VAGUE } from './lexicon.ts';
import type { Token } from './tokens.ts';
import { BASE_VERBS, isAdverb } from './verbs.ts';

const FEWEST_WORDS = 3;
/** Less than this of it is plain words: a log line, a formula, a path. */
const OWN_SHARE = 0.62;
const QUESTION_WORDS = wordList('what how why who when where which whose whom');
const AUXILIARIES = wordList(
  'is are was were am do does did have has had can could will would should shall may might must cannot',
);
const COMMANDS = wordList(
  `please explain summarize summarise rewrite rephrase translate generate calculate compare continue proceed confirm list draft ensure
  lemme gimme note remind refer analyze compose outline revise edit expand adjust finalize implement craft elaborate convert
  enter click ignore assume chuck act pretend welcome bye goodbye thanks thank congrats cheers wishing sending sounds looks seems hang
  don't imagine lets let let's here`,
);
const FEELINGS_FOR_OTHERS = wordList('glad sorry happy proud sure thrilled excited grateful thankful stoked');
const WISHES = wordList('loves likes hopes wishes appreciates admires thanks bets knows agrees');

const OWN_WORDS = /^[\p{L}\p{M}'’-]+$/u;

/** Nothing to remember on its face: asked, ordered, praised or greeted, or too little of it is words. */
export function isRefused({ tokens }: Clause): boolean {
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  return (
    words.length < FEWEST_WORDS ||
    words.filter(({ text, kind }) => kind === 'date' || OWN_WORDS.test(text)).length < OWN_SHARE * tokens.length ||
    isAsked(words) ||
    isCommand(words) ||
    isPraise(words) ||
    isSympathy(words) ||
    isReaction(words)
  );
}

/** A question without its mark. */
function isAsked([first, second]: readonly Token[]): boolean {
  if (first === undefined || first.form !== undefined) return false;
  if (AUXILIARIES.has(first.lower))
    return second?.person !== undefined || /^(?:it|there|the|this|that|he|she|they|any)$/.test(second?.lower ?? '');
  return (
    QUESTION_WORDS.has(first.lower) &&
    AUXILIARIES.has(second?.lower ?? '') &&
    first.lower !== 'when' &&
    first.lower !== 'which'
  );
}

function isCommand(words: readonly Token[]): boolean {
  const first = words.findIndex(({ lower }) => !isAdverb(lower));
  const [head, next] = [words[first], words[first + 1]];
  if (head === undefined || head.form !== undefined || head.kind !== 'word') return false;
  if (COMMANDS.has(head.lower) || (head.lower === 'do' && next?.lower === 'not')) return true;
  if (head.lower === 'reminds' && next?.person === 'speaker' && words[first + 2]?.lower === 'to') return true;
  return BASE_VERBS.has(head.lower) && !AUXILIARIES.has(next?.lower ?? '') && !/(?:s|ed)$/.test(next?.lower ?? '');
}

/** Of the other: "Bob is so talented", "Bob's garden looks great". */
const isPraise = (words: readonly Token[]): boolean =>
  words[0]?.person === 'listener' &&
  (words.some(({ lower }) => PRAISE.has(lower)) || /^(?:is|was|looks?|seems?|sounds?)$/.test(words[1]?.lower ?? ''));

/** "Ana is glad Bob liked it", "Ana loves Bob's paintings": of the other's things, not of the speaker's. */
function isSympathy(words: readonly Token[]): boolean {
  if (words[0]?.form !== 'subject' || words[0].person !== 'speaker') return false;
  const [, verb, next] = words;
  const feels = verb?.lower === 'is' ? FEELINGS_FOR_OTHERS.has(next?.lower ?? '') : WISHES.has(verb?.lower ?? '');
  if (feels && /^(?:to|for)$/.test(words[3]?.lower ?? '') && /^(?:hear|learn)$/.test(words[4]?.lower ?? ''))
    return true;
  const others = words.slice(2).filter(({ person }) => person !== undefined);
  return feels && others.length > 0 && others.every(({ person }) => person === 'listener');
}

/** "That is great to hear": nothing in it but feeling and pointing. */
const isReaction = (words: readonly Token[]): boolean =>
  words.every(
    ({ lower, kind, form, person }) =>
      kind === 'word' &&
      person !== 'speaker' &&
      (form !== undefined ||
        lower.length < 4 ||
        PRAISE.has(lower) ||
        SOCIAL.has(lower) ||
        VAGUE.has(lower) ||
        AUXILIARIES.has(lower)),
  );
