import { type MemoryFilter, memoryPages, type StoreReader } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';

/** Every memory that passes the filter; active ones unless it names statuses. */
export async function* listAll(store: StoreReader, owner: Owner, filter: MemoryFilter): AsyncGenerator<Memory> {
  for await (const page of memoryPages(store, owner, { statuses: ['active'], ...filter })) yield* page;
}
