import type { StoreReader } from '../contracts/store.ts';
import type { Scope } from '../model/scope.ts';

const PAGE = 500;

/** The ids of what changed between two moments, a page at a time. */
export async function* changedBetween(
  store: StoreReader,
  owner: Scope,
  { since, until }: { readonly since: Date; readonly until?: Date },
): AsyncGenerator<string[]> {
  for (let after: string | undefined; ; ) {
    const query = { since, limit: PAGE, ...(until !== undefined && { until }), ...(after !== undefined && { after }) };
    const page = await store.changedMemories(owner, query);
    if (page.length > 0) yield page;
    after = page.length < PAGE ? undefined : page.at(-1);
    if (after === undefined) return;
  }
}
