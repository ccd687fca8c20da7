import { embedPending } from '../embed.ts';
import type { CycleRun } from './cycle-run.ts';
import { canLast, Neighbourhood } from './neighbourhood.ts';

/** Memories whose neighbours are looked for between two writes. */
const PAGE = 100;

/**
 * Everything that changed since the last cycle looks for its neighbours. Those near enough are tied; among statements, those
 * that contradict each other are tied as such and told of, and of those that say the same one is merged into the other.
 */
export async function link(run: CycleRun): Promise<void> {
  const { store, embedder, events, signal, inTurn } = run.context;
  if (embedder !== undefined) {
    const { failure } = await embedPending(run.owner, { store, embedder, events, signal });
    if (failure !== undefined) run.fail('embedder', failure, 'link', 'detectContradictions', 'prune');
  }
  const total = (await store.stats(run.owner)).memories.active;
  const since = run.sinceOf('link', 'detectContradictions', 'prune') ?? new Date(0);
  let [after, done] = [run.afterIn('link'), 0];
  for (;;) {
    await run.pause();
    const query = { since, limit: PAGE, ...(after !== undefined && { after }) };
    const ids = await store.changedMemories(run.owner, query);
    const last = ids.at(-1);
    if (last === undefined) return;
    await inTurn(async () => {
      const changed = (await store.getMemories(run.owner, ids)).filter(canLast);
      const around = await Neighbourhood.of(changed, run);
      await run.write('link', around.changes(), last);
      for (const [memoryId, otherId] of around.contradictions)
        events.emit('contradictionDetected', { owner: run.owner, memoryId, otherId });
      run.counts.linksMade += around.related;
      run.counts.contradictionsFound += around.contradictions.length;
      run.counts.duplicatesMerged += around.merged;
    });
    after = last;
    done += ids.length;
    run.tell('link', done, total);
    if (ids.length < PAGE) return;
  }
}
