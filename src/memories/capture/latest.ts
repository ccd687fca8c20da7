import type { MemoryFilter, MemoryOrder } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import { REMEMBERED } from '../../model/revision.ts';
import { isOfProject } from '../../model/scope.ts';
import type { ReviseContext } from '../context.ts';

const PAGE = 50;
/** No further back than so many, of whatever project. */
const MOST_LOOKED_AT = 1000;

/** What was handed in within a project, or within none, the latest first; as much as is asked for is read, a page at a time. */
export async function* latest(
  by: Extract<MemoryOrder, 'recency' | 'change'>,
  filter: MemoryFilter,
  projectId: string | undefined,
  { owner, store }: Pick<ReviseContext, 'owner' | 'store'>,
): AsyncGenerator<Memory> {
  const within = { ...filter, components: [REMEMBERED], ...(projectId !== undefined && { projectId }) };
  for (let offset = 0; offset < MOST_LOOKED_AT; offset += PAGE) {
    const ids = await store.rankMemories(owner, { by, filter: within, offset, limit: PAGE });
    yield* (await store.getMemories(owner, ids)).filter(isOfProject(projectId));
    if (ids.length < PAGE) return;
  }
}
