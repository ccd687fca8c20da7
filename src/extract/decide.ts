import { z } from 'zod';
import { askForList } from '../ask/ask-for-list.ts';
import type { Llm } from '../contracts/llm.ts';
import { isTooLong, SouvenirError } from '../errors.ts';
import type { Judge } from '../reconcile/compare-held.ts';
import { oneLine } from './session-prompt.ts';

const SYSTEM = [
  'You keep a memory in order. For each pair of statements, an older and a newer one, say what the newer does to the older:',
  '"replaces": the older is no longer true, no longer so, or no longer planned, because of the newer.',
  '"same": both say the same thing of the same person or thing.',
  '"adds": both are true; the newer says more, or something else, of the same matter.',
  '"unrelated": they are about different people or things.',
  'What is of another person replaces nothing. Answer with JSON alone, for every pair its number and the word. An example:',
  '1. older: Odo lives in Vell. newer: Since June Odo has a flat in Marn.',
  "2. older: Odo plays the ondioline. newer: Odo's sister plays the drums.",
  '{"pairs":[{"pair":1,"is":"replaces"},{"pair":2,"is":"unrelated"}]}',
].join('\n');

/** Longer ones were handed in, and say by their beginning what they are about. */
const MOST_SHOWN = 300;
const shown = (text: string): string => oneLine(text.slice(0, MOST_SHOWN));

const verdictSchema = z.object({ pair: z.int(), is: z.enum(['same', 'adds', 'replaces', 'unrelated']) });

/** Asks a model once for all pairs. */
export const judgedBy =
  (llm: Llm): Judge =>
  async (pairs) => {
    const user = pairs.map(({ older, newer }, at) => `${at + 1}. older: ${shown(older)} newer: ${shown(newer)}`);
    const question = { system: SYSTEM, user: user.join('\n'), key: 'pairs', item: verdictSchema };
    try {
      const { items } = await askForList(llm, question);
      const read = new Map(items.map(({ pair, is }) => [pair, is]));
      return pairs.map((_, at) => read.get(at + 1));
    } catch (error) {
      // What was found is not lost with it: both statements stay.
      if (isTooLong(error) || (SouvenirError.is(error) && error.code === 'badModelAnswer')) return [];
      throw error;
    }
  };
