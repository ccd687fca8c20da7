import { isRandom, VALUE } from './rule.ts';

/** The strength of a value: a plain word, letters with digits or signs, or all three. */
export const PLAIN = 0;
export const MIXED = 1;
export const STRONG = 2;

/** Addresses, paths, versions, dates, amounts, names in code and numbered names are no passwords. */
const ORDINARY: readonly RegExp[] = [
  /:\/\/|^www\./,
  /^[\w.+-]{1,80}@[\w-]{1,80}\.[\w.-]{1,80}$/,
  /^v?\d{1,9}(?:[.,:/–-]\d{1,9}){1,4}(?:[-+.]\w{1,20})?$/i,
  /^[#$€£@]?\d[\d.,]{0,20}(?:%|\+|st|nd|rd|th|º|ª|[a-z]{1,3})?$/i,
  /^\d{1,9}[-–‑]\p{L}{1,40}$/u,
  /\.(?:[a-z]{2,4}|[a-z]{1,3}\d)$|\(|=>|::|&&|\|\|/,
  /^[a-z]{1,40}(?:_[a-z]{1,40}){1,9}\d?$/,
  /^(?:base|sha|md|aes|rsa|utf|hs|rs|es|ps|argon|oauth|ed|x|ipv|http|tls|ssl|web|mp|ec)-?\d{1,5}(?:\b|[a-z]{1,2}\b)/i,
  /^[#@]\w{1,60}$|^\d?fa\b/i,
];

const PATH = /^[.~]{0,2}\/|^[\w-]{1,60}(?:\/[\w.-]{1,60}){2,9}$/;

/** A key in base 64 has slashes too. */
export const isOrdinary = (value: string): boolean =>
  ORDINARY.some((form) => form.test(value)) || (PATH.test(value) && !isRandom(value));

export function strengthOf(value: string): number {
  if (value.length < 5 || isOrdinary(value)) return PLAIN;
  const hasLetter = /\p{L}/u.test(value);
  const isSigned = /[!#$%*^~@+].|[!#$%^~]$/.test(value);
  if (hasLetter && /\d/.test(value)) return isSigned && value.length >= 6 ? STRONG : MIXED;
  const isChain = /^[^\s-]{1,40}(?:-[^\s-]{1,40}){3,9}$/.test(value);
  return hasLetter && (/\p{L}[!#$%*^~@+]\p{L}/u.test(value) || isChain) ? MIXED : PLAIN;
}

export const isUuid = (value: string): boolean => /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-/i.test(value);

const OPENING = '"\'`“„‘«»「『(';
const CLOSING: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”',
  '‘': '’',
  '«': '»',
  '»': '«',
  '「': '」',
  '『': '』',
  '(': ')',
};
const MAX_QUOTED_CHARS = 80;
const RUN = new RegExp(`[${VALUE}]{1,200}`, 'y');
const AFTER_VALUE = /["'`“”„‘’«»<>,;]|(?<![.?:)\]}])[.?:)\]}]{1,9}$/;

const AFTER_PART = /[&#;"'<>]/;

export interface SecretValue {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** It is enclosed, so that it may contain spaces. */
  readonly isQuoted: boolean;
}

export function valueAt(text: string, at: number, isInAddress = false): SecretValue {
  const quote = text.charAt(at);
  const start = OPENING.includes(quote) && quote !== '' ? at + 1 : at;
  if (start > at) {
    const within = text.slice(start, start + MAX_QUOTED_CHARS);
    const closers = CLOSING[quote] ?? quote;
    const length = [...closers].map((closer) => within.indexOf(closer)).filter((position) => position > 0);
    const quoted = within.slice(0, Math.min(...length)).trim();
    const begin = start + within.indexOf(quoted);
    if (length.length > 0 && quoted !== '' && !quoted.includes('\n'))
      return { start: begin, end: begin + quoted.length, text: quoted, isQuoted: quote !== '(' };
  }
  RUN.lastIndex = start;
  const run = RUN.exec(text)?.[0] ?? '';
  const stop = run.search(isInAddress ? AFTER_PART : AFTER_VALUE);
  const end = start + (stop < 0 ? run.length : stop);
  return { start, end, text: text.slice(start, end), isQuoted: false };
}
