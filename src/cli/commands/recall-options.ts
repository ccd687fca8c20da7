import { type Command, Option } from 'commander';
import type { z } from 'zod';
import { inactiveStatusSchema, type RecallMode, recallModeSchema } from '../../model/recall.ts';
import type { GlobalOptions } from '../cli.ts';
import { dateValue, listValue, numberValue } from '../option-values.ts';

export interface RecallFlags {
  readonly topK?: number;
  readonly tokenBudget?: number;
  readonly threshold?: number;
  readonly mode?: RecallMode;
  readonly from?: Date;
  readonly to?: Date;
  readonly entity?: string[];
  readonly minSalience?: number;
  readonly include?: z.infer<typeof inactiveStatusSchema>[];
  readonly asOf?: Date;
  readonly touch: boolean;
}

/** The options of every command that recalls. */
export const addRecallOptions = (command: Command): Command =>
  command
    .option('-k, --top-k <count>', 'at most so many memories', numberValue)
    .option('--token-budget <tokens>', 'at most so many tokens', numberValue)
    .option('--threshold <0-1>', 'the least confidence an answer may have', numberValue)
    .addOption(new Option('--mode <mode>', 'what to order by').choices(recallModeSchema.options))
    .option('--from <date>', 'only what happened then or later', dateValue)
    .option('--to <date>', 'only what happened then or earlier', dateValue)
    .option('--entity <name>', 'only what mentions it; several by repeating', listValue())
    .option('--min-salience <0-1>', 'only what stands out so much', numberValue)
    .option(
      '--include <status>',
      `also what no longer counts: ${inactiveStatusSchema.options.join(', ')}; several by repeating`,
      listValue(inactiveStatusSchema.options),
    )
    .option('--as-of <date>', 'what was known and true then', dateValue)
    .option('--no-touch', 'leave no trace: count no access');

export function recallInput({ project, session, ...flags }: GlobalOptions & RecallFlags) {
  const { topK, tokenBudget, threshold, mode, from, to, entity, minSalience, include, asOf, touch } = flags;
  return {
    ...{ projectId: project, sessionId: session, topK, tokenBudget, threshold, asOf, touch },
    ...{ mode, from, to, entities: entity, minSalience, include },
  };
}
