import { createRequire } from 'node:module';
import { memoize } from '../text/words.ts';
import { STOP_WORDS } from './english/stop-words.ts';

/** Loaded on first use: most memories are in one language. */
const load = createRequire(import.meta.url);

const NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  `ar arabic; da danish; de german; el greek; es spanish; fi finnish; fr french; hi indian; hu hungarian; hy armenian;
    id indonesian; it italian; ja japanese; nl dutch; no norwegian; pt portuguese; ro romanian; ru russian;
    sv swedish; ta tamil; tr turkish; uk ukrainian; zh mandarin`
    .split(/;\s+/)
    .map((pair) => pair.split(' ')),
);
const MAX_STEMS = 20_000;
const WITHOUT_STEMS = new Set(['ja', 'zh']);

const NO_WORDS: ReadonlySet<string> = new Set();
const unstemmed = (word: string): string => word;

export const stemmerOf = memoize((code): ((word: string) => string) => {
  const name = WITHOUT_STEMS.has(code) ? undefined : NAMES[code];
  if (name === undefined) return unstemmed;
  const { stemmer } = load(`@orama/stemmers/${name}`) as { stemmer: (word: string) => string };
  return memoize(stemmer, MAX_STEMS);
});

/** Function words in lower case; none for a language without a list. */
export const stopWordsOf = memoize((code): ReadonlySet<string> => {
  if (code === 'en') return STOP_WORDS;
  const name = NAMES[code];
  return name === undefined ? NO_WORDS : new Set<string>(load(`@orama/stopwords/${name}`).stopwords);
});
