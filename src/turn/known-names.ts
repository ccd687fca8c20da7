import type { Languages } from '../contracts/language.ts';
import type { StoreReader } from '../contracts/store.ts';
import type { Owner } from '../model/scope.ts';
import { phrases, words } from '../text/words.ts';

const MAX_NAME_WORDS = 4;
/** Characters of a message in which names are looked for: a longer one is a pasted text. */
const MOST_READ = 4000;

/** What a message names that memory knows: entities, else names that were mentioned, though nobody took them for names. */
export async function knownNames(
  whole: string,
  owner: Owner,
  { store, languages }: { readonly store: StoreReader; readonly languages: Languages },
): Promise<readonly string[]> {
  const message = whole.slice(0, MOST_READ);
  const known = await store.matchEntities(owner, phrases(message, MAX_NAME_WORDS));
  if (known.length > 0) return known.map(({ name }) => name);
  const language = languages.of(message);
  const names = language.names(message).map(({ text }) => text);
  const single = names.filter((name) => words(name).length === 1 && !language.isStopWord(name.toLowerCase()));
  const mentioned = single.map(async (name) => {
    const hits = await store.searchText(owner, { terms: [name], filter: {}, limit: 1 });
    return hits.length > 0 ? [name] : [];
  });
  return (await Promise.all(mentioned)).flat();
}
