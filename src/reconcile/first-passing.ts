import type { StoreReader } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';

/** How many more are asked for when too few pass, and how many at most. */
const WIDER = 4;
const MOST_ASKED_FOR = 5000;

/** The first of what a search finds that also pass what no filter of a store can say. Looks on while there may be more. */
export async function firstPassing(
  limit: number,
  search: (limit: number) => Promise<readonly string[]>,
  passes: (memory: Memory) => boolean,
  { owner, store }: { readonly owner: Owner; readonly store: StoreReader },
): Promise<Memory[]> {
  const passing: Memory[] = [];
  const looked = new Set<string>();
  for (let asked = limit; ; asked *= WIDER) {
    const ids = await search(asked);
    const unseen = ids.filter((id) => !looked.has(id));
    for (const id of unseen) looked.add(id);
    passing.push(...(await store.getMemories(owner, unseen)).filter(passes));
    if (passing.length >= limit || ids.length < asked || asked >= MOST_ASKED_FOR) return passing.slice(0, limit);
  }
}
