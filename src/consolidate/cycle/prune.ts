import { type Memory, type MemoryUpdate, PERSONALITY } from '../../model/memory.ts';
import type { CycleRun } from './cycle-run.ts';
import { overPages } from './pages.ts';

const DAY_MS = 86_400_000;

/** What an agent was told to be and to do holds however little it stands out. */
const KEPT_COMPONENTS = [PERSONALITY];
const KEPT_CATEGORIES: ReadonlySet<string> = new Set(['userDirective', 'directive']);

/** Measures anew how much everything stands out, then archives what hardly does. Nothing is deleted. */
export async function prune(run: CycleRun): Promise<void> {
  const { clock, config, salience, tasks } = run.context;
  if (tasks.decaySalience && run.afterIn('prune') === undefined)
    await run.write('prune', { salience: { salienceAt: clock.now(), weights: salience } }, '');
  if (!tasks.prune) return;
  const idle = { since: 'update', until: new Date(run.startedAt.getTime() - config.minAgeDays * DAY_MS) } as const;
  const filter = { types: ['semantic', 'episodic', 'working'], exceptComponents: KEPT_COMPONENTS, idle } as const;
  await overPages(run, 'prune', filter, async (page) => {
    const faint = page.filter((memory) => isFaint(memory, run));
    const bases = await basesAmong(faint, run);
    const now = clock.now();
    const updates = faint.filter(({ id }) => !bases.has(id)).map((memory) => archived(memory, now));
    run.counts.memoriesArchived += updates.length;
    return { updates };
  });
}

function isFaint(memory: Memory, { context: { config } }: CycleRun): boolean {
  const { salience, importance, lastReinforcedAt, category } = memory;
  return (
    salience < config.archiveBelow &&
    importance < config.archiveImportanceBelow &&
    lastReinforcedAt === undefined &&
    !KEPT_CATEGORIES.has(category)
  );
}

/** Those that something else was derived from. */
async function basesAmong(memories: readonly Memory[], { owner, context }: CycleRun): Promise<ReadonlySet<string>> {
  if (memories.length === 0) return new Set();
  const ids = memories.map(({ id }) => id);
  const links = await context.store.linksOf(owner, ids);
  return new Set(links.filter(({ type }) => type === 'derivedFrom').map(({ toId }) => toId));
}

const archived = ({ id }: Memory, now: Date): MemoryUpdate => ({
  id,
  status: 'archived',
  updatedAt: now,
  cause: { kind: 'archived', reason: 'low salience' },
});
