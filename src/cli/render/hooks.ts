import type { ExplainedInjection } from '../../hooks/explain.ts';
import type { ModelBudget } from '../../hooks/hook-memory.ts';
import type { ModelUsage } from '../../hooks/model-usage.ts';
import { count, oneLine, withoutControls } from './text.ts';

/** Branches and reasons come from files of a repository, which may hold signs that a terminal obeys. */
export const injectionLines = (injections: readonly ExplainedInjection[]): string[] =>
  injections.length === 0
    ? ['No session was started and no prompt was written here while the hooks were set up.']
    : injections.flatMap(linesOf).map(withoutControls);

function linesOf({ at, program, event, prompt, items, silence, tokens, durationMs, branch }: ExplainedInjection) {
  const what =
    event === 'prompt' ? `prompt${prompt === undefined ? '' : ` "${oneLine(prompt)}"`}` : 'start of a session';
  const where = branch === undefined ? program : `${program}, ${branch}`;
  return [
    `${at}  ${where}: ${what}`,
    ...(silence === undefined
      ? [`  ${count(items.length, 'memory', 'memories')}, ${tokens} tokens, ${durationMs} ms`]
      : [`  nothing: ${silence} (${durationMs} ms)`]),
    ...items.map(
      ({ content, reason }) => `  - ${content === undefined ? 'forgotten or erased' : oneLine(content)} (${reason})`,
    ),
  ];
}

export const hookStatusLines = ({ root, branch, db, exists, waiting, background, model, log }: HookStatus): string[] =>
  [
    `project     ${root}${branch === undefined ? '' : `, ${branch}`}`,
    `memory      ${db}${exists ? '' : ', not there yet'}`,
    `spool       ${count(waiting, 'event')} to take in`,
    `background  ${background ? 'runs' : 'does not run'}`,
    `model       ${modelText(model)}`,
    ...log.map((line) => `log         ${line}`),
  ].map(withoutControls);

export interface HookStatus {
  readonly root: string;
  readonly branch?: string;
  readonly db: string;
  readonly exists: boolean;
  /** Events in the spool. */
  readonly waiting: number;
  readonly background: boolean;
  readonly model: BudgetUse;
  readonly log: readonly string[];
}

export interface BudgetUse extends ModelUsage {
  readonly budget: ModelBudget | undefined;
}

export const modelText = ({ calls, tokens, budget }: BudgetUse): string =>
  budget === undefined
    ? 'none: there is no hooks.budget'
    : `${calls} of ${count(budget.callsPerDay, 'call')}, ${tokens} of ${budget.tokensPerDay} tokens today`;
