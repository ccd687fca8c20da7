import { linksAt, type MemoryFilter, type Store } from '../../contracts/store.ts';
import { DAY_MS } from '../../model/day.ts';
import { type Memory, type MemoryUpdate, memoryStatusSchema, PERSONALITY } from '../../model/memory.ts';
import type { CycleStage } from '../../model/report.ts';
import type { ReinforcementReason } from '../../model/revision.ts';
import { reinforced } from '../../reconcile/reinforced.ts';
import { retryOvertaken } from '../../reconcile/until-written.ts';
import type { CycleRun } from './cycle-run.ts';

/** Once each: procedures whose `metadata.successes` has risen since the last cycle, else memories recalled often, and again since then. */
export async function strengthen(run: CycleRun): Promise<void> {
  const { clock, config, salience } = run.context;
  run.counts.memoriesStrengthened += await changePages(run, 'strengthen', {}, async (page) => {
    const succeeded = await succeededIn(page, run);
    const now = clock.now();
    return page.flatMap((memory): MemoryUpdate[] => {
      const reason = succeeded.has(memory.id) ? 'successfulApplication' : accessReason(memory, run, config.minAccesses);
      return reason === undefined ? [] : [reinforced(memory, reason, now, salience)];
    });
  });
}

/** Accesses after the run began count in the next one. */
function accessReason(
  { accessCount, lastAccessedAt }: Memory,
  run: CycleRun,
  minAccesses: number,
): ReinforcementReason | undefined {
  const { startedAt } = run;
  const since = run.sinceOf('strengthen');
  const isRecent =
    lastAccessedAt !== undefined && lastAccessedAt <= startedAt && (since === undefined || lastAccessedAt > since);
  return isRecent && accessCount >= minAccesses ? 'repeatedAccess' : undefined;
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
  const successesBefore = new Map(before.map((memory) => [memory.id, successesOf(memory)]));
  return new Set(
    changed.filter((memory) => successesOf(memory) > (successesBefore.get(memory.id) ?? 0)).map(({ id }) => id),
  );
}

const PROTECTED_COMPONENTS = [PERSONALITY];
const PROTECTED_CATEGORIES: ReadonlySet<string> = new Set(['userDirective', 'directive']);

/** Recomputes salience, then archives memories of low salience. Nothing is deleted. */
export async function prune(run: CycleRun): Promise<void> {
  const { clock, config, tasks } = run.context;
  if (tasks.decaySalience && run.resumePointIn('prune') === undefined) await decaySalience(run);
  if (!tasks.prune) return;
  const until = new Date(run.startedAt.getTime() - config.minAgeDays * DAY_MS);
  const idle = { since: 'access', until } as const;
  const filter = { types: ['semantic', 'episodic', 'working'], exceptComponents: PROTECTED_COMPONENTS, idle } as const;
  run.counts.memoriesArchived += await changePages(run, 'prune', filter, async (page) => {
    const archivable = page.filter((memory) => memory.updatedAt <= until && isArchivable(memory, run));
    const bases = await basesAmong(archivable, run);
    const now = clock.now();
    return archivable.filter(({ id }) => !bases.has(id)).map((memory) => archiveUpdate(memory, now));
  });
}

const NOT_FORGOTTEN = memoryStatusSchema.exclude(['forgotten']).options;

/** Page by page, all for one moment; an interrupted run begins anew. */
async function decaySalience(run: CycleRun): Promise<void> {
  const { store, clock, salience: weights } = run.context;
  const salienceAt = clock.now();
  for (let after: Memory | undefined; ; ) {
    await run.pause();
    const page = { filter: { statuses: NOT_FORGOTTEN }, limit: PAGE, ...(after && { after }) };
    const listed = await store.listMemories(run.owner, page);
    const memoryIds = listed.map(({ id }) => id);
    const changes = { salience: { salienceAt, weights, memoryIds } };
    if (memoryIds.length < PAGE) return run.write('prune', changes, '');
    await store.write(run.owner, changes);
    after = listed.at(-1);
  }
}

function isArchivable(memory: Memory, { context: { config } }: CycleRun): boolean {
  const { salience, importance, lastReinforcedAt, category } = memory;
  return (
    salience < config.archiveBelow &&
    importance < config.archiveImportanceBelow &&
    lastReinforcedAt === undefined &&
    !PROTECTED_CATEGORIES.has(category)
  );
}

async function basesAmong(memories: readonly Memory[], { owner, context }: CycleRun): Promise<ReadonlySet<string>> {
  if (memories.length === 0) return new Set();
  const ids = memories.map(({ id }) => id);
  const links = await linksAt(context.store, owner, ids);
  return new Set(links.filter(({ type }) => type === 'derivedFrom').map(({ toId }) => toId));
}

const archiveUpdate = ({ id }: Memory, now: Date): MemoryUpdate => ({
  id,
  status: 'archived',
  updatedAt: now,
  cause: { kind: 'archived', reason: 'low salience' },
});

const PAGE = 500;

/** Changes active memories page by page, from where the stage stopped. Returns how many. */
async function changePages(
  run: CycleRun,
  stage: CycleStage,
  filter: MemoryFilter,
  updatesOf: (page: readonly Memory[]) => Promise<readonly MemoryUpdate[]>,
): Promise<number> {
  const { store, inTurn } = run.context;
  const total = (await store.stats(run.owner)).memories.active;
  // If the last memory is erased by now, the stage begins again.
  let [after] = await store.getMemories(run.owner, [run.resumePointIn(stage) ?? '']);
  let changed = 0;
  const changePage = async (checkedStore: Store) => {
    const listed = await checkedStore.listMemories(run.owner, {
      filter: { statuses: ['active'], ...filter },
      limit: PAGE,
      ...(after && { after }),
    });
    const last = listed.at(-1);
    if (last === undefined) return listed;
    const updates = await updatesOf(listed);
    await run.write(stage, { updates }, last.id, checkedStore);
    changed += updates.length;
    return listed;
  };
  for (let done = 0; ; ) {
    await run.pause();
    const page = await inTurn(() => retryOvertaken(store, changePage));
    done += page.length;
    if (page.length > 0) run.reportProgress(stage, done, total);
    after = page.at(-1);
    if (page.length < PAGE) return changed;
  }
}
