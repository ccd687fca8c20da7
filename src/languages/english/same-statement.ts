import { detectAmong, isPlainEnglish } from '../detect.ts';
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

const MIN_LETTERS = 3;
const CELLS = 8;

/** Hashes the first two letters of a word, which stemming keeps, to one of 256 bits. */
const bitOf = (first: number, second: number): number => (37 * first + second) & (32 * CELLS - 1);
const isSet = (bits: Uint32Array, bit: number): boolean => (((bits[bit >> 5] as number) >> (bit & 31)) & 1) === 1;
const set = (bits: Uint32Array, bit: number): void => {
  bits[bit >> 5] = (bits[bit >> 5] as number) | (1 << (bit & 31));
};

/** Beginnings of words that equal statements need not share: ignored terms and spelling variants. */
const OPTIONAL = new Uint32Array(CELLS);
for (const term of [...IGNORED_TERMS, ...NEGATIONS, ...FILLERS, 'will', 'won', 'past'])
  set(OPTIONAL, bitOf(term.charCodeAt(0), term.charCodeAt(1) || 0));

interface Beginnings {
  readonly all: Uint32Array;
  readonly needed: Uint32Array;
}

const WORDS = /[a-z0-9]+/g;
const PUNCTUATED = /^[\0-\x7f\u2010-\u2027£€°]*$/;

/** Whether `termsOf` treats it as English and its letters are ASCII: only then a stem begins like its word. */
function isEnglish(lower: string): boolean {
  if (isPlainEnglish(lower)) return true;
  if (!PUNCTUATED.test(lower)) return false;
  const spelled = spelledOut(lower);
  return detectAmong(spelled, spelled.match(WORDS) ?? []) === 'en';
}

function beginningsOf(lower: string): Beginnings | undefined {
  if (!isEnglish(lower)) return undefined;
  const [all, needed] = [new Uint32Array(CELLS), new Uint32Array(CELLS)];
  let start = 0;
  for (let at = 0; at <= lower.length; at++) {
    if (at < lower.length && isWordSign(lower.charCodeAt(at))) continue;
    if (at > start) {
      const bit = bitOf(lower.charCodeAt(start), at - start > 1 ? lower.charCodeAt(start + 1) : 0);
      set(all, bit);
      if (at - start >= MIN_LETTERS && !isSet(OPTIONAL, bit)) set(needed, bit);
    }
    start = at + 1;
  }
  return { all, needed };
}

const isWordSign = (code: number): boolean => (code >= 97 && code <= 122) || (code >= 48 && code <= 57);

function mayContain(other: Beginnings | undefined, one: Beginnings | undefined): boolean {
  if (other === undefined || one === undefined) return true;
  for (let cell = 0; cell < CELLS; cell++)
    if (((one.needed[cell] as number) & ~(other.all[cell] as number)) !== 0) return false;
  return true;
}

/**
 * A text to compare with others. Terms are computed only if the beginnings of words agree, because they take most of
 * the time.
 */
export class Statement {
  readonly content: string;
  readonly lower: string;
  readonly #isLong: boolean;
  #beginnings: Beginnings | undefined | null = null;
  #marks: string | undefined;
  #terms: readonly string[] | undefined;

  constructor(content: string) {
    this.content = content;
    this.lower = content.trim().toLowerCase();
    this.#isLong = content.length > MAX_STATEMENT_CHARS;
  }

  get marks(): string {
    this.#marks ??= this.#isLong ? '' : (this.content.match(MARK) ?? []).join('');
    return this.#marks;
  }

  get terms(): readonly string[] {
    this.#terms ??= this.#isLong ? [] : statementTerms(this.lower);
    return this.#terms;
  }

  mayBeSame(other: Statement): boolean {
    if (this.#isLong || other.#isLong) return false;
    const one = this.#begins();
    const two = other.#begins();
    return mayContain(one, two) && mayContain(two, one);
  }

  #begins(): Beginnings | undefined {
    if (this.#beginnings === null) this.#beginnings = beginningsOf(this.lower);
    return this.#beginnings;
  }
}

export const statementOf = (content: string): Statement => new Statement(content);

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
export function saySame(left: Statement, right: Statement): boolean {
  if (left.lower === right.lower) return true;
  if (!left.mayBeSame(right) || left.marks !== right.marks) return false;
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
export function likenessOf(one: Statement, other: Statement): number {
  if (saySame(one, other)) return 1;
  if (exact(one) !== exact(other)) return 0;
  const [left, right] = [new Set(one.terms), new Set(other.terms)];
  const shared = [...left].filter((term) => right.has(term)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : Math.min(0.99, shared / all);
}

const exact = ({ terms }: Statement): string =>
  terms
    .filter((term) => term === 'not' || /\d/.test(term))
    .sort()
    .join(' ');
