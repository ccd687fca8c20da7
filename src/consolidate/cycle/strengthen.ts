import type { Memory, MemoryUpdate } from '../../model/memory.ts';
import type { ReinforcementReason } from '../../model/revision.ts';
import { reinforced } from '../../reconcile/reinforced.ts';
import type { CycleRun } from './cycle-run.ts';
import { overPages } from './pages.ts';

/**
 * Makes surer, once each, what was of use since the last cycle: what has been done with success once more (its record, in
 * `metadata.successes`, has risen), else what was recalled again and has been often.
 */
export async function strengthen(run: CycleRun): Promise<void> {
  const { clock, config } = run.context;
  await overPages(run, 'strengthen', {}, async (page) => {
    const succeeded = await succeededIn(page, run);
    const now = clock.now();
    const updates = page.flatMap((memory): MemoryUpdate[] => {
      const reason = succeeded.has(memory.id) ? 'successfulApplication' : accessReason(memory, run, config.minAccesses);
      return reason === undefined ? [] : [reinforced(memory, reason, now)];
    });
    run.counts.memoriesStrengthened += updates.length;
    return { updates };
  });
}

/** Accesses after the run began are left to the next one, or they would count twice. */
function accessReason(
  { accessCount, lastAccessedAt }: Memory,
  run: CycleRun,
  least: number,
): ReinforcementReason | undefined {
  const { startedAt } = run;
  const since = run.sinceOf('strengthen');
  const isRecent =
    lastAccessedAt !== undefined && lastAccessedAt <= startedAt && (since === undefined || lastAccessedAt > since);
  return isRecent && accessCount >= least ? 'repeatedAccess' : undefined;
}

const successesOf = ({ metadata }: Memory): number => Number(metadata['successes'] ?? 0);

async function succeededIn(page: readonly Memory[], run: CycleRun): Promise<ReadonlySet<string>> {
  const { owner } = run;
  const since = run.sinceOf('strengthen');
  const tried = page.filter((memory) => memory.type === 'procedural' && successesOf(memory) > 0);
  const changed = tried.filter(({ updatedAt }) => since === undefined || updatedAt > since);
  if (changed.length === 0) return new Set();
  const ids = changed.map(({ id }) => id);
  const before = since === undefined ? [] : await run.context.store.getMemories(owner, ids, since);
  const were = new Map(before.map((memory) => [memory.id, successesOf(memory)]));
  return new Set(changed.filter((memory) => successesOf(memory) > (were.get(memory.id) ?? 0)).map(({ id }) => id));
}
