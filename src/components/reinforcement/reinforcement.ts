import { z } from 'zod';
import type { Component, Fading } from '../../contracts/component.ts';
import { parse } from '../../model/parse.ts';
import { countTrials } from './count-trials.ts';
import { findTrials } from './find-trials.ts';
import { findTrialsWithModel } from './model-trials.ts';

const NAME = 'reinforcement';
/** More than a session tells of; bounds what hostile text can cost. */
const MOST_TRIALS = 100;

const reinforcementConfigSchema = z.strictObject({
  /** How many turns after a decision an outcome that names nothing still belongs to it. */
  lookBack: z.int().min(1).default(4),
  /** So many successes make a strategy `reinforced`. */
  reinforcedAfter: z.int().min(2).default(3),
  /** The share of all outcomes from which one side prevails; below it a strategy is `contested`. */
  prevailingShare: z.number().min(0.5).max(1).default(0.75),
});
type ReinforcementConfigInput = Readonly<z.input<typeof reinforcementConfigSchema>>;

/** Idle means: no outcome since. What is often confirmed lasts, what is in dispute goes first. */
const FADING: readonly Fading[] = [
  { categories: ['contested'], since: 'update', idleDays: 3, rate: 0.8, everyDays: 1, floor: 0.1 },
  { categories: ['worked', 'failed'], since: 'update', idleDays: 14, rate: 0.95, everyDays: 1, floor: 0.1 },
  { categories: ['reinforced'], since: 'update', idleDays: 60, rate: 0.95, everyDays: 7, floor: 0.1 },
];

/**
 * Which strategies worked for what and which did not, surer with every outcome of the same kind.
 * @example const agent = defineAgent({ components: [reinforcement({ reinforcedAfter: 5 })] });
 */
export function reinforcement(input: ReinforcementConfigInput = {}): Component {
  const config = Object.freeze(parse(reinforcementConfigSchema, input, NAME));
  return {
    name: NAME,
    fading: FADING,
    async consolidate(batch, context) {
      const { llm } = context;
      const { trials, refused } =
        llm === undefined
          ? { trials: await findTrials(batch, config.lookBack, context), refused: 0 }
          : await findTrialsWithModel(batch, context.languages, llm);
      return { ...(await countTrials(NAME, trials.slice(-MOST_TRIALS), batch, context, config)), refused };
    },
  };
}
