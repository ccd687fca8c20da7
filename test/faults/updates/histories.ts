import type { z } from 'zod';
import type { operations } from '../../../src/operations/operations.ts';
import { REINFORCEMENT_RATES } from '../../../src/reconcile/reinforced.ts';

type History = z.output<(typeof operations)['memories.history']['output']>;
type Version = History[number];

const MIN_DIFFERENCE = 1e-9;
const raised = ({ memory }: Version, rate: number): number => memory.confidence + rate * (1 - memory.confidence);
const differs = (one: number, other: number): boolean => Math.abs(one - other) > MIN_DIFFERENCE;

/** Where the versions of memories do not follow from one another; each finding is told after its kind. */
export function* brokenIn(histories: ReadonlyMap<string, History>): Iterable<string> {
  for (const [id, history] of histories) {
    for (const [at, version] of history.entries()) {
      const where = `${id} ${version.number}`;
      if (version.number !== at + 1) yield `gap in a history: ${where}`;
      const before = history[at - 1];
      if (before === undefined) continue;
      const { cause, memory } = version;
      const isRemoved = before.memory.status === 'superseded';
      if (cause.kind !== 'updated' && memory.content !== before.memory.content) yield `words lost: ${where}`;
      if (cause.kind === 'reinforced' && isRemoved) yield `reinforced although superseded: ${where}`;
      if (cause.kind === 'reinforced' && differs(memory.confidence, raised(before, REINFORCEMENT_RATES.repeatedAccess)))
        yield `reinforced from an older version: ${where}`;
      if (cause.kind !== 'corrected') continue;
      if (isRemoved) yield `corrected twice: ${where}`;
      const [first] = histories.get(cause.by ?? '') ?? [];
      if (first === undefined) yield `correction without a successor: ${where}`;
      else if (differs(first.memory.confidence, raised(before, REINFORCEMENT_RATES.userCorrection)))
        yield `corrected from an older version: ${where}`;
    }
  }
}

/** Changes that were acknowledged and are not in the histories, or more than once. */
export function* missingIn(
  histories: ReadonlyMap<string, History>,
  acknowledged: ReadonlySet<string>,
): Iterable<string> {
  const causes = [...histories.values()].flatMap((history) => history.map(({ cause }) => cause.reason ?? ''));
  const times = new Map<string, number>();
  for (const cause of causes) {
    const [tag = ''] = /change-\d+/.exec(cause) ?? [];
    times.set(tag, (times.get(tag) ?? 0) + 1);
  }
  for (const tag of acknowledged) {
    const count = times.get(tag) ?? 0;
    if (count === 0) yield `not in the history: ${tag}`;
    if (count > 1) yield `in the history more than once: ${tag}`;
  }
}
