import type { ClauseWord } from './clause-word.ts';

const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  'zero one two three four five six seven eight nine ten eleven twelve'.split(' ').map((word, value) => [word, value]),
);
const DIGITS = /^[$€£]?(\d[\d,]*(?:\.\d+)?)(k|%|[a-z]{1,3})?$/;
const APPROXIMATE = new Set('about around roughly approximately nearly almost over under some circa'.split(' '));

/** Words after which an amount tells more of itself. */
export const DETAIL_OPENERS: ReadonlySet<string> = new Set(
  `in on at by with for to from of about as into under near over through between against after during until within around who which that
  whom and but called named currently because whose where when if plus`.split(/\s+/),
);

/** An amount and what it is an amount of. */
export interface Amount {
  readonly number: number;
  readonly unit: string;
  /** What is said of it besides: "on the old laptop". */
  readonly detail: string;
  readonly rough: boolean;
}

export function numberOf(fold: string): number | undefined {
  const digits = DIGITS.exec(fold);
  if (digits) return Number(digits[1]?.replaceAll(',', '')) * (digits[2] === 'k' ? 1000 : 1);
  return NUMBER_WORDS.get(fold);
}

export const isNumber = (word: ClauseWord | undefined): boolean =>
  word !== undefined && numberOf(word.fold) !== undefined;

/** "31 now": how many, without that it is so now. */
export const withoutNow = (words: readonly ClauseWord[]): readonly ClauseWord[] =>
  words.length > 1 && /^(?:now|nowadays|currently|today)$/.test(words.at(-1)?.fold ?? '') ? words.slice(0, -1) : words;

/** "about 900 euros": undefined for what does not begin with a number. */
export function amountOf(words: readonly ClauseWord[]): Amount | undefined {
  const rough = APPROXIMATE.has(words[0]?.fold ?? '');
  const [first, ...rest] = rough ? words.slice(1) : words;
  const number = first && numberOf(first.fold);
  if (!first || number === undefined) return undefined;
  const sign = /^[$€£]/.exec(first.fold)?.[0] ?? DIGITS.exec(first.fold)?.[2]?.replace('k', '') ?? '';
  const end = rest.findIndex(({ fold }) => DETAIL_OPENERS.has(fold));
  const named = end < 0 ? rest : rest.slice(0, end);
  const join = (words: readonly ClauseWord[]) => words.map(({ fold }) => fold).join(' ');
  return {
    number,
    rough,
    unit: `${sign} ${join(named)}`.trim().replace(/s$/, ''),
    detail: join(rest.slice(named.length)),
  };
}
