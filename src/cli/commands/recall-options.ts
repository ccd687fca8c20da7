import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { inactiveStatusSchema, type RecallMode, recallModeSchema } from '../../model/recall.ts';
import { type GlobalOptions, placeOf } from '../cli.ts';
import { budgetValue, countValue, dateValue, listValue, type None, noneAsNull, unitValue } from '../option-values.ts';
import { addKindOptions, type KindFlags, kindInput } from './kind-options.ts';

export interface RecallFlags extends KindFlags {
  readonly topK?: number;
  readonly tokenBudget?: number | None;
  readonly threshold?: number;
  readonly leastShare?: number;
  readonly mode?: RecallMode;
  readonly include?: z.infer<typeof inactiveStatusSchema>[];
  readonly asOf?: Date;
  readonly touch: boolean;
}

/** The options of every command that recalls. */
export const addRecallOptions = (command: Command): Command =>
  addKindOptions(command)
    .option('-k, --top-k <count>', 'at most so many memories', countValue)
    .option('--token-budget <tokens>', 'at most so many tokens; none for no limit', budgetValue)
    .option('--threshold <0-1>', 'the least confidence an answer may have', unitValue)
    .option('--least-share <0-1>', "leave out what has less than this share of the best one's score", unitValue)
    .addOption(new Option('--mode <mode>', 'what to order by').choices(recallModeSchema.options))
    .option(
      '--include <status>',
      `also what no longer counts: ${inactiveStatusSchema.options.join(', ')}; several by repeating`,
      listValue(inactiveStatusSchema.options),
    )
    .option('--as-of <date>', 'what was known and true then', dateValue)
    .option('--no-touch', 'leave no trace: count no access');

export function recallInput(options: GlobalOptions & RecallFlags) {
  const { topK, threshold, leastShare, mode, include, asOf, touch } = options;
  return {
    ...{ ...placeOf(options), ...kindInput(options), tokenBudget: noneAsNull(options.tokenBudget) },
    ...{ topK, threshold, leastShare, mode, include, asOf, touch },
  };
}
