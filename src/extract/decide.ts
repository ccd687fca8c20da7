import { z } from 'zod';
import { askForList } from '../ask/ask-for-list.ts';
import type { Llm } from '../contracts/llm.ts';
import { isTooLong, SouvenirError } from '../errors.ts';
import type { Judge } from '../reconcile/compare-held.ts';
import { oneLine } from './session-prompt.ts';

const SYSTEM = [
  'You keep a memory in order. Below are statements in the order in which they were said. Find the older ones that a newer one, further down:',
  '- "replaces": the older is no longer true, no longer so, or no longer planned, because of the newer;',
  '- says again ("same"): both say the very same thing of the same person or thing.',
  'Where both can be true, and where they are about different people or things, give nothing; often there is nothing to give. What is of another person replaces nothing.',
  'Answer with JSON alone, the numbers of both and the word. An example:',
  '[1] Odo lives in Vell.',
  '[2] Odo plays the ondioline.',
  '[3] Since June Odo has a flat in Marn.',
  "[4] Odo's sister plays the drums.",
  '{"pairs":[{"older":1,"newer":3,"is":"replaces"}]}',
].join('\n');

/**
 * Told before and after all others, these have nothing to do with them or with one another. Small models find something in whatever they are shown,
 * mostly that the first was replaced by all others: whoever finds something in these is not believed.
 */
const controlAmong = (statements: readonly string[]): { readonly first: string; readonly last: string } => {
  const name = ['Ysolde', 'Thibault'].find((each) => !statements.some((said) => said.includes(each))) ?? 'Wendelin';
  return { first: `${name} keeps two goats.`, last: `${name} speaks Basque.` };
};

/** Longer ones were handed in, and say by their beginning what they are about. */
const MOST_SHOWN = 300;
const shown = (text: string): string => oneLine(text.slice(0, MOST_SHOWN));

const pairSchema = z.object({ older: z.int(), newer: z.int(), is: z.enum(['same', 'replaces']) });

/** Asks a model once for all statements. */
export const judgedBy =
  (llm: Llm): Judge =>
  async ({ statements }) => {
    const { first, last } = controlAmong(statements);
    const told = [first, ...statements.map(shown), last];
    const user = told.map((statement, at) => `[${at + 1}] ${statement}`).join('\n');
    const isControl = (place: number): boolean => place <= 1 || place >= told.length;
    try {
      const { items } = await askForList(llm, {
        ...{ system: SYSTEM, user, key: 'pairs', item: pairSchema },
        most: statements.length,
      });
      if (items.some(({ older, newer }) => isControl(older) || isControl(newer))) return undefined;
      return items.map(({ older, newer, is }) => ({ older: older - 2, newer: newer - 2, is }));
    } catch (error) {
      // What was found is not lost with it: both statements stay.
      if (isTooLong(error) || (SouvenirError.is(error) && error.code === 'badModelAnswer')) return undefined;
      throw error;
    }
  };
