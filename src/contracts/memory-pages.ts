import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import type { MemoryFilter, StoreReader } from './store.ts';

const PAGE = 500;

/** Every memory that passes, oldest first, a page in memory at a time. Between two pages they may be changed. */
export async function* memoryPages(store: StoreReader, owner: Owner, filter: MemoryFilter): AsyncGenerator<Memory[]> {
  for (let after: string | undefined; ; ) {
    const page = await store.listMemories(owner, { filter, limit: PAGE, ...(after !== undefined && { after }) });
    if (page.length > 0) yield page;
    after = page.length < PAGE ? undefined : page.at(-1)?.id;
    if (after === undefined) return;
  }
}
