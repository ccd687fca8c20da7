import { termsOf } from '../../text/terms.ts';

/** Longer texts make many statements: they are the same only word for word. */
const LONGEST = 1000;
/** How much of the fuller of two may be its own, and from how many terms on. */
const EXTRA_SHARE = 0.2;
const FEWEST_TERMS = 4;

/** What a term does not carry and yet tells apart: "C#" and "C++", "50%" and "50", "-5" and "5", a question, an emoji. */
const MARK = /(?<!\S)-(?=\d)|[^\p{L}\p{N}\p{M}\s.,;:!"'“”‘’()…–—。、，；：！「」（）-]/gu;
const CONTRACTIONS: readonly (readonly [RegExp, string])[] = [
  [/\bwon['’]t\b/g, 'will not'],
  [/\bcan(?:['’]t|not)\b/g, 'can not'],
  [/n['’]t\b/g, ' not'],
  [/['’](?:s|re|ve|m)\b/g, ''],
  [/['’]ll\b/g, ' will'],
];
const CONTRACTED = /['’]|cannot/;
/** Stemming makes "works" of "worked"; a second term keeps them apart. */
const PAST = /ed\b/g;

const stems = (words: string): ReadonlySet<string> => new Set(termsOf(words));

/** Left out: a turn says "I" where a fact drawn from it says "the user" or nothing. */
const EMPTY = stems(
  `a an the i me my mine myself user am is are be been being do does have has that and
  also too just really very so well oh yeah yes ok okay actually currently now`,
);
const NEGATIONS = stems('not no never none nothing nobody neither nor without');
/** All that one of two statements may have beyond the other: words that change how it is said and not what. */
const FILLERS: ReadonlySet<string> = stems(
  `rather pretty absolutely definitely honestly truly certainly simply totally completely strongly especially particularly
  basically generally personally absolute definite strong great real true kind sort bit lot by way please thanks well anyway`,
);

/** A text as far as it can be compared with others. */
export interface Statement {
  readonly content: string;
  readonly lower: string;
  /** What it says, in order; nothing for a text too long to be one statement. */
  readonly terms: readonly string[];
  readonly marks: string;
}

export function statementOf(content: string): Statement {
  const lower = content.trim().toLowerCase();
  if (content.length > LONGEST) return { content, lower, terms: [], marks: '' };
  const spelled = CONTRACTED.test(lower)
    ? CONTRACTIONS.reduce((text, [pattern, full]) => text.replace(pattern, full), lower)
    : lower;
  const terms = termsOf(spelled.replace(PAST, 'ed past')).filter((term) => !EMPTY.has(term));
  return {
    ...{ content, lower, marks: (content.match(MARK) ?? []).join('') },
    terms: terms.map((term) => (NEGATIONS.has(term) ? 'not' : term)),
  };
}

/**
 * Whether two texts say the same, or one says what the other says and a little more. Vectors cannot tell: opposites lie close
 * together. So every term of the shorter stands in the fuller, in order, and what the fuller adds are only fillers.
 */
export function saySame(left: Statement, right: Statement): boolean {
  if (left.lower === right.lower) return true;
  if (left.marks !== right.marks) return false;
  const [shorter, fuller] = left.terms.length <= right.terms.length ? [left, right] : [right, left];
  const extra = extraTerms(shorter.terms, fuller.terms);
  return extra?.every((term) => FILLERS.has(term)) ?? false;
}

/** What the fuller has beyond the shorter; undefined if that is too much, or the shorter is not in it. */
function extraTerms(shorter: readonly string[], fuller: readonly string[]): string[] | undefined {
  if (shorter.length === 0) return undefined;
  const most = shorter.length < FEWEST_TERMS ? 0 : Math.floor(fuller.length * EXTRA_SHARE);
  if (fuller.length - shorter.length > most) return undefined;
  const extra: string[] = [];
  let met = 0;
  for (const term of fuller) {
    if (term === shorter[met]) met++;
    else if (extra.push(term) > most) return undefined;
  }
  return met === shorter.length ? extra : undefined;
}

/** How much two texts have in common, from 0 to 1; 1 only where they say the same, 0 where they differ in a number or a "not". */
export function likenessOf(one: Statement, other: Statement): number {
  if (saySame(one, other)) return 1;
  if (exact(one) !== exact(other)) return 0;
  const [left, right] = [new Set(one.terms), new Set(other.terms)];
  const shared = [...left].filter((term) => right.has(term)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : Math.min(0.99, shared / all);
}

/** What must not differ: numbers and negations. */
const exact = ({ terms }: Statement): string =>
  terms
    .filter((term) => term === 'not' || /\d/.test(term))
    .sort()
    .join(' ');
