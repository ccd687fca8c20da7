import type { Component, Fading } from '../../contracts/component.ts';
import { parse } from '../../model/parse.ts';
import { type ReinforcementConfigInput, reinforcementConfigSchema } from './config.ts';
import { findTrials } from './find-trials.ts';
import { findTrialsWithModel } from './prompt.ts';
import { StrategyBook } from './strategy-book.ts';

const NAME = 'reinforcement';
/** More than a session tells of; bounds what hostile text can cost. */
const MOST_TRIALS = 100;

/** Idle means: no outcome since. What is often confirmed lasts, what is in dispute goes first. */
const FADING: readonly Fading[] = [
  { categories: ['contested'], since: 'update', idleDays: 3, rate: 0.8, everyDays: 1, floor: 0.1 },
  { categories: ['worked', 'failed'], since: 'update', idleDays: 14, rate: 0.95, everyDays: 1, floor: 0.1 },
  { categories: ['reinforced'], since: 'update', idleDays: 60, rate: 0.95, everyDays: 7, floor: 0.1 },
];

/** Which strategies worked for what and which did not, surer with every outcome of the same kind. */
export function reinforcement(input: ReinforcementConfigInput = {}): Component {
  const config = Object.freeze(parse(reinforcementConfigSchema, input, NAME));
  return {
    name: NAME,
    fading: FADING,
    async consolidate(batch, { llm, store, clock }) {
      const now = clock.now();
      const { trials, refused } =
        llm === undefined
          ? { trials: findTrials(batch, config.lookBack), refused: 0 }
          : await findTrialsWithModel(batch, llm);
      const book = new StrategyBook(NAME, batch, store);
      for (const trial of trials.slice(-MOST_TRIALS)) await book.add(trial, now);
      return { ...book.outcome(config, now), refused };
    },
  };
}
