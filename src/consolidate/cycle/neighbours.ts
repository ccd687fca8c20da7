import type { Hit } from '../../contracts/store.ts';
import { type Memory, PERSONALITY } from '../../model/memory.ts';
import { contentWords } from '../../text/words.ts';
import type { CycleRun } from './cycle-run.ts';

/** How many neighbours are looked at, beyond those that may be tied: some are tied already, or were told in the same breath. */
const MORE = 5;
/** Statements that contradict or repeat each other are at least so near: 99 % of such pairs in the tests of `claims` are, 94 % at 0.5. */
const COMPARED_ABOVE = 0.4;
const MOST_TERMS = 12;
/** A store that works in this thread lets others in after so many searches. */
const AT_ONCE = 10;
/** Found by words, how near it is is not known, and none is tied for it. */
const UNKNOWN = -1;

/** What is near each of these, nearest first: by vectors or, without an embedder and for statements alone, by words. */
export async function neighboursOf(changed: readonly Memory[], run: CycleRun): Promise<Map<string, Hit[]>> {
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
    const terms = contentWords(content).slice(0, MOST_TERMS);
    const hits = await run.context.store.searchText(run.owner, { terms, filter, limit: limitOf(run) });
    yield [id, hits.map(({ memoryId }) => ({ memoryId, score: UNKNOWN }))];
  }
}
