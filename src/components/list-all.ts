import { type MemoryFilter, memoryPages, type StoreReader } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';

/** Every memory that passes, of the active ones unless the filter says otherwise. */
export async function* listAll(store: StoreReader, owner: Owner, filter: MemoryFilter): AsyncGenerator<Memory> {
  for await (const page of memoryPages(store, owner, { statuses: ['active'], ...filter })) yield* page;
}
