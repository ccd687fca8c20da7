import type { ComponentContext, SessionBatch } from '../contracts/component.ts';
import { MAX_PROMPT_CHARS } from '../model/episode.ts';
import type { Entity } from '../model/graph.ts';
import type { Rivals } from '../reconcile/compare-statements.ts';
import { searchEach } from '../reconcile/search-each.ts';
import { contentWords } from '../text/words.ts';
import { oneLine } from './session-prompt.ts';

const MAX_NAMES = 20;
const MAX_LINE_CHARS = 100;
/** Limits of the memories read for names: the nearest of each turn, or of several turns together if there are many, then the most important. */
const MAX_SEARCHES = 16;
const MAX_NEAREST = 8;
const MAX_IMPORTANT = 20;

export interface KnownNames {
  readonly entities: readonly Entity[];
  /** One line per memory, with the names that no earlier line has. */
  readonly lines: readonly string[];
}

/** Entities that a batch may refer to without their names: "Desmond's wife", "the project". */
export async function knownNamesFor(
  { episodes }: SessionBatch,
  { owner, filters }: Rivals,
  { store, languages }: Pick<ComponentContext, 'store' | 'languages'>,
): Promise<KnownNames> {
  const size = Math.ceil(episodes.length / MAX_SEARCHES);
  const contents = episodes.map(({ content }) => content.slice(0, MAX_PROMPT_CHARS));
  const texts = contents.flatMap((_, at) => (at % size === 0 ? [contents.slice(at, at + size).join('\n')] : []));
  const near = await searchEach(texts, async (text) => {
    const terms = contentWords(text, languages.of(text));
    if (terms.length === 0) return [];
    return Promise.all(filters.map((filter) => store.searchText(owner, { terms, filter, limit: MAX_NEAREST })));
  });
  const nearest = near.flat(2).sort((a, b) => b.score - a.score);
  const important = await Promise.all(
    filters.map((filter) => store.rankMemories(owner, { by: 'importance', filter, limit: MAX_IMPORTANT })),
  );
  const ids = [...new Set([...nearest.map(({ memoryId }) => memoryId), ...important.flat()])];
  // Not `getMemories`, which would report a memory superseded meanwhile as `overtaken`: it is only left out.
  const filter = { ids, statuses: ['active' as const] };
  const listed = ids.length === 0 ? [] : await store.listMemories(owner, { filter, limit: ids.length });
  const memories = listed.toSorted((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  const named = [...new Set(memories.flatMap(({ entityIds }) => entityIds))].slice(0, MAX_NAMES);
  const entities = named.length === 0 ? [] : await store.listEntities(owner, { ids: named, limit: named.length });
  const unshown = new Map(entities.map(({ id, name, type }) => [id, `${name} (${type})`]));
  const lines = memories.flatMap(({ entityIds, content }) => {
    const fresh = entityIds.flatMap((id) => unshown.get(id) ?? []);
    for (const id of entityIds) unshown.delete(id);
    return fresh.length === 0 ? [] : [`- ${oneLine(`${fresh.join(', ')}: ${content}`).slice(0, MAX_LINE_CHARS)}`];
  });
  return { entities, lines };
}
