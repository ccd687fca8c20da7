export const SMALL =
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen'.split(
    ' ',
  );
export const TENS = 'twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');
const SCALES: Readonly<Record<string, number>> = { hundred: 100, thousand: 1000, million: 1_000_000 };
const NUMBER_WORDS = [...TENS, ...SMALL.toReversed(), ...Object.keys(SCALES)].join('|');
const SPELLED = new RegExp(`\\b(?:${NUMBER_WORDS})(?:(?:[ -]| and )(?:${NUMBER_WORDS}))*\\b`, 'gi');

/** -1 for other words. */
export const numberOfWord = (word: string): number =>
  TENS.includes(word) ? 10 * (TENS.indexOf(word) + 2) : SMALL.indexOf(word);

/** The numbers that a text spells out; "twenty twenty-one" is 2021. */
export const spelledNumbers = (text: string): number[] =>
  (text.match(SPELLED) ?? []).map((match) =>
    numberOf(
      match
        .toLowerCase()
        .split(/[ -]/)
        .filter((word) => word !== 'and'),
    ),
  );

function numberOf(words: readonly string[]): number {
  let [total, group] = [0, 0];
  let isAfterTens = false;
  for (const word of words) {
    const scale = SCALES[word];
    if (scale === 100) group = Math.max(1, group) * scale;
    else if (scale !== undefined) [total, group] = [total + Math.max(1, group) * scale, 0];
    // A year is said as two numbers.
    else if (group > 0 && group % 100 !== 0 && !(isAfterTens && numberOfWord(word) < 10))
      group = 100 * group + numberOfWord(word);
    else group += numberOfWord(word);
    isAfterTens = TENS.includes(word);
  }
  return total + group;
}
