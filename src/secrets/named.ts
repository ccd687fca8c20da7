import { isMeant, type NameLink } from './meant.ts';
import { NAMES, wordsOf } from './names.ts';
import { isPlaceholder, MARK, matchesAt, type Rule, type TextSpan, VALUE } from './rule.ts';
import { MIXED, type SecretValue, strengthOf, valueAt } from './values.ts';

const LETTER =
  'A-Za-z\\u00C0-\\u024F\\u0300-\\u04FF\\u0590-\\u06FF\\u0900-\\u0DFF\\u0E00-\\u0E7F\\u1E00-\\u1EFF\\uAC00-\\uD7AF';
const SIGN = /[)"'’`*_]{0,3}\s{0,9}(?::=|=>|->|[:=→：＝])[*_]{0,3}\s{0,9}(?=\S)/y;
/** は, 是 and the like, and "'s". */
const ATTACHED = /(?:\s?(?:就是|[はが是为為]|(?<=[\uAC00-\uD7AF])[는은이가])[、,，]?\s{0,9}|['’]s\s{1,9})(?=\S)/y;
const OBJECT = /を(?=\S)/y;
const VERBS = wordsOf(
  'is was are equals reads ist war lautet lauten heißt es era son est était è é är er jest brzmi je là adalah это είναι هي هو הוא היא คือ',
  "— – - -> → that's that’s c'est c’est",
);
const CHANGES = wordsOf('to auf na a en à');
const STILL = wordsOf(
  'still now here there today currently always set to also just noch immer jetzt siempre ahora todavía toujours maintenant encore',
  'sempre ora ancora agora ainda nog nu nadal teraz ещё теперь',
);
const MAX_WORDS = 8;
const WORD = /,?\s{1,9}(\S{1,200})/y;

/** "horse7staple is my password." */
const VALUE_BEFORE = new RegExp(
  `(?<=(?:^|[\\s"'\`“„«(])([${VALUE}]{6,60})["'\`”“»)]?\\s(?:is|as|ist|als|es|como|est|comme|è|come|é)\\s(?:(?:my|the|our|your|das|mein|unser|la|mi|le|mon|il|a|o|minha)\\s)?(?:[\\w-]{1,15}\\s){0,2})`,
  'y',
);
const AFTER_NAME = /\s{0,3}(?:[.,;!?)]|$|(?:for|für|para|pour|per)\s)/y;

/** "… and for the bank is": the name is not repeated. */
const AGAIN =
  /,?\s(?:and|und|y|et|e)\s(?:(?:the|one|la|das|le|celui|quella|a)\s){0,2}(?:for|für|para|pour|per|of|vom|de|del|della|du|di|da|do)\s(?:\S{1,30}\s){1,3}?(?:is|ist|es|est|è|é)\s(?=\S)/y;

/** "gestor de contraseñas es" names another thing, as "password manager is" does. */
const OF_ANOTHER = /(?<=\p{L}\s(?:de|di)\s)/uy;
const HEAD = /\s(\p{Ll}{1,40})\s(?:is|was|are)\s/uy;

const IN_ADDRESS = /(?<=[?&][\w.-]{0,40})/y;

export const NAMED_RULES: readonly Rule[] = NAMES.map(({ family, kind, names, isWord }): Rule => {
  const longestFirst = [...names].sort((a, b) => b.length - a.length).map((name) => name.replaceAll(' ', '[ _-]?'));
  const form = new RegExp(
    isWord
      ? `(?<![A-Za-z\\u00C0-\\u024F])(?:${longestFirst.join('|')})(?![A-Za-z])`
      : `(?:${longestFirst.join('|')})[${LETTER}]{0,6}(?:_[A-Z0-9]{1,12}){0,2}`,
    'iy',
  );
  return {
    openings: names.flatMap(separated),
    isSlow: true,
    find(text, at) {
      form.lastIndex = at;
      const name = form.exec(text)?.[0];
      if (name === undefined) return undefined;
      const isInAddress = matchesAt(IN_ADDRESS, text, at);
      const isOfAnother = matchesAt(OF_ANOTHER, text, at) || hasHead(text, at + name.length);
      const value = valueAfter(text, at + name.length, isInAddress, (each, statedLink, between) => {
        const link = statedLink === 'verb' && isOfAnother ? 'far' : statedLink;
        if (each.text.length < 3 || isPlaceholder(each.text)) return false;
        return isMeant({ value: each, link, between, family, name, text, at });
      });
      if (value !== undefined) return { kind, start: value.start, end: value.end };
      const before = family === 'password' ? valueBefore(text, at, at + name.length) : undefined;
      return before && { kind, ...before };
    },
  };
});

function separated(name: string): string[] {
  const [first = '', ...rest] = name.split(' ');
  return rest.reduce(
    (names, word) => names.flatMap((each) => ['', ' ', '-', '_'].map((by) => each + by + word)),
    [first],
  );
}

/** Characters within the next words that a plain sentence lacks. */
const PROMISING = /[^\n]{0,160}?[\d:=："'`“„«「『!#$%*^~@+A-ZÀ-ÞА-Я-]/y;

function valueAfter(
  text: string,
  from: number,
  isInAddress: boolean,
  isValue: (value: SecretValue, link: NameLink, between: number) => boolean,
): SecretValue | undefined {
  if (!matchesAt(PROMISING, text, from)) return undefined;
  const acceptedAt = (at: number, link: NameLink, between = 0): SecretValue | undefined => {
    const value = valueAt(text, at, isInAddress);
    return isValue(value, link, between) ? value : undefined;
  };
  if (matchesAt(SIGN, text, from)) return acceptedAt(SIGN.lastIndex, 'sign');
  if (matchesAt(ATTACHED, text, from)) return acceptedAt(ATTACHED.lastIndex, 'verb');
  if (matchesAt(OBJECT, text, from)) return acceptedAt(OBJECT.lastIndex, 'next');
  let link: NameLink = text.charAt(from) === ',' ? 'far' : 'next';
  for (let examined = 0, at = from; examined < MAX_WORDS; examined++) {
    WORD.lastIndex = at;
    const match = WORD.exec(text);
    const word = match?.[1] ?? '';
    if (match === null || match[0].includes('\n')) return undefined;
    const start = at + match[0].length - word.length;
    if (word.includes('[redacted:')) {
      const next = afterMarks(text, start);
      return next === undefined ? undefined : acceptedAt(next, 'verb', examined);
    }
    at += match[0].length;
    const before = link;
    link = leadOf(word, before);
    if (link !== 'far') continue;
    const value = before !== 'far' || /\d/.test(word) ? acceptedAt(start, before, examined) : undefined;
    if (value !== undefined || /[.!?]$/.test(word)) return value;
  }
  return undefined;
}

function afterMarks(text: string, at: number): number | undefined {
  let next: number | undefined;
  for (let mark = at; matchesAt(MARK, text, mark) && matchesAt(AGAIN, text, MARK.lastIndex); mark = next)
    next = AGAIN.lastIndex;
  return next;
}

function hasHead(text: string, at: number): boolean {
  HEAD.lastIndex = at;
  const head = HEAD.exec(text)?.[1];
  return head !== undefined && !STILL.has(head);
}

function leadOf(word: string, before: NameLink): NameLink {
  const plain = word.toLowerCase();
  if (VERBS.has(plain)) return 'verb';
  if ((before === 'verb' || before === 'change') && STILL.has(plain)) return before;
  if (CHANGES.has(plain)) return 'change';
  return /[:=：]$/.test(word) ? 'sign' : 'far';
}

function valueBefore(text: string, at: number, end: number): TextSpan | undefined {
  if (!matchesAt(AFTER_NAME, text, end)) return undefined;
  VALUE_BEFORE.lastIndex = at;
  const value = VALUE_BEFORE.exec(text)?.[1];
  if (value === undefined || strengthOf(value) < MIXED || isPlaceholder(value)) return undefined;
  const start = text.lastIndexOf(value, at);
  return { start, end: start + value.length };
}
