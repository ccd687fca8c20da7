import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { inactiveStatusSchema, type RecallMode, recallModeSchema } from '../../model/recall.ts';
import { type GlobalOptions, placeOf } from '../cli.ts';
import { budgetValue, countValue, dateValue, listValue, type None, noneAsNull, unitValue } from '../option-values.ts';
import { addKindOptions, type KindFlags, kindInput } from './kind-options.ts';

export interface SearchFlags {
  readonly topK?: number;
  readonly tokenBudget?: number | None;
  readonly threshold?: number;
  readonly leastShare?: number;
  readonly asOf?: Date;
}

export interface RecallFlags extends KindFlags, SearchFlags {
  readonly mode?: RecallMode;
  readonly include?: z.infer<typeof inactiveStatusSchema>[];
  readonly touch: boolean;
}

/** The options of every command that searches. */
export const addSearchOptions = (command: Command): Command =>
  command
    .option('-k, --top-k <count>', 'at most so many of them', countValue)
    .option('--token-budget <tokens>', 'at most so many tokens; none for no limit', budgetValue)
    .option('--threshold <0-1>', 'the least confidence an answer may have', unitValue)
    .option('--least-share <0-1>', "leave out what has less than this share of the best one's score", unitValue)
    .option('--as-of <date>', 'what was known and true then', dateValue);

export function searchInput({ topK, tokenBudget, threshold, leastShare, asOf }: SearchFlags) {
  return { topK, tokenBudget: noneAsNull(tokenBudget), threshold, leastShare, asOf };
}

/** The options of every command that recalls. */
export const addRecallOptions = (command: Command): Command =>
  addSearchOptions(addKindOptions(command))
    .addOption(new Option('--mode <mode>', 'what to order by').choices(recallModeSchema.options))
    .option(
      '--include <status>',
      `also what no longer counts: ${inactiveStatusSchema.options.join(', ')}; several by repeating`,
      listValue(inactiveStatusSchema.options),
    )
    .option('--no-touch', 'leave no trace: count no access');

export function recallInput(options: GlobalOptions & RecallFlags) {
  const { mode, include, touch } = options;
  return { ...placeOf(options), ...kindInput(options), ...searchInput(options), mode, include, touch };
}
