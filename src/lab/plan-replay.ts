import type { ProgressStep, SessionSummary } from '../contracts/store.ts';
import type { Degradation } from '../model/report.ts';

/** Steps of one consolidation follow each other within so long: what is further apart was another one. */
const SAME_RUN_MS = 1000;

/** One consolidation as it was: the sessions that were ended just before it, and the steps it took, in order. */
export interface Run {
  readonly at: Date;
  readonly steps: readonly ProgressStep[];
  readonly ended: readonly End[];
}

/** Whether a session was told of something that occurred after one moment, by another. */
export type WentOn = (sessionId: string, after: Date, by: Date) => boolean;

/** The consolidations that a memory went through, as far as its steps and the ends of its sessions tell. */
export function runsOf(steps: readonly ProgressStep[], sessions: readonly SessionSummary[], wentOn: WentOn): Run[] {
  const runs: Run[] = inRuns(steps).map((own) => ({ at: own.at(-1)?.at as Date, steps: own, ended: [] }));
  const { told, idle } = endsOf(sessions);
  for (const end of told) insertEnd(runs, end);
  for (const end of idle) insertIdleEnd(runs, end, wentOn);
  return runs;
}

function inRuns(steps: readonly ProgressStep[]): ProgressStep[][] {
  const runs: ProgressStep[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run === undefined || last === undefined || isLater(step, last) || comesBack(step, run)) runs.push([step]);
    else run.push(step);
  }
  return runs;
}

const isLater = (step: ProgressStep, last: ProgressStep): boolean =>
  step.at.getTime() - last.at.getTime() > SAME_RUN_MS;

/** In one run a component is done with a session before it takes up the next. */
function comesBack({ component, sessionId }: ProgressStep, run: readonly ProgressStep[]): boolean {
  const own = run.filter((step) => step.component === component);
  return own.at(-1)?.sessionId !== sessionId && own.some((step) => step.sessionId === sessionId);
}

interface End {
  readonly sessionId: string;
  readonly at: Date;
}

/** A session that was idle ended at the very moment another began; all other ends somebody told. */
function endsOf(sessions: readonly SessionSummary[]): { told: readonly End[]; idle: readonly End[] } {
  const starts = new Set(sessions.flatMap(({ firstAt }) => firstAt?.getTime() ?? []));
  const ends = sessions
    .flatMap(({ sessionId, endedAt }) => (endedAt === undefined ? [] : [{ sessionId, at: endedAt }]))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  return {
    told: ends.filter(({ at }) => !starts.has(at.getTime())),
    idle: ends.filter(({ at }) => starts.has(at.getTime())),
  };
}

/** The next run finds by itself who was idle. If it cannot have, for the session went on by then, one that took in nothing did. */
function insertIdleEnd(runs: Run[], { sessionId, at }: End, wentOn: WentOn): void {
  const next = runs.findIndex((run) => run.at >= at);
  const run = runs[next];
  if (run === undefined || wentOn(sessionId, at, run.at))
    runs.splice(next < 0 ? runs.length : next, 0, { at, steps: [], ended: [] });
}

/** An end begins a run of its session alone. Where nothing was left to take in, it left no steps. */
function insertEnd(runs: Run[], end: End): void {
  const moment = end.at.getTime();
  const next = runs.findIndex(({ at }) => at.getTime() >= moment);
  const run = runs[next];
  const first = run?.steps.findIndex(({ at }) => at.getTime() >= moment) ?? -1;
  const after = run?.steps.slice(first) ?? [];
  const others = after.findIndex(({ sessionId }) => sessionId !== end.sessionId);
  const own = others < 0 ? after : after.slice(0, others);
  const isNear = own[0] !== undefined && own[0].at.getTime() - moment <= SAME_RUN_MS;
  if (run === undefined || first < 0 || !isNear) {
    runs.splice(next < 0 ? runs.length : next, 0, { at: end.at, steps: [], ended: [end] });
    return;
  }
  const before = run.steps.slice(0, first);
  const rest = after.slice(own.length);
  runs.splice(
    next,
    1,
    ...(before.length > 0 ? [{ ...run, at: before.at(-1)?.at as Date, steps: before }] : []),
    { at: own.at(-1)?.at as Date, steps: own, ended: [end] },
    ...(rest.length > 0 ? [{ at: run.at, steps: rest, ended: [] }] : []),
  );
}

/** What a component has to do in a run: its own steps, or, if the memory never knew it, every place that one of the others came to. */
export function stepsFor(component: string, run: Run, isKnown: boolean): { step: ProgressStep; order: number }[] {
  const steps = run.steps.map((step, order) => ({ step, order }));
  if (isKnown) return steps.filter(({ step }) => step.component === component);
  const places = new Map<string, { step: ProgressStep; order: number }>();
  for (const each of steps) {
    const key = JSON.stringify([each.step.sessionId, each.step.through]);
    if (!places.has(key)) places.set(key, each);
  }
  return [...places.values()];
}

/** What a memory did before its steps were kept, or that is lost otherwise: it comes in one batch with the step after it. */
export function missingSteps(steps: readonly ProgressStep[]): Degradation[] {
  const reached = new Map<string, number>();
  return steps.flatMap(({ component, sessionId, from, through }) => {
    const key = JSON.stringify([component, sessionId]);
    const before = reached.get(key) ?? 0;
    reached.set(key, through);
    const reason = `how it went from ${before} to ${from} in session ${JSON.stringify(sessionId)} is not known`;
    return from === before ? [] : [{ part: component, reason }];
  });
}
