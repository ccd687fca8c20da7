import { SouvenirError } from '../../errors.ts';
import type { Memory } from '../../model/memory.ts';
import type { Scope } from '../../model/scope.ts';
import { REINFORCEMENT_RATES, reinforced } from '../../reconcile/reinforced.ts';
import { commit } from '../commit.ts';
import type { ReviseContext } from '../context.ts';
import { correctAll } from '../correct.ts';
import { mustFind } from '../find-memory.ts';
import { remember } from '../remember.ts';
import { replaceBy } from '../replace.ts';
import { areSameWords } from '../same-words.ts';
import { refuseCircle } from '../supersede.ts';
import { CONFIDENCE, whatItIs } from '../what-it-is.ts';
import { findSaid, type Said } from './find-said.ts';

export interface Correction {
  readonly original: string;
  readonly corrected: string;
  readonly reason: string;
}

export interface Corrected {
  readonly memory: Memory;
  /** The id of the memory that was wrong, where there was one. */
  readonly corrected: string | undefined;
}

/** As sure as one who corrects makes what was handed in. */
const SURE = CONFIDENCE + REINFORCEMENT_RATES.userCorrection * (1 - CONFIDENCE);

const lasts = ({ memory }: Said): boolean => memory.type !== 'episodic';

/** What is right takes the place of what says what is wrong, and of whatever else lasts and says so word for word. */
export async function correction(
  { original, corrected, reason }: Correction,
  scope: Scope,
  context: ReviseContext,
): Promise<Corrected> {
  if (areSameWords(original, corrected))
    throw new SouvenirError('invalidInput', 'correction.corrected: says the same as correction.original', {
      advice: 'say what is right instead, or confirm what is known with capture.confirmation()',
    });
  const said = await findSaid(original, scope.projectId, context);
  const known = (await findSaid(corrected, scope.projectId, context)).find(
    (each) => each.isSame && lasts(each),
  )?.memory;
  const [first, ...others] = said
    .filter((each, at) => at === 0 || (each.isSame && lasts(each)))
    .map(({ memory }) => memory)
    .filter(({ id }) => id !== known?.id);
  if (known !== undefined) {
    const wrong = first === undefined ? [] : [first, ...others];
    return { memory: await affirm(known, wrong, reason, context), corrected: first?.id };
  }
  if (first !== undefined)
    return { memory: await correctAll([first, ...others], corrected, reason, context), corrected: first.id };
  const input = { learningContext: reason, confidence: SURE };
  // By rules: others of the owner wait for their turn, and a model may let them wait for long.
  const judged = await whatItIs(corrected, input, { ...context, llm: undefined });
  return { memory: (await remember(judged, input, scope, context)).memory, corrected: undefined };
}

/** What is known to be right is surer, and beyond doubt even if it rested on what was wrong. */
async function affirm(
  known: Memory,
  wrong: readonly Memory[],
  reason: string,
  context: ReviseContext,
): Promise<Memory> {
  for (const { id } of wrong) await refuseCircle(id, known.id, context);
  const now = context.clock.now();
  const { updates, links } = replaceBy(known, wrong, { kind: 'corrected', reason }, now);
  const surer = { ...reinforced(known, 'userCorrection', now), doubtedAt: null };
  await commit({ at: now, updates: [...updates, surer], links }, context);
  return mustFind(known.id, context);
}
