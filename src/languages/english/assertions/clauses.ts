import { wordList } from '../../../text/words.ts';
import { said, type Token, wordToken } from './tokens.ts';
import { isFiniteVerb, subjectAt } from './verbs.ts';

/** A part of a sentence with a verb of its own, as far as that can be told. */
export interface Clause {
  readonly tokens: readonly Token[];
  /** The word that ties it to the clause before it: "because", "which", "and". */
  readonly link?: string;
}

const JOINING = wordList('and but so or yet plus then');
const DEPENDING = wordList(
  'because since although though while which who whose where whereas if when whenever unless until after before as even',
);
const SUBJECTS = wordList('he she it they this that there these those everyone everything someone');
const BREAK = /^[–—;:….!()-]$/;
/** "For the trip, …", but not "Good luck, …". */
const OPENINGS = wordList(
  'for in on at with after before during since from by about as to every each this last next one two due besides despite given until over under thanks',
);
const COMMA = wordToken(',', false);
/** A request behind a statement: "My train leaves at 9, remind me to leave early". */
const REQUEST =
  /^(?:(?:and|so|but) )?(?:please|reminds? (?:me|us) |(?:do not|don't) (?:forget|let me)|make sure you|keep in mind|let me know|note that|remember (?:that|to)|(?:can|could|would) you|set an? (?:alarm|reminder)|add (?:it|that|this) to)\b/;

/** The clauses of a sentence in order; none is empty. */
export function clausesOf(tokens: readonly Token[]): Clause[] {
  const clauses: Clause[] = [];
  let start = 0;
  for (let at = 0; at <= tokens.length; at++) {
    const marks = marksBetween(tokens, at, start);
    if (marks === undefined) continue;
    const clause = clauseOf(tokens.slice(start, at));
    if (clause !== undefined) clauses.push(clause);
    start = at + marks;
  }
  return withoutFragments(clauses);
}

/** How many marks to leave out between two clauses here; undefined where a clause goes on. */
function marksBetween(tokens: readonly Token[], at: number, start: number): number | undefined {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined) return 0;
  const isTight = !token.spaced && (/^[-.]$/.test(token.text) || (token.text === ':' && next?.form !== 'subject'));
  if ((BREAK.test(token.text) && !isTight) || (token.text === ',' && opensClause(tokens, at + 1))) return 1;
  if (at === start) return undefined;
  if (token.lower === 'because' || token.lower === 'but') return 0;
  const before = tokens.slice(start, at);
  const opensOther = next?.form === 'subject' || /^(?:he|she|they)$/.test(next?.lower ?? '');
  const isRequest = REQUEST.test(said(tokens.slice(at, at + 5))) && before[subjectAt(before)]?.person === 'speaker';
  return JOINING.has(token.lower) && (opensOther || isRequest) && hasVerb(before) ? 0 : undefined;
}

function opensClause(tokens: readonly Token[], at: number): boolean {
  const [token, next] = [tokens[at], tokens[at + 1]];
  if (token === undefined || REQUEST.test(said(tokens.slice(at, at + 5)))) return true;
  if (isSubject(token) || /^(?:but|so)$/.test(token.lower) || DEPENDING.has(token.lower)) return true;
  return JOINING.has(token.lower) && (isSubject(next) || next?.lower === 'now');
}

const isSubject = (token: Token | undefined): boolean =>
  token?.form === 'subject' || token?.form === 'possessive' || SUBJECTS.has(token?.lower ?? '');

const hasVerb = (tokens: readonly Token[]): boolean =>
  tokens.some(({ lower, kind, form }, at) => {
    if (kind !== 'word') return false;
    if (form !== undefined) return form === 'subject' && tokens[at + 1]?.kind === 'word';
    return isFiniteVerb(lower) && tokens[at - 1]?.lower !== 'to';
  });

function clauseOf(tokens: readonly Token[]): Clause | undefined {
  const link = tokens[0]?.lower;
  if (link === undefined || tokens.every(({ kind }) => kind === 'mark')) return undefined;
  if (JOINING.has(link)) return tokens.length > 1 ? { tokens: tokens.slice(1), link } : undefined;
  return DEPENDING.has(link) ? { tokens, link } : { tokens };
}

/** What has no verb goes with its neighbour: "For the trip, Ana packs light" and "Ana runs, a great way to relax". */
function withoutFragments(clauses: readonly Clause[]): Clause[] {
  const whole: Clause[] = [];
  let opening: readonly Token[] = [];
  for (const clause of clauses) {
    const previous = whole.at(-1);
    const tokens = opening.length > 0 ? [...opening, COMMA, ...clause.tokens] : clause.tokens;
    opening = [];
    if (hasVerb(clause.tokens)) whole.push({ ...clause, tokens });
    else if (previous !== undefined) {
      const [first, ...rest] = tokens as readonly [Token, ...Token[]];
      whole[whole.length - 1] = {
        ...previous,
        tokens: [...previous.tokens, COMMA, { ...first, spaced: true }, ...rest],
      };
    } else if (OPENINGS.has(tokens[0]?.lower ?? '') || tokens[0]?.kind === 'date') opening = tokens;
  }
  return whole;
}

/** "It is hard to say": what it stands for follows. */
const POINTS_BACK =
  /^(?:he|she|they)\b|^it (?!(?:is|was|has been|feels|felt|means|takes|took|will be|would be) (?:\S+ ){0,6}(?:to|that|how|when|seeing|having|being|knowing|if|what|where)\b)/;

/** "I am allergic to most of them", "my wife never liked it", "I always get that wrong". */
const DANGLING =
  /^(?:i|we|(?:my|our) \S+) (?:(?:is|was|has|had|been|will|would|does|did|can|cannot|could|not|also|never|always|still|no longer) )*\S+ (?:to \S+ )?(?:(?:to|of|about|with|for|from|in|on|most|all|some|any|both|none|many|one) )*(?:(?:it|them|him)(?! (?:when|that|if|how|to|is|was|\S+ (?:to|that))\b)|(?:that|those|these|this)(?: (?:wrong|right|too|now|again))?$)/;

/** "It helps a lot", "this is new": what it is about was said before, so it cannot stand alone. */
export function pointsBack({ tokens }: Clause): boolean {
  const text = said(tokens);
  const isDemonstrative = /^(?:this|that|these|those)$/.test(tokens[0]?.lower ?? '');
  return isDemonstrative ? isFiniteVerb(tokens[1]?.lower ?? '') : POINTS_BACK.test(text) || DANGLING.test(text);
}

/** "I left Berlin and moved to Rome" as two clauses. */
export function joinedIn({ tokens, ...clause }: Clause): Clause[] {
  const subject = subjectAt(tokens);
  const joints = tokens.flatMap(({ lower }, at) =>
    at > subject + 1 && /^(?:and|but|then)$/.test(lower) && isFiniteVerb(tokens[at + 1]?.lower ?? '') ? [at] : [],
  );
  return [subject, ...joints].map((from, at) => ({
    ...{ ...clause, tokens: [...tokens.slice(0, subject + 1), ...tokens.slice(from + 1, joints[at])] },
  }));
}
