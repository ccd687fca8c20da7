import type { MemoryFilter } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import type { CycleStage } from '../../model/report.ts';
import type { CycleRun } from './cycle-run.ts';

const PAGE = 500;

/** The active memories that pass, a page at a time, from where the stage stopped. Whoever takes a page writes how far it is. */
export async function* activePages(run: CycleRun, stage: CycleStage, filter: MemoryFilter): AsyncGenerator<Memory[]> {
  const { store } = run.context;
  const total = (await store.stats(run.owner)).memories.active;
  let after = run.afterIn(stage);
  for (let done = 0; ; ) {
    await run.pause();
    const page = await store.listMemories(run.owner, {
      filter: { statuses: ['active'], ...filter },
      limit: PAGE,
      // An empty one says that the stage has begun and gone nowhere yet.
      ...(after !== undefined && after !== '' && { after }),
    });
    if (page.length === 0) return;
    yield page;
    done += page.length;
    run.tell(stage, done, total);
    after = page.at(-1)?.id;
    if (page.length < PAGE) return;
  }
}
