import type { MemoryFilter, StoreReader } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';

const PAGE = 500;

/** Every memory that passes, of the active ones unless the filter says otherwise, a page in memory at a time. */
export async function* listAll(store: StoreReader, owner: Owner, filter: MemoryFilter): AsyncGenerator<Memory> {
  for (let after: string | undefined; ; ) {
    const page = await store.listMemories(owner, {
      ...{ filter: { statuses: ['active'], ...filter }, limit: PAGE },
      ...(after !== undefined && { after }),
    });
    yield* page;
    after = page.length < PAGE ? undefined : page.at(-1)?.id;
    if (after === undefined) return;
  }
}
