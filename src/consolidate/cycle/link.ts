import type { MemoryMatch } from '../../contracts/store.ts';
import { type Memory, PERSONALITY } from '../../model/memory.ts';
import { retryOvertaken } from '../../reconcile/until-written.ts';
import { contentWords } from '../../text/words.ts';
import { embedPending } from '../embed.ts';
import type { CycleRun } from './cycle-run.ts';
import { isLinkable, Neighbourhood } from './neighbourhood.ts';

const PAGE = 100;

/** Contradicting statements are linked as such and announced, duplicates are merged, other near memories are linked as related. */
export async function link(run: CycleRun): Promise<void> {
  const { store, embedder, languages, events, signal, inTurn } = run.context;
  if (embedder !== undefined) {
    const { failure } = await embedPending(run.owner, { store, embedder, languages, events, signal });
    if (failure !== undefined) run.fail(failure, 'link', 'detectContradictions', 'prune');
  }
  const total = (await store.stats(run.owner)).memories.active;
  const since = run.sinceOf('link', 'detectContradictions', 'prune') ?? new Date(0);
  let [after, done] = [run.resumePointIn('link'), 0];
  for (;;) {
    await run.pause();
    const query = { since, limit: PAGE, ...(after !== undefined && { after }) };
    const ids = await store.changedMemories(run.owner, query);
    const last = ids.at(-1);
    if (last === undefined) return;
    await inTurn(async () => {
      const neighbourhood = await retryOvertaken(store, async (checkedStore) => {
        const changed = (await checkedStore.getMemories(run.owner, ids)).filter(isLinkable);
        const pageNeighbourhood = await Neighbourhood.of(changed, await neighboursOf(changed, run), run, checkedStore);
        await run.write('link', pageNeighbourhood.changes(), last, checkedStore);
        return pageNeighbourhood;
      });
      for (const [memoryId, otherId] of neighbourhood.contradictions)
        events.emit('contradictionDetected', { owner: run.owner, memoryId, otherId });
      run.counts.linksMade += neighbourhood.related;
      run.counts.contradictions += neighbourhood.contradictions.length;
      run.counts.duplicatesMerged += neighbourhood.merged;
    });
    after = last;
    done += ids.length;
    run.reportProgress('link', done, total);
    if (ids.length < PAGE) return;
  }
}

/** More neighbours than may be linked, because some are linked already or come from the same episode. */
const EXTRA_NEIGHBOURS = 5;
/** Cosine; it covers 99 % of the pairs that contradict or repeat each other in the tests of `claims`, and 0.5 covers 94 %. */
const COMPARED_ABOVE = 0.4;
const MAX_TERMS = 12;
const AT_ONCE = 10;
/** The score of a text match: too low to be linked. */
const UNKNOWN_SCORE = -1;

/** Neighbours of each memory, nearest first: by vectors, or without an embedder, for statements only, by words. */
async function neighboursOf(changed: readonly Memory[], run: CycleRun): Promise<Map<string, MemoryMatch[]>> {
  const own = changed.filter(({ component }) => component !== PERSONALITY);
  const matchesById = new Map<string, MemoryMatch[]>();
  for await (const [id, matches] of run.context.embedder === undefined ? byWords(own, run) : byVectors(own, run)) {
    matchesById.set(
      id,
      matches.filter(({ memoryId }) => memoryId !== id),
    );
    if (matchesById.size % AT_ONCE === 0) await run.pause();
  }
  return matchesById;
}

const limitOf = ({ context }: CycleRun): number => context.config.maxLinksPerMemory + EXTRA_NEIGHBOURS + 1;

async function* byVectors(memories: readonly Memory[], run: CycleRun): AsyncGenerator<[string, MemoryMatch[]]> {
  const { owner, context } = run;
  const embedderId = context.embedder?.id ?? '';
  const minScore = Math.min(COMPARED_ABOVE, context.config.linkAbove);
  const ids = memories.map(({ id }) => id);
  for (const { memoryId, vector } of await context.store.vectorsOf(owner, ids, embedderId)) {
    const query = { embedderId, vector, filter: { statuses: ['active'] }, limit: limitOf(run) } as const;
    const matches = await context.store.searchVector(owner, query);
    yield [memoryId, matches.filter(({ score }) => score >= minScore)];
  }
}

async function* byWords(memories: readonly Memory[], run: CycleRun): AsyncGenerator<[string, MemoryMatch[]]> {
  const filter = { statuses: ['active'], types: ['semantic'] } as const;
  for (const { id, content, type } of memories) {
    if (type !== 'semantic') continue;
    const terms = contentWords(content, run.context.languages.of(content)).slice(0, MAX_TERMS);
    const matches = await run.context.store.searchText(run.owner, { terms, filter, limit: limitOf(run) });
    yield [id, matches.map(({ memoryId }) => ({ memoryId, score: UNKNOWN_SCORE }))];
  }
}
