import type { StoreReader } from '../contracts/store.ts';
import type { LinkType } from '../model/graph.ts';
import type { Owner } from '../model/scope.ts';

/** Whether links of this type lead from one memory to another, over however many. */
export async function leadsTo(
  fromId: string,
  toId: string,
  type: LinkType,
  { owner, store }: { readonly owner: Owner; readonly store: StoreReader },
): Promise<boolean> {
  const seen = new Set([fromId]);
  for (let reached = [fromId]; reached.length > 0; ) {
    const links = await store.linksOf(owner, reached);
    const at = new Set(reached);
    const next = links.filter((link) => link.type === type && at.has(link.fromId)).map((link) => link.toId);
    if (next.includes(toId)) return true;
    reached = [...new Set(next)].filter((id) => !seen.has(id));
    for (const id of reached) seen.add(id);
  }
  return false;
}
