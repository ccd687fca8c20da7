import { describe, expect, it } from 'vitest';
import type { ProgressStep, SessionSummary } from '../contracts/store.ts';
import { missingSteps, type ReplayRun, runsOf, stepsFor } from './replay-plan.ts';

const at = (seconds: number): Date => new Date(Date.UTC(2026, 2, 1) + seconds * 1000);
const step = (seconds: number, component: string, sessionId: string, from = 0, through = from + 1): ProgressStep => ({
  ...{ component, sessionId, from, through, at: at(seconds) },
});
const session = (sessionId: string, first: number, last: number, ended?: number): SessionSummary => ({
  ...{ sessionId, episodes: 1, firstAt: at(first), lastAt: at(last) },
  ...(ended !== undefined && { endedAt: at(ended) }),
});
const never = () => false;
const reported = (runs: readonly ReplayRun[]) =>
  runs.map((run) => [
    (run.at.getTime() - at(0).getTime()) / 1000,
    run.steps.map(({ component, sessionId }) => `${component}${sessionId}`).join(' '),
    run.ended.map(({ sessionId }) => sessionId).join(' '),
  ]);

describe('the consolidations of a memory', () => {
  it('are distinguished by time', () => {
    const steps = [step(1, 'A', 's'), step(1.4, 'B', 's'), step(2.2, 'A', 't'), step(9, 'B', 't')];
    expect(reported(runsOf(steps, [], never))).toEqual([
      [2.2, 'As Bs At', ''],
      [9, 'Bt', ''],
    ]);
  });

  it('are distinguished when a component returns to a session', () => {
    const steps = [step(1, 'A', 's'), step(1, 'A', 's', 1), step(1, 'A', 't'), step(1, 'A', 's', 2)];
    expect(reported(runsOf(steps, [], never))).toEqual([
      [1, 'As As At', ''],
      [1, 'As', ''],
    ]);
  });

  it('begin with a session that was ended by a call, even without pending episodes', () => {
    const steps = [step(1, 'A', 's'), step(5, 'A', 's', 1), step(5, 'A', 't')];
    expect(reported(runsOf(steps, [session('s', 0, 4, 5)], never))).toEqual([
      [1, 'As', ''],
      [5, 'As', 's'],
      [5, 'At', ''],
    ]);
    expect(reported(runsOf(steps, [session('s', 0, 4, 3)], never))).toEqual([
      [1, 'As', ''],
      [3, '', 's'],
      [5, 'As At', ''],
    ]);
    expect(reported(runsOf(steps, [session('s', 0, 4, 70)], never)).at(-1)).toEqual([70, '', 's']);
  });

  it('find idle sessions unless the session continued or nothing followed', () => {
    const steps = [step(1, 'A', 's'), step(50, 'A', 't')];
    const sessions = [session('s', 0, 1, 40), session('t', 40, 45)];
    expect(reported(runsOf(steps, sessions, never))).toEqual([
      [1, 'As', ''],
      [50, 'At', ''],
    ]);
    const wentOn = (sessionId: string, after: Date, by: Date) => sessionId === 's' && after < by;
    expect(reported(runsOf(steps, sessions, wentOn))).toEqual([
      [1, 'As', ''],
      [40, '', ''],
      [50, 'At', ''],
    ]);
    expect(reported(runsOf(steps.slice(0, 1), sessions, never))).toEqual([
      [1, 'As', ''],
      [40, '', ''],
    ]);
  });
});

describe('the replay of a component', () => {
  const [run] = runsOf([step(1, 'A', 's', 0, 3), step(1.2, 'B', 's', 0, 3), step(1.3, 'B', 't')], [], never);
  const placesOf = (component: string, isKnown: boolean) =>
    stepsFor(component, run as ReplayRun, isKnown).map(({ step: { sessionId, through, at: when }, order }) => [
      ...[sessionId, through, when, order],
    ]);

  it('repeats its recorded steps if it was active', () => {
    expect(placesOf('A', true)).toEqual([['s', 3, at(1), 0]]);
    expect(placesOf('C', true)).toEqual([]);
  });

  it('takes the steps of the other components if it was not active', () => {
    expect(placesOf('C', false)).toEqual([
      ['s', 3, at(1), 0],
      ['t', 1, at(1.3), 2],
    ]);
  });
});

describe('steps that are missing', () => {
  it('are reported', () => {
    expect(missingSteps([step(1, 'A', 's'), step(2, 'A', 's', 1, 9), step(2, 'B', 's')])).toEqual([]);
    expect(missingSteps([step(1, 'A', 's', 4, 6), step(2, 'A', 's', 6), step(3, 'A', 's', 9)])).toEqual([
      { part: 'A', reason: 'how it went from 0 to 4 in session "s" is not known' },
      { part: 'A', reason: 'how it went from 7 to 9 in session "s" is not known' },
    ]);
  });
});
