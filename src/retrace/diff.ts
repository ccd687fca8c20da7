import type { StoreReader } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import { DIFFERENCES, type Difference, type MemoryDiff, type MemoryDifference } from '../model/retracing.ts';
import type { Scope } from '../model/scope.ts';
import type { MemoryVersion } from '../model/version.ts';
import { changedBetween, isWithin } from './changed-between.ts';

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
  if (before === undefined) return after.status === 'forgotten' ? undefined : 'created';
  if (before.status !== after.status) {
    if (after.status === 'active') return 'restored';
    if (after.status === 'superseded') return causes.at(-1)?.kind === 'corrected' ? 'corrected' : 'superseded';
    return after.status === 'decayed' ? 'expired' : after.status;
  }
  if (saysElse(before, after)) return 'updated';
  if (after.confidence > before.confidence) return 'reinforced';
  return after.doubtedAt !== undefined && before.doubtedAt === undefined ? 'doubted' : undefined;
}

const saysElse = (before: Memory, after: Memory): boolean =>
  before.content !== after.content ||
  before.type !== after.type ||
  before.category !== after.category ||
  before.confidence > after.confidence ||
  before.validAt?.getTime() !== after.validAt?.getTime() ||
  before.invalidAt?.getTime() !== after.invalidAt?.getTime() ||
  JSON.stringify(before.metadata) !== JSON.stringify(after.metadata);
