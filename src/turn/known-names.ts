import type { Languages } from '../contracts/language.ts';
import type { StoreReader } from '../contracts/store.ts';
import type { Entity } from '../model/graph.ts';
import type { Owner, ScopeFilter } from '../model/scope.ts';
import { phrases, words } from '../text/words.ts';

const MAX_NAME_WORDS = 4;
const MAX_READ_CHARS = 4000;

/** Entities that the message names, else names that a memory mentions. */
export async function knownNames(
  whole: string,
  { projectId, ...owner }: Owner & ScopeFilter,
  { store, languages }: { readonly store: StoreReader; readonly languages: Languages },
): Promise<readonly string[]> {
  const message = whole.slice(0, MAX_READ_CHARS);
  const filter = projectId === undefined ? {} : { projectId };
  const isInSight = async ({ id }: Entity) =>
    projectId === undefined || (await store.searchEntities(owner, { entityIds: [id], filter, limit: 1 })).length > 0;
  const named = await store.matchEntities(owner, phrases(message, MAX_NAME_WORDS));
  const known = await Promise.all(named.map(async (entity) => ((await isInSight(entity)) ? [entity.name] : [])));
  if (known.flat().length > 0) return known.flat();
  const language = languages.of(message);
  const names = language.names(message).map(({ text }) => text);
  const single = names.filter((name) => words(name).length === 1 && !language.isStopWord(name.toLowerCase()));
  const mentioned = single.map(async (name) => {
    const hits = await store.searchText(owner, { terms: [name], filter, limit: 1 });
    return hits.length > 0 ? [name] : [];
  });
  return (await Promise.all(mentioned)).flat();
}
