import { isDeepStrictEqual } from 'node:util';
import type { StoreReader } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import { isWithin, type Scope } from '../model/scope.ts';
import {
  DIFFERENCES,
  type Difference,
  type MemoryDiff,
  type MemoryDifference,
  type MemoryVersion,
} from '../model/version.ts';
import { changedBetween } from './changed-between.ts';
import { stateOf } from './state-of.ts';

/** What is not the same at one moment as at an earlier one. What changed and changed back is no difference. */
export async function diff(scope: Scope, from: Date, to: Date, store: StoreReader): Promise<MemoryDiff> {
  const found = Object.fromEntries(DIFFERENCES.map((kind) => [kind, [] as MemoryDifference[]])) as Record<
    Difference,
    MemoryDifference[]
  >;
  for await (const page of changedBetween(store, scope, { since: from, until: to }))
    for (const id of page) {
      const difference = differenceOf(await store.versionsOf(scope, id), from, to);
      if (difference === undefined || !isWithin(scope)(difference.after)) continue;
      const kind = kindOf(difference);
      if (kind !== undefined) found[kind].push(difference);
    }
  return { from, to, ...found };
}

function differenceOf(versions: readonly MemoryVersion[], from: Date, to: Date): MemoryDifference | undefined {
  const before = versions.findLast(({ since }) => since <= from)?.memory;
  const between = versions.filter(({ since }) => since > from && since <= to);
  const after = between.at(-1)?.memory;
  if (after === undefined) return undefined;
  return {
    memoryId: after.id,
    ...(before !== undefined && { before }),
    ...{ after, causes: between.map(({ cause }) => cause) },
  };
}

function kindOf({ before, after, causes }: MemoryDifference): Difference | undefined {
  const { status } = after;
  if (before?.status !== status) {
    if (status === 'active') return before === undefined ? 'created' : 'restored';
    if (status === 'forgotten') return before === undefined ? undefined : status;
    if (status === 'superseded') return causes.some(({ kind }) => kind === 'corrected') ? 'corrected' : status;
    return status === 'decayed' ? 'expired' : status;
  }
  const [was, is] = [saidBy(before), saidBy(after)];
  if (!isDeepStrictEqual(was, is)) return 'updated';
  if (after.confidence !== before.confidence) return after.confidence > before.confidence ? 'reinforced' : 'updated';
  return after.doubtedAt !== undefined && before.doubtedAt === undefined ? 'doubted' : undefined;
}

/** What it says, without how sure that is and what that rests on. */
function saidBy(memory: Memory) {
  const { confidence, confidenceTrajectory, lastReinforcedAt, doubtedAt, provenance, ...said } = stateOf(memory);
  return said;
}
