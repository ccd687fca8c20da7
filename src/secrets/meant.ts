import { isSecretName } from './redact-all.ts';
import { isRandom, matchesAt } from './rule.ts';
import { isOrdinary, isUuid, MIXED, type SecretValue, STRONG, strengthOf } from './values.ts';

/** The connection of a name to its value: a sign, a verb, a change ("to"), direct succession, or only the same sentence. */
export type NameLink = 'sign' | 'verb' | 'change' | 'next' | 'far';

export interface SecretCandidate {
  readonly family: 'password' | 'key' | 'code';
  readonly value: SecretValue;
  readonly link: NameLink;
  readonly between: number;
  readonly name: string;
  readonly text: string;
  readonly at: number;
}

export const isMeant = (candidate: SecretCandidate): boolean =>
  ({ password: isPassword, key: isKey, code: isCode })[candidate.family](candidate);

const ENDS_CLAUSE = /["'`”’»)]?(?:$|\s{0,2}[.,;!?)\n]|\s?[^\s!-ӿ])/y;
const endsClause = ({ text, value }: SecretCandidate): boolean => matchesAt(ENDS_CLAUSE, text, value.end);

const IN_LIST = /(?<=[?&;][\w. -]{0,40})/y;
const IN_ENVIRONMENT = /(?<=(?:^|\s)[A-Z0-9_]{0,40})/y;

const LINE_START = /(?<=(?:^|\n)(?:export\s)?([\w.-]{0,40}))[\w.-]{1,40}=/y;
const LINE_END = /["']?[^\S\n]{0,3}(?:\n|$)/y;

function isLine(text: string, at: number, end: number): boolean {
  LINE_START.lastIndex = at;
  const [rest = '', start = ''] = LINE_START.exec(text) ?? [];
  return isSecretName(start + rest) && matchesAt(LINE_END, text, end);
}

/** In JSON, addresses and environment files any text in that position is the value. */
function isSetting({ link, name, text, at, value }: SecretCandidate): boolean {
  if (link !== 'sign' || /\s/.test(value.text) || isOrdinary(value.text)) return false;
  const after = text.slice(at + name.length, at + name.length + 4);
  if (value.isQuoted && /^["']\s{0,2}:/.test(after)) return true;
  if (isLine(text, at, value.end)) return true;
  const isShouted = name === name.toUpperCase() && matchesAt(IN_ENVIRONMENT, text, at);
  return after.startsWith('=') && (isShouted || matchesAt(IN_LIST, text, at));
}

const BEING_CHANGED = /(?<=\b(?:chang|reset|set|updat|switch|änder|cambi|modifi)\p{L}{0,5}\s[^.!?\n]{0,25})/uy;

function isPassword(candidate: SecretCandidate): boolean {
  const { value, link, name, text: whole, at } = candidate;
  const { text, isQuoted } = value;
  if (isSetting(candidate)) return text.length >= 4;
  const strength = strengthOf(text);
  // "pass" is also a boarding pass.
  if (name.length <= 4 && strength === MIXED && text.length < 8) return false;
  if (strength === STRONG) return true;
  if (link === 'far') return strength === MIXED && isJumbled(text);
  if (link === 'change') return strength === MIXED && (/\d{4}/.test(text) || matchesAt(BEING_CHANGED, whole, at));
  if (link === 'next')
    return strength === MIXED ? endsClause(candidate) || !/[a-z]$/i.test(name) : isBareCode(candidate);
  if (isQuoted || strength === MIXED) return true;
  if (/^\d{4,12}$/.test(text)) return !/s$/i.test(name);
  return link === 'verb' && /^\p{Lu}\p{Ll}{4,40}$/u.test(text) && isCapitalHere(candidate) && endsClause(candidate);
}

/** Letters and digits that alternate more often than in the name of a thing: "Xk82-pLm9". */
const isJumbled = (text: string): boolean =>
  text.length >= 8 && (text.replaceAll('-', '').match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0) >= 3;

const isBareCode = (candidate: SecretCandidate): boolean =>
  /^(?!(?:19|20)\d{2}$)\d{4,8}$/.test(candidate.value.text) && endsClause(candidate);

/** German capitalizes every noun: only the verb for "reads" is evidence there. */
const isCapitalHere = ({ name, text, at, value }: SecretCandidate): boolean =>
  !/wort/i.test(name) || /lautet\s{1,9}\S{0,1}$/.test(text.slice(at, value.start));

function isKey(candidate: SecretCandidate): boolean {
  const { text, isQuoted, start, end } = candidate.value;
  const isMixed = /\p{L}/u.test(text) && /\d/.test(text);
  if (isSetting(candidate)) return text.length >= (isMixed || isLine(candidate.text, candidate.at, end) ? 6 : 8);
  if (candidate.link !== 'sign' && candidate.link !== 'verb') return isRandom(text) && !isUuid(text);
  return (
    isMixed &&
    text.length >= (isQuoted || candidate.text[start - 1] === '=' ? 6 : 8) &&
    strengthOf(text) >= MIXED &&
    !/\s/.test(text)
  );
}

function isCode(candidate: SecretCandidate): boolean {
  const { value, link, name, text, at, between } = candidate;
  const isIntroduced = link === 'sign' || link === 'verb';
  if (/^cv[vc]/i.test(name)) return link !== 'far' && /^\d{3,4}$/.test(value.text);
  if (!/^\d{4,8}$/.test(value.text))
    return isIntroduced && /^(?:(?=(?:[A-Z*#]{0,5}\d){3})[A-Z\d*#]{4,8}|[A-Z]-\d{6})$/.test(value.text);
  if (link === 'far') return between <= 1 && isBareCode(candidate);
  if (isIntroduced || name === name.toUpperCase() || (link === 'next' && value.text.length >= 6)) return true;
  return link === 'next' ? endsClause(candidate) : /\b(?:my|the|your|our)\s$/.test(text.slice(Math.max(0, at - 5), at));
}
