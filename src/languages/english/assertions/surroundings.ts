import { words } from '../../../text/words.ts';
import type { Utterance } from './assertion.ts';
import { isAssistant, namesFor } from './names.ts';

/** What the turns before tell of a turn. */
export interface Surroundings {
  readonly answersQuestion: boolean;
  readonly isToAssistant: boolean;
  /** The words of the turn before. */
  readonly said: ReadonlySet<string>;
}

/** How much of the turn before still stands in the room, in characters from its end. */
const HEARD = 2000;

export function surroundingsOf(turn: Utterance, before: readonly Utterance[]): Surroundings {
  const heard = before.at(-1)?.content.slice(-HEARD) ?? '';
  return {
    answersQuestion: heard.includes('?'),
    isToAssistant: isAssistant(namesFor(turn, before).listener),
    said: new Set(words(heard)),
  };
}
