import { memoize } from '../../text/words.ts';
import { termsOf } from '../terms.ts';

/** Longer texts make many statements: they are equal only word for word. */
const MAX_STATEMENT_CHARS = 1000;
/** Maximum share of extra terms in the fuller of two, and the number of terms from which it applies. */
const EXTRA_SHARE = 0.2;
const MIN_TERMS_WITH_EXTRA = 4;

/**
 * Characters that terms lack and that distinguish texts: "C#" and "C++", "50%" and "50", "-5" and "5", a question, an
 * emoji.
 */
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

/** Ignored, because an episode says "I" where its fact says "the user" or nothing. */
const IGNORED_TERMS = stems(
  `a an the i me my mine myself user am is are be been being do does have has that and
  also too just really very so well oh yeah yes ok okay actually currently now`,
);
const NEGATIONS = stems('not no never none nothing nobody neither nor without');
/** The only extra terms allowed in one of two equal statements: they change the wording, not the meaning. */
const FILLERS: ReadonlySet<string> = stems(
  `rather pretty absolutely definitely honestly truly certainly simply totally completely strongly especially particularly
  basically generally personally absolute definite strong great real true kind sort bit lot by way please thanks well anyway`,
);

interface Statement {
  readonly lower: string;
  readonly marks: string;
  readonly terms: readonly string[];
}

const statementOf = memoize((content): Statement => {
  const lower = content.trim().toLowerCase();
  if (content.length > MAX_STATEMENT_CHARS) return { lower, marks: '', terms: [] };
  return { lower, marks: (content.match(MARK) ?? []).join(''), terms: statementTerms(lower) };
});

function spelledOut(lower: string): string {
  const spelled = CONTRACTED.test(lower)
    ? CONTRACTIONS.reduce((text, [pattern, full]) => text.replace(pattern, full), lower)
    : lower;
  return spelled.replace(PAST, 'ed past');
}

function statementTerms(lower: string): string[] {
  const terms = termsOf(spelledOut(lower)).filter((term) => !IGNORED_TERMS.has(term));
  return terms.map((term) => (NEGATIONS.has(term) ? 'not' : term));
}

/**
 * Whether two texts say the same, or one adds a little to the other. Vectors cannot decide this: opposites lie close
 * together. So the fuller text must have every term of the shorter, in order, and only fillers besides.
 */
export function saySame(one: string, other: string): boolean {
  const [left, right] = [statementOf(one), statementOf(other)];
  if (left.lower === right.lower) return true;
  if (left.marks !== right.marks) return false;
  const [shorter, fuller] = left.terms.length <= right.terms.length ? [left, right] : [right, left];
  const extra = extraTerms(shorter.terms, fuller.terms);
  return extra?.every((term) => FILLERS.has(term)) ?? false;
}

function extraTerms(shorter: readonly string[], fuller: readonly string[]): string[] | undefined {
  if (shorter.length === 0) return undefined;
  const maxExtra = shorter.length < MIN_TERMS_WITH_EXTRA ? 0 : Math.floor(fuller.length * EXTRA_SHARE);
  if (fuller.length - shorter.length > maxExtra) return undefined;
  const extra: string[] = [];
  let met = 0;
  for (const term of fuller) {
    if (term === shorter[met]) met++;
    else if (extra.push(term) > maxExtra) return undefined;
  }
  return met === shorter.length ? extra : undefined;
}

/** Similarity of two texts from 0 to 1: 1 only if they say the same, 0 if they differ in a number or a "not". */
export function likenessOf(one: string, other: string): number {
  if (saySame(one, other)) return 1;
  const statements = [statementOf(one), statementOf(other)] as const;
  if (exact(statements[0]) !== exact(statements[1])) return 0;
  const [left, right] = [new Set(statements[0].terms), new Set(statements[1].terms)];
  const shared = [...left].filter((term) => right.has(term)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : Math.min(0.99, shared / all);
}

const exact = ({ terms }: Statement): string =>
  terms
    .filter((term) => term === 'not' || /\d/.test(term))
    .sort()
    .join(' ');
