import { type ClauseWord, folded } from './clause-word.ts';

const FREQUENCY =
  / (?:(?:(?:once|twice|(?:two|three|four|five|several|many|\d+) times) )?(?:every|each|a|per) (?:single )?(?:other )?(?:day|week|weekend|month|morning|evening|night|meal)|daily|often|regularly|a lot|all the time)$/;

/** "meat every day": what, without how often. */
export function withoutFrequency(words: readonly ClauseWord[]): readonly ClauseWord[] {
  const often = FREQUENCY.exec(folded(words))?.[0];
  return often === undefined ? words : words.slice(0, words.length - often.trim().split(' ').length);
}
