import type { StoreReader } from '../contracts/store.ts';
import type { Entity } from '../model/graph.ts';
import type { Owner } from '../model/scope.ts';

const PAGE = 500;

/** Every named thing of an owner, a page at a time. */
export async function* entityPages(store: StoreReader, owner: Owner): AsyncGenerator<Entity[]> {
  let after = '';
  for (;;) {
    const page = await store.listEntities(owner, { after, limit: PAGE });
    yield page;
    after = page.at(-1)?.id ?? after;
    if (page.length < PAGE) return;
  }
}
