import type { Changes, MemoryFilter } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import type { CycleStage } from '../../model/report.ts';
import type { CycleRun } from './cycle-run.ts';

const PAGE = 500;

/** Changes the active memories that pass, a page at a time, from where the stage stopped. */
export async function overPages(
  run: CycleRun,
  stage: CycleStage,
  filter: MemoryFilter,
  changesOf: (page: readonly Memory[]) => Promise<Changes>,
): Promise<void> {
  const { store, inTurn } = run.context;
  const total = (await store.stats(run.owner)).memories.active;
  let after = run.afterIn(stage);
  for (let done = 0; ; ) {
    await run.pause();
    const page = await inTurn(async () => {
      const listed = await store.listMemories(run.owner, {
        filter: { statuses: ['active'], ...filter },
        limit: PAGE,
        // An empty one says that the stage has begun and gone nowhere yet.
        ...(after !== undefined && after !== '' && { after }),
      });
      const last = listed.at(-1);
      if (last !== undefined) await run.write(stage, await changesOf(listed), last.id);
      return listed;
    });
    done += page.length;
    if (page.length > 0) run.tell(stage, done, total);
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}
