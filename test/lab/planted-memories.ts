import type { Memory } from '../../src/index.ts';
import type { Entity } from '../../src/model/graph.ts';
import { newId } from '../../src/model/id.ts';
import type { ServedDemo } from './served-demo.ts';

/** Memories with these texts, as they are: what adds them would refuse or change some. All name the entities. */
export async function plantMemories(
  { souvenir, store }: ServedDemo,
  contents: readonly string[],
  { userId = 'ana', entities = [] }: { readonly userId?: string; readonly entities?: readonly Entity[] } = {},
): Promise<Memory[]> {
  const { memories } = souvenir.for({ userId });
  const { memory } = await memories.add(`A model for what is planted, ${newId(new Date())}.`);
  const planted = contents.map((content, at) => ({
    ...{ ...memory, id: newId(new Date()), content, entityIds: entities.map(({ id }) => id) },
    createdAt: new Date(memory.createdAt.getTime() - contents.length + at),
  }));
  await store.write(memory, { at: new Date(), memories: planted, entities });
  return planted;
}
