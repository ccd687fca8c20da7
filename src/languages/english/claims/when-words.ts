import { wordList } from '../../../text/word-list.ts';
import { type ClauseWord, folded } from './clause-word.ts';

export const WEEKDAYS: ReadonlySet<string> = wordList('monday tuesday wednesday thursday friday saturday sunday');
export const MONTHS: ReadonlySet<string> = wordList(
  'january february march april may june july august september october november december',
);
const MOMENTS = wordList(
  `today yesterday tomorrow tonight now currently recently lately nowadays weekend weekends week weeks month months year years day days
  hour hours morning mornings afternoon evening evenings night noon midnight spring summer autumn winter fall quarter christmas easter`,
);
const QUALIFIERS = wordList(
  `last next this early late mid end start beginning the of ago since from until till by on in at during around about past coming a an
  few couple one two three four five six seven eight nine ten every each earlier later for as to o'clock am pm`,
);
const NUMBER = /^\d{1,4}(?:st|nd|rd|th|s)?$/;
const CLOCK = /^\d{1,2}(?::\d{2})?(?:am|pm)?$/;
const DATE = /^\d{1,4}[-/.]\d{1,2}(?:[-/.]\d{1,4})?$/;

const weekdayOf = (fold: string): string => fold.replace(/s$/, '');
export const isWeekday = (fold: string): boolean => WEEKDAYS.has(weekdayOf(fold));

/** Says when by itself: "Monday", "2023", "tomorrow", "3 pm". */
export function namesTime({ fold, capital }: Pick<ClauseWord, 'fold' | 'capital'>): boolean {
  if (fold === 'may' || fold === 'march') return capital;
  return (
    isWeekday(fold) ||
    MONTHS.has(fold) ||
    MOMENTS.has(fold) ||
    DATE.test(fold) ||
    /^(?:19|20)\d{2}$/.test(fold) ||
    /^\d{1,2}(?::\d{2}|:?\d{0,2}(?:am|pm))$/.test(fold)
  );
}

/** May stand in a phrase that says when. */
export const isWhenWord = (word: Pick<ClauseWord, 'fold' | 'capital'>): boolean =>
  namesTime(word) || QUALIFIERS.has(word.fold) || NUMBER.test(word.fold) || CLOCK.test(word.fold);

/** What a phrase says about when, part by part; undefined if it says anything else. */
export function timeParts(phrase: readonly ClauseWord[]): ReadonlyMap<string, string> | undefined {
  const parts = new Map<string, string>();
  for (const [index, word] of phrase.entries()) {
    const { fold } = word;
    const near = [phrase[index - 1], phrase[index + 1]];
    const clock = /^(\d{1,2})(?::(\d{2}))?(am|pm)?$/.exec(fold);
    const half = clock?.[3] ?? (/^(?:am|pm)$/.test(near[1]?.fold ?? '') ? near[1]?.fold : undefined);
    if (isWeekday(fold)) parts.set('weekday', weekdayOf(fold));
    else if (MONTHS.has(fold) && namesTime(word)) parts.set('month', fold);
    else if (DATE.test(fold)) parts.set('date', fold);
    else if (/^(?:19|20)\d{2}$/.test(fold)) parts.set('year', fold);
    else if (clock && (half || clock[2] || near[1]?.fold === "o'clock" || near[0]?.fold === 'at'))
      parts.set('clock', `${Number(clock[1]) + (half === 'pm' && clock[1] !== '12' ? 12 : 0)}:${clock[2] ?? '00'}`);
    else if (NUMBER.test(fold) && near.some((beside) => beside && MONTHS.has(beside.fold)))
      parts.set('day', String(Number.parseInt(fold, 10)));
    else if (fold === 'noon' || fold === 'midnight') parts.set('clock', fold);
    else if (NUMBER.test(fold) && phrase[index - 1]?.fold === 'the')
      parts.set('day', String(Number.parseInt(fold, 10)));
    else if (!isWhenWord(word)) return undefined;
    else if (MOMENTS.has(fold)) parts.set('loose', folded(phrase));
  }
  return parts.size > 0 ? parts : undefined;
}
