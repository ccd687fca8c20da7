import { dateSpan, monthOf } from './calendar.ts';
import { fullYear } from './numbers.ts';
import { DIGITS, inYear, longestOf, type Rule, rule, type Source, settled, wordAt } from './phrase.ts';
import { yearly } from './recurrence.ts';
import type { Token } from './tokens.ts';
import { WEEKDAYS } from './vocabulary.ts';

const EVIDENCE = new Set('on by since until till from before after between this next last'.split(' '));
const SEPARATORS = new Set(['-', '/', '.']);

/** Numbers joined by one separator, without what would make them a version, a phone number or a code. */
function readParts(source: Source, at: number): { digits: string[]; separator: string; end: number } | undefined {
  const first = source.tokens[at];
  const separator = wordAt(source, at + 1);
  if (first?.kind !== 'number' || !SEPARATORS.has(separator) || isJoinedBefore(source, at, separator)) return undefined;
  const digits = [first.lower];
  let end = at + 1;
  while (digits.length < 4 && isJoint(source.tokens[end], separator) && isPart(source.tokens[end + 1])) {
    digits.push(wordAt(source, end + 1));
    end += 2;
  }
  return isJoinedAfter(source, end) ? undefined : { digits, separator, end };
}

const isJoint = (token: Token | undefined, separator: string): boolean =>
  token?.glued === true && token.lower === separator;

const isPart = (token: Token | undefined): boolean => token?.glued === true && token.kind === 'number';

/** The token before makes it a part of something longer, as in "v1.2.3" or "133-03-03-2020". */
export function isJoinedBefore(source: Source, at: number, separator = '-'): boolean {
  const before = source.tokens[at - 1];
  if (!source.tokens[at]?.glued || before === undefined) return false;
  if (before.lower === '-') return before.glued && separator === '-';
  return before.kind !== 'mark' || /[/.:$#+_@=€£]/.test(before.lower);
}

/** The token after does, as in "30/4.85" or "2015-1-32a"; a time after a T does not. */
export function isJoinedAfter(source: Source, end: number): boolean {
  const next = source.tokens[end];
  if (!next?.glued) return false;
  if (next.kind === 'number') return true;
  if (next.kind === 'word') return !(next.lower === 't' && isPart(source.tokens[end + 1]));
  return next.lower === '%' || next.lower === '_' || (/[.:]/.test(next.lower) && isPart(source.tokens[end + 1]));
}

/** 2023-05-08, 5/8/2023 in American order unless only the other one exists, 8.5.2023, 9-18-15. */
const fullDate = rule([DIGITS], (source, at) => {
  const parts = readParts(source, at);
  if (parts?.digits.length !== 3) return undefined;
  const [first = '', second = '', third = ''] = parts.digits;
  const [a, b, c] = [Number(first), Number(second), Number(third)];
  if (first.length === 4) return settled(parts.end, 'day', dateSpan(a, b, c));
  if (first.length > 2 || second.length > 2 || (third.length !== 4 && third.length !== 2)) return undefined;
  if (parts.separator === '.' && third.length !== 4) return undefined;
  const year = third.length === 4 ? c : fullYear(source, c);
  const [american, european] = [dateSpan(year, a, b), dateSpan(year, b, a)];
  const order = parts.separator === '.' ? [european, american] : [american, european];
  return settled(parts.end, 'day', ...(a === b ? [american] : order));
});

/** 5/22 or 22/5 where a date is expected. */
export const expectedDate: Rule = rule([DIGITS], (source, at) => {
  const parts = readParts(source, at);
  if (parts?.digits.length !== 2 || parts.digits.some((digits) => digits.length > 2) || parts.separator === '.')
    return undefined;
  const [a = 0, b = 0] = parts.digits.map(Number);
  const [month, date] = dateSpan(2000, a, b) ? [a, b] : [b, a];
  if (!dateSpan(2000, month, date)) return undefined;
  const every = yearly((year) => dateSpan(year, month, date));
  return inYear(parts.end, 'day', undefined, every);
});

/** The same where it is not: it must look like neither a fraction nor a score, nor hours like 9-6. */
const dayAndMonth = rule([DIGITS], (source, at) => {
  const before = wordAt(source, at - 1);
  const [first, separator, second] = [wordAt(source, at), wordAt(source, at + 1), wordAt(source, at + 2)];
  const padded = first.startsWith('0') || second.startsWith('0') || (first.length === 2 && second.length === 2);
  const written = separator === '/' && (padded || Number(second) > 12) && first !== second;
  const spoken = separator === '/' ? EVIDENCE.has(before) || WEEKDAYS.has(before) : before === 'on';
  return written || spoken ? expectedDate.read(source, at) : undefined;
});

/** 2023-05, 05/2023. */
const monthAndYear = rule([DIGITS], (source, at) => {
  const parts = readParts(source, at);
  if (parts?.digits.length !== 2 || parts.separator === '.') return undefined;
  const [first = '', second = ''] = parts.digits;
  const [year, month] = first.length === 4 ? [first, second] : [second, first];
  if (year.length !== 4 || month.length > 2 || !dateSpan(Number(year), Number(month), 1) || Number(year) < 1000)
    return undefined;
  return settled(parts.end, 'month', monthOf(Number(year), Number(month)));
});

/** 20230508. */
const compactDate = rule([DIGITS], (source, at) => {
  const digits = /^(19|20)\d{6}$/.exec(source.tokens[at]?.lower ?? '')?.[0];
  if (digits === undefined || isJoinedBefore(source, at) || isJoinedAfter(source, at + 1)) return undefined;
  return settled(at + 1, 'day', dateSpan(+digits.slice(0, 4), +digits.slice(4, 6), +digits.slice(6)));
});

export const numericDate: Rule = longestOf([fullDate, dayAndMonth, monthAndYear, compactDate]);
