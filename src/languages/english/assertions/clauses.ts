import { wordList } from '../../../text/words.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { type Token, wordToken } from './tokens.ts';
import { isFiniteVerb, subjectAt } from './verbs.ts';

/** A part of a sentence with a verb of its own, as far as that can be told. */
export interface Clause {
  readonly tokens: readonly Token[];
  /** The word that ties it to the clause before it: "because", "which", "and". */
  readonly link?: string;
}

const JOINING = wordList('and but so or yet plus then');
const DEPENDING = wordList(
  'because since although though while which who whose where whereas if when whenever unless until after before as even especially including like',
);
const SUBJECTS = wordList('he she it they this that there these those everyone everything someone');
const BREAKS = new Set(['–', '—', '-', ';', ':', '…', '.', '!', '(', ')']);

const isSubject = (token: Token | undefined): boolean =>
  token !== undefined && (token.form === 'subject' || token.form === 'possessive' || SUBJECTS.has(token.lower));

/** The clauses of a sentence in order; none is empty. */
export function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (let at = 0; at <= tokens.length; at++) {
    const end = breakLength(tokens, at, start);
    if (end < 0) continue;
    const clause = clauseOf(tokens.slice(start, at));
    if (clause !== undefined) clauses.push(clause);
    start = at + end;
  }
  return withoutFragments(clauses);
}

const hasVerb = (tokens: readonly Token[]): boolean =>
  tokens.some(
    ({ lower, kind, form }, at) =>
      kind === 'word' &&
      (form === undefined
        ? isFiniteVerb(lower) && tokens[at - 1]?.lower !== 'to'
        : form === 'subject' && tokens[at + 1]?.kind === 'word'),
  );

/** What has no verb goes with its neighbour: "For the trip, Ana packs light" and "Ana runs, a great way to relax". */
function withoutFragments(clauses: readonly Clause[]): Clause[] {
  const whole: Clause[] = [];
  let opening: readonly Token[] = [];
  for (const clause of clauses) {
    const previous = whole.at(-1);
    const tokens = opening.length > 0 ? [...opening, COMMA, ...clause.tokens] : clause.tokens;
    if (hasVerb(clause.tokens)) whole.push({ ...clause, tokens });
    else if (previous === undefined) {
      opening = OPENINGS.has(tokens[0]?.lower ?? '') || tokens[0]?.kind === 'date' ? tokens : [];
      continue;
    } else
      whole[whole.length - 1] = {
        ...previous,
        tokens: [
          ...previous.tokens,
          COMMA,
          ...tokens.map((token, at) => (at === 0 ? { ...token, spaced: true } : token)),
        ],
      };
    opening = [];
  }
  return whole;
}

/** "For the trip, …", but not "Good luck, …". */
const OPENINGS = wordList(
  'for in on at with after before during since from by about as to every each this last next one two due besides despite given until over under thanks',
);
const COMMA = wordToken(',', false);

/** How many marks to leave out between two clauses here; -1 if the clause goes on. */
function breakLength(tokens: readonly Token[], at: number, start: number): number {
  const token = tokens[at];
  if (token === undefined) return 0;
  const next = tokens[at + 1];
  if (token.kind === 'mark' && BREAKS.has(token.text) && (token.spaced || !'-.:'.includes(token.text))) return 1;
  if (token.text === ':' && next?.form === 'subject' && next.spaced) return 1;
  if (token.text === ',' && opensClause(tokens, at + 1)) return 1;
  if (at === start) return -1;
  if (token.lower === 'because' || token.lower === 'but') return 0;
  if (hasRequest(REQUEST_AFTER_AND, tokens, at) && isTold(tokens.slice(start, at))) return 0;
  const isOther = /^(?:he|she|they)$/.test(next?.lower ?? '');
  return JOINING.has(token.lower) && (next?.form === 'subject' || isOther) && hasVerb(tokens.slice(start, at)) ? 0 : -1;
}

/** Of the speaker, unlike "you should call her and remind me to go". */
const isTold = (tokens: readonly Token[]): boolean =>
  hasVerb(tokens) &&
  tokens[subjectAt(tokens)]?.person === 'speaker' &&
  !tokens.some(({ person }) => person === 'listener');

function opensClause(tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined || hasRequest(REQUESTS, tokens, at)) return true;
  if (isSubject(token) || token.lower === 'but' || token.lower === 'so') return true;
  if (DEPENDING.has(token.lower)) return !/^(?:like|including|especially)$/.test(token.lower);
  return JOINING.has(token.lower) && (isSubject(next) || next?.lower === 'now');
}

const REQUESTS =
  /^(?:(?:and|so|but) )?(?:please|remind (?:me|us) (?:to|that|about|of|on|in|at)|(?:do not|don't) (?:forget|let me)|make sure you|keep in mind|let me know|note that|remember (?:that|to)|can you|could you|would you|set (?:a|an) (?:alarm|reminder)|add (?:it|that|this) to)\b/;
/** "I fly on Friday and remind me to pack", where the verb was made to agree with the speaker. */
const REQUEST_AFTER_AND =
  /^(?:and|so) (?:please|reminds? (?:me|us) to|(?:do not|don't) (?:forget|let me)|let me know|could you|can you)\b/;

const hasRequest = (pattern: RegExp, tokens: readonly Token[], at: number): boolean =>
  pattern.test(
    tokens
      .slice(at, at + 5)
      .map(({ lower }) => lower)
      .join(' '),
  );

function clauseOf(tokens: readonly Token[]): Clause | undefined {
  const first = tokens[0];
  if (first === undefined || !tokens.some(({ kind }) => kind !== 'mark')) return undefined;
  const link = first.lower;
  if (JOINING.has(link)) return tokens.length > 1 ? { tokens: tokens.slice(1), link } : undefined;
  return DEPENDING.has(link) ? { tokens, link } : { tokens };
}

/** "It is hard to say": what it stands for follows. */
const ANNOUNCES =
  /^(?:is|was|has been|feels|felt|means|takes|took|will be|would be) .*\b(?:to|that|how|when|seeing|having|being|knowing|if|what|where)\b/;
const ANNOUNCED_WITHIN = 8;
const PERSONS = wordList('they he she');
const DEMONSTRATIVES = wordList('this that these those');

/** "It helps a lot", "this is new": what it is about was said before, so it cannot stand alone. */
export function pointsBack({ tokens }: Clause): boolean {
  const [first, ...rest] = tokens.map(({ lower }) => lower);
  if (first === undefined) return false;
  if (first === 'it') return !ANNOUNCES.test(rest.slice(0, ANNOUNCED_WITHIN).join(' '));
  return PERSONS.has(first) || (DEMONSTRATIVES.has(first) && isFiniteVerb(rest[0] ?? ''));
}

const BARE_OBJECT = /^(?:this|that|it)$/;
/** Words of its own beside those that point. */
const MOST_OWN_WORDS = 3;

/** "And she will be there", "and Ana always gets that wrong": nothing in it is worth a place behind another clause. */
export function onlyPointsBack({ tokens }: Clause): boolean {
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  const first = words[0]?.lower ?? '';
  const isOfOther = PERSONS.has(first) || (DEMONSTRATIVES.has(first) && isFiniteVerb(words[1]?.lower ?? ''));
  const pointsAt = words.some(({ lower }, at) => at > 1 && BARE_OBJECT.test(lower) && isBare(words[at + 1]));
  if (!isOfOther && !(words[0]?.form === 'subject' && pointsAt)) return false;
  const isPlain = words.every(
    ({ kind, text, form }, at) => kind === 'word' && (form !== undefined || at === 0 || !/\d|^\p{Lu}/u.test(text)),
  );
  return (
    isPlain &&
    words.filter((token) => token.form === undefined && !STOP_WORDS.has(token.lower)).length <= MOST_OWN_WORDS
  );
}

/** "Gets that wrong", unlike "gets that job" as far as an ending or its absence tells. */
const isBare = (next: Token | undefined): boolean =>
  next === undefined || /^(?:wrong|right|all|too|every|a|so|for|to|at|and|now|again|up|very|much)$/.test(next.lower);
