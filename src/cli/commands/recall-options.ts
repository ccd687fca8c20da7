import type { Command } from 'commander';
import type { GlobalOptions } from '../cli.ts';
import { dateValue, numberValue } from '../option-values.ts';

export interface RecallFlags {
  readonly topK?: number;
  readonly tokenBudget?: number;
  readonly threshold?: number;
  readonly asOf?: Date;
  readonly touch: boolean;
}

/** The options of every command that recalls. */
export const addRecallOptions = (command: Command): Command =>
  command
    .option('-k, --top-k <count>', 'at most so many memories', numberValue)
    .option('--token-budget <tokens>', 'at most so many tokens', numberValue)
    .option('--threshold <0-1>', 'the least score that counts as relevant', numberValue)
    .option('--as-of <date>', 'what was known and true then', dateValue)
    .option('--no-touch', 'leave no trace: count no access');

export function recallInput({ project, session, ...flags }: GlobalOptions & RecallFlags) {
  const { topK, tokenBudget, threshold, asOf, touch } = flags;
  return { projectId: project, sessionId: session, topK, tokenBudget, threshold, asOf, touch };
}
