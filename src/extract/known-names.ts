import type { ComponentContext, SessionBatch } from '../contracts/component.ts';
import { MOST_TOLD } from '../model/episode.ts';
import type { Entity } from '../model/graph.ts';
import type { Rivals } from '../reconcile/compare-held.ts';
import { searchEach } from '../reconcile/search-each.ts';
import { contentWords } from '../text/words.ts';
import { oneLine } from './session-prompt.ts';

const MOST_NAMES = 20;
/** Of the names of a memory with its beginning. */
const MOST_SHOWN = 100;
/** Memories that may have names to show: the nearest of each turn, or of several where there are many, then those that matter most. */
const MOST_SEARCHES = 16;
const NEAREST_EACH = 8;
const MOST_DEAR = 20;

export interface Known {
  readonly entities: readonly Entity[];
  /** Each for one memory, with the names that no line before it has. */
  readonly lines: readonly string[];
}

/** The people, projects and other named things that a batch may mean without naming them: "Desmond's wife", "the project". */
export async function knownNames(
  { episodes }: SessionBatch,
  { owner, filters }: Rivals,
  { store, languages }: Pick<ComponentContext, 'store' | 'languages'>,
): Promise<Known> {
  const size = Math.ceil(episodes.length / MOST_SEARCHES);
  const told = episodes.map(({ content }) => content.slice(0, MOST_TOLD));
  const texts = told.flatMap((_, at) => (at % size === 0 ? [told.slice(at, at + size).join('\n')] : []));
  const near = await searchEach(texts, async (text) => {
    const terms = contentWords(text, languages.of(text));
    if (terms.length === 0) return [];
    return Promise.all(filters.map((filter) => store.searchText(owner, { terms, filter, limit: NEAREST_EACH })));
  });
  const nearest = near.flat(2).sort((a, b) => b.score - a.score);
  const dear = await Promise.all(
    filters.map((filter) => store.rankMemories(owner, { by: 'importance', filter, limit: MOST_DEAR })),
  );
  const ids = [...new Set([...nearest.map(({ memoryId }) => memoryId), ...dear.flat()])];
  // Not by `getMemories`: a memory that was replaced just now is left out, and is no reason to begin again.
  const filter = { ids, statuses: ['active' as const] };
  const held = ids.length === 0 ? [] : await store.listMemories(owner, { filter, limit: ids.length });
  const memories = held.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const named = [...new Set(memories.flatMap(({ entityIds }) => entityIds))].slice(0, MOST_NAMES);
  const entities = named.length === 0 ? [] : await store.listEntities(owner, { ids: named, limit: named.length });
  const unshown = new Map(entities.map(({ id, name, type }) => [id, `${name} (${type})`]));
  const lines = memories.flatMap(({ entityIds, content }) => {
    const fresh = entityIds.flatMap((id) => unshown.get(id) ?? []);
    for (const id of entityIds) unshown.delete(id);
    return fresh.length === 0 ? [] : [`- ${oneLine(`${fresh.join(', ')}: ${content}`).slice(0, MOST_SHOWN)}`];
  });
  return { entities, lines };
}
