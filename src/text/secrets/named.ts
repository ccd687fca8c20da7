import { NAMES } from './names.ts';
import { isPlaceholder, isRandom, type Rule, type Span, VALUE } from './rule.ts';
import { isUuid, MIXED, STRONG, strengthOf, type Value, valueAt } from './values.ts';

/** How a name leads to a value: by a sign, by a verb, by a change ("to"), by standing before it, or only within the sentence. */
type Link = 'sign' | 'verb' | 'change' | 'next' | 'far';

interface Candidate {
  readonly value: Value;
  readonly link: Link;
  readonly name: string;
  readonly text: string;
  /** Where the name begins. */
  readonly at: number;
}

/** Letters of scripts that write words apart. */
const LETTER =
  'A-Za-z\\u00C0-\\u024F\\u0300-\\u04FF\\u0590-\\u06FF\\u0900-\\u0DFF\\u0E00-\\u0E7F\\u1E00-\\u1EFF\\uAC00-\\uD7AF';
const SIGN = /[)"'’`*_]{0,3}\s{0,9}(?::=|=>|->|[:=→：＝])[*_]{0,3}\s{0,9}(?=\S)/y;
/** は, 是 and the like, and "'s". */
const ATTACHED = /(?:\s?(?:就是|[はが是为為]|(?<=[\uAC00-\uD7AF])[는은이가])[、,，]?\s{0,9}|['’]s\s{1,9})(?=\S)/y;
const VERBS: ReadonlySet<string> = new Set([
  ...[
    'is',
    'was',
    'are',
    'equals',
    'reads',
    'ist',
    'war',
    'lautet',
    'lauten',
    'heißt',
    'es',
    'era',
    'son',
    'est',
    'était',
    'è',
    'é',
  ],
  ...[
    'är',
    'er',
    'jest',
    'brzmi',
    'je',
    'là',
    'adalah',
    'это',
    'είναι',
    'هي',
    'هو',
    'הוא',
    'היא',
    'คือ',
    '—',
    '–',
    '-',
    '->',
    '→',
  ],
  ...["that's", 'that’s', "c'est", 'c’est'],
]);
const CHANGES: ReadonlySet<string> = new Set(['to', 'auf', 'na', 'a', 'en', 'à']);
/** May stand between the verb and the value. */
const STILL: ReadonlySet<string> = new Set([
  ...[
    'still',
    'now',
    'currently',
    'always',
    'set',
    'to',
    'also',
    'just',
    'noch',
    'immer',
    'jetzt',
    'siempre',
    'ahora',
    'todavía',
  ],
  ...[
    'toujours',
    'maintenant',
    'encore',
    'sempre',
    'ora',
    'ancora',
    'agora',
    'ainda',
    'nog',
    'nu',
    'nadal',
    'teraz',
    'ещё',
    'теперь',
  ],
]);
/** Words of the sentence that are looked at after a name. */
const MOST_WORDS = 8;
const WORD = /,?\s{1,9}(\S{1,200})/y;

/** "horse7staple is my password." */
const TOLD_BEFORE = new RegExp(
  `(?<=(?:^|[\\s"'\`“„«(])([${VALUE}]{6,60})["'\`”“»)]?\\s(?:is|as|ist|als|es|como|est|comme|è|come|é)\\s(?:(?:my|the|our|your|das|mein|unser|la|mi|le|mon|il|a|o|minha)\\s)?(?:[\\w-]{1,15}\\s){0,2})`,
  'y',
);
const ENDS_CLAUSE = /["'`”’»)]?(?:$|\s{0,2}[.,;!?)\n]|\s?[^\s!-ӿ])/y;
const FOR_WHAT = /\s{0,3}(?:[.,;!?)]|$|(?:for|für|para|pour|per)\s)/y;

const matchesAt = (form: RegExp, text: string, at: number): boolean => {
  form.lastIndex = at;
  return form.test(text);
};

const IN_ADDRESS = /(?<=[?&][\w.-]{0,40})/y;
const IN_LIST = /(?<=[?&;][\w. -]{0,40})/y;
const IN_ENVIRONMENT = /(?<=(?:^|\s)[A-Z0-9_]{0,40})/y;

/** Secrets that a name stands beside, in any language that `NAMES` knows. */
export const NAMED_RULES: readonly Rule[] = NAMES.map(({ family, kind, names }): Rule => {
  const longestFirst = [...names].sort((a, b) => b.length - a.length).map((name) => name.replaceAll(' ', '[ _-]?'));
  const form = new RegExp(
    family === 'code'
      ? `(?<![A-Za-z\\u00C0-\\u024F])(?:${longestFirst.join('|')})(?![A-Za-z])`
      : `(?:${longestFirst.join('|')})[${LETTER}]{0,6}`,
    'iy',
  );
  const isMeant = { password: isPassword, key: isKey, code: isCode }[family];
  return {
    openings: names.flatMap(separated),
    isSlow: true,
    find(text, at) {
      form.lastIndex = at;
      const name = form.exec(text)?.[0];
      if (name === undefined) return undefined;
      const isInAddress = matchesAt(IN_ADDRESS, text, at);
      const value = valueAfter(text, at + name.length, isInAddress, (each, link) => {
        if (each.text.length < 3 || isPlaceholder(each.text)) return false;
        return isMeant({ value: each, link, name, text, at });
      });
      if (value !== undefined) return { kind, start: value.start, end: value.end };
      const before = family === 'password' ? toldBefore(text, at, at + name.length) : undefined;
      return before && { kind, ...before };
    },
  };
});

/** A name in each way of writing its words together or apart. */
function separated(name: string): string[] {
  const [first = '', ...rest] = name.split(' ');
  return rest.reduce(
    (names, word) => names.flatMap((each) => ['', ' ', '-', '_'].map((by) => each + by + word)),
    [first],
  );
}

/** Something within the next words that no plain sentence has. */
const PROMISING = /[^\n]{0,160}?[\d:=："'`“„«「『!#$%*^~@+A-ZÀ-ÞА-Я-]/y;

/** The nearest value that is meant by a name that ends here. */
function valueAfter(
  text: string,
  from: number,
  isInAddress: boolean,
  isMeant: (value: Value, link: Link) => boolean,
): Value | undefined {
  if (!matchesAt(PROMISING, text, from)) return undefined;
  const told = (at: number, link: Link): Value | undefined => {
    const value = valueAt(text, at, isInAddress);
    return isMeant(value, link) ? value : undefined;
  };
  if (matchesAt(SIGN, text, from)) return told(SIGN.lastIndex, 'sign');
  if (matchesAt(ATTACHED, text, from)) return told(ATTACHED.lastIndex, 'verb');
  let link: Link = text.charAt(from) === ',' ? 'far' : 'next';
  for (let looked = 0, at = from; looked < MOST_WORDS; looked++) {
    WORD.lastIndex = at;
    const match = WORD.exec(text);
    const word = match?.[1] ?? '';
    if (match === null || word.includes('[redacted:') || match[0].includes('\n')) return undefined;
    const start = at + match[0].length - word.length;
    at += match[0].length;
    const before = link;
    link = leadOf(word, before);
    if (link !== 'far') continue;
    const value = before !== 'far' || /\d/.test(word) ? told(start, before) : undefined;
    if (value !== undefined || /[.!?]$/.test(word)) return value;
  }
  return undefined;
}

/** What a word makes of the next one. */
function leadOf(word: string, before: Link): Link {
  const plain = word.toLowerCase();
  if (VERBS.has(plain)) return 'verb';
  if ((before === 'verb' || before === 'change') && STILL.has(plain)) return before;
  if (CHANGES.has(plain)) return 'change';
  return /[:=：]$/.test(word) ? 'sign' : 'far';
}

function toldBefore(text: string, at: number, end: number): Span | undefined {
  if (!matchesAt(FOR_WHAT, text, end)) return undefined;
  TOLD_BEFORE.lastIndex = at;
  const value = TOLD_BEFORE.exec(text)?.[1];
  if (value === undefined || strengthOf(value) < MIXED || isPlaceholder(value)) return undefined;
  const start = text.lastIndexOf(value, at);
  return { start, end: start + value.length };
}

/** Whether the clause ends after the value, or goes on in a script of its own. */
const endsThere = ({ text, value }: Candidate): boolean => matchesAt(ENDS_CLAUSE, text, value.end);

/** In JSON, in an address and in an environment whatever stands there is the value. */
function isSetting({ link, name, text, at, value }: Candidate): boolean {
  if (link !== 'sign' || /\s/.test(value.text)) return false;
  const after = text.slice(at + name.length, at + name.length + 4);
  if (value.isQuoted && /^["']\s{0,2}:/.test(after)) return true;
  const isShouted = name === name.toUpperCase() && matchesAt(IN_ENVIRONMENT, text, at);
  return after.startsWith('=') && (isShouted || matchesAt(IN_LIST, text, at));
}

function isPassword(candidate: Candidate): boolean {
  const { value, link, name } = candidate;
  const { text, isQuoted } = value;
  if (isSetting(candidate)) return text.length >= 4;
  const strength = strengthOf(text);
  if (link === 'far' || strength === STRONG) return strength === STRONG;
  if (link === 'change') return strength === MIXED && /\d{4}/.test(text);
  if (link === 'next') return strength === MIXED && (endsThere(candidate) || !/[a-z]$/i.test(name));
  if (isQuoted || strength === MIXED) return true;
  if (/^\d{4,12}$/.test(text)) return !/s$/i.test(name);
  return link === 'verb' && /^\p{Lu}\p{Ll}{4,40}$/u.test(text) && isCapitalHere(candidate) && endsThere(candidate);
}

/** German writes every noun with a capital: there only the verb that means "reads" tells. */
const isCapitalHere = ({ name, text, at, value }: Candidate): boolean =>
  !/wort/i.test(name) || /lautet\s{1,9}\S{0,1}$/.test(text.slice(at, value.start));

function isKey(candidate: Candidate): boolean {
  const { text, isQuoted } = candidate.value;
  const isMixed = /\p{L}/u.test(text) && /\d/.test(text);
  if (isSetting(candidate)) return text.length >= (isMixed ? 6 : 8);
  if (candidate.link !== 'sign' && candidate.link !== 'verb') return isRandom(text) && !isUuid(text);
  return isMixed && text.length >= (isQuoted ? 6 : 8) && strengthOf(text) >= MIXED && !/\s/.test(text);
}

function isCode(candidate: Candidate): boolean {
  const { value, link, name, text, at } = candidate;
  const isDigits = (/^cv[vc]/i.test(name) ? /^\d{3,4}$/ : /^\d{4,8}$/).test(value.text);
  if (link === 'far') return false;
  if (!isDigits) return link === 'sign' && /^(?=(?:[A-Z*#]{0,5}\d){3})[A-Z\d*#]{4,8}$/.test(value.text);
  if (link === 'sign' || link === 'verb' || name === name.toUpperCase()) return true;
  return link === 'next' ? endsThere(candidate) : /\b(?:my|the|your|our)\s$/.test(text.slice(Math.max(0, at - 5), at));
}
