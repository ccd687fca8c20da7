import type { Hit } from '../../contracts/store.ts';
import { type Memory, PERSONALITY } from '../../model/memory.ts';
import { undisturbed } from '../../reconcile/until-written.ts';
import { contentWords } from '../../text/words.ts';
import { embedPending } from '../embed.ts';
import type { CycleRun } from './cycle-run.ts';
import { canLast, Neighbourhood } from './neighbourhood.ts';

/** Memories a page, written at once. */
const PAGE = 100;

/**
 * Links memories that changed since the last cycle to near ones. Statements that contradict each other are linked as such and announced;
 * duplicates are merged.
 */
export async function link(run: CycleRun): Promise<void> {
  const { store, embedder, languages, events, signal, inTurn } = run.context;
  if (embedder !== undefined) {
    const { failure } = await embedPending(run.owner, { store, embedder, languages, events, signal });
    if (failure !== undefined) run.fail(failure, 'link', 'detectContradictions', 'prune');
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
      const around = await undisturbed(store, async (through) => {
        const changed = (await through.getMemories(run.owner, ids)).filter(canLast);
        const near = await Neighbourhood.of(changed, await neighboursOf(changed, run), run, through);
        await run.write('link', near.changes(), last, through);
        return near;
      });
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

/** Neighbours looked at beyond those that may be linked: some are linked already or come from the same turn. */
const MORE = 5;
/** Statements this near are compared: 99 % of the pairs that contradict or repeat each other in the tests of `claims` are, 94 % at 0.5. */
const COMPARED_ABOVE = 0.4;
const MOST_TERMS = 12;
/** Searches between two pauses. */
const AT_ONCE = 10;
/** The score of a memory found by words: too low to be linked. */
const UNKNOWN = -1;

/** Memories near each of these, nearest first: by vectors, or without an embedder, for statements only, by words. */
async function neighboursOf(changed: readonly Memory[], run: CycleRun): Promise<Map<string, Hit[]>> {
  const own = changed.filter(({ component }) => component !== PERSONALITY);
  const found = new Map<string, Hit[]>();
  for await (const [id, hits] of run.context.embedder === undefined ? byWords(own, run) : byVectors(own, run)) {
    found.set(
      id,
      hits.filter(({ memoryId }) => memoryId !== id),
    );
    if (found.size % AT_ONCE === 0) await run.pause();
  }
  return found;
}

const limitOf = ({ context }: CycleRun): number => context.config.maxLinksPerMemory + MORE + 1;

async function* byVectors(memories: readonly Memory[], run: CycleRun): AsyncGenerator<[string, Hit[]]> {
  const { owner, context } = run;
  const embedderId = context.embedder?.id ?? '';
  const least = Math.min(COMPARED_ABOVE, context.config.linkAbove);
  const ids = memories.map(({ id }) => id);
  for (const { memoryId, vector } of await context.store.vectorsOf(owner, ids, embedderId)) {
    const query = { embedderId, vector, filter: { statuses: ['active'] }, limit: limitOf(run) } as const;
    const hits = await context.store.searchVector(owner, query);
    yield [memoryId, hits.filter(({ score }) => score >= least)];
  }
}

async function* byWords(memories: readonly Memory[], run: CycleRun): AsyncGenerator<[string, Hit[]]> {
  const filter = { statuses: ['active'], types: ['semantic'] } as const;
  for (const { id, content, type } of memories) {
    if (type !== 'semantic') continue;
    const terms = contentWords(content, run.context.languages.of(content)).slice(0, MOST_TERMS);
    const hits = await run.context.store.searchText(run.owner, { terms, filter, limit: limitOf(run) });
    yield [id, hits.map(({ memoryId }) => ({ memoryId, score: UNKNOWN }))];
  }
}
