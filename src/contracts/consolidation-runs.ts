import type { ProgressStep } from './store.ts';

/** Steps further apart than this belong to different consolidations. */
export const SAME_RUN_MS = 1000;

export function inRuns(steps: readonly ProgressStep[]): ProgressStep[][] {
  const runs: ProgressStep[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || isLater(step, last) || returnsToEarlierSession(step, run))
      runs.push([step]);
    else run.push(step);
  }
  return runs;
}

const isLater = (step: ProgressStep, last: ProgressStep): boolean =>
  step.at.getTime() - last.at.getTime() > SAME_RUN_MS;

/** A component finishes a session before the next: a step back to an earlier session begins another consolidation. */
function returnsToEarlierSession({ component, sessionId }: ProgressStep, run: readonly ProgressStep[]): boolean {
  const own = run.filter((step) => step.component === component);
  return own.at(-1)?.sessionId !== sessionId && own.some((step) => step.sessionId === sessionId);
}
