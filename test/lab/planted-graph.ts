import { ownerOf } from '../../src/model/scope.ts';
import type { ServedDemo } from './served-demo.ts';

const COUNT = 1000;
const TYPES = ['person', 'place', 'project', 'product', 'concept', 'tool', 'animal'];
const NAMES = ['Ana', 'Basil', 'Cora', 'Dimitri', 'Ewa', 'Farid', 'مريم'];

/** A memory with a thousand entities, the first of which most memories name, in a wide tree with some ties across. */
export async function plantGraph(
  { souvenir, store }: Pick<ServedDemo, 'souvenir' | 'store'>,
  userId: string,
): Promise<{ mostNamed: string }> {
  const handle = souvenir.for({ userId });
  const { memory } = await handle.memories.add('Everything belongs together.');
  const id = (kind: number, index: number) => `01M3ZHJSVBMWSBK3ART${kind}${String(index).padStart(6, '0')}`;
  const numbers = Array.from({ length: COUNT }, (_, index) => index);
  const nameOf = (index: number) => `${NAMES[index % NAMES.length]} ${index}`;
  const tie = (from: number, to: number) => ({
    ...{ fromId: id(1, from), toId: id(1, to), relation: 'knows', confidence: 1 },
    ...{ updatedAt: memory.createdAt, memoryId: memory.id },
  });
  await store.write(ownerOf(memory), {
    entities: numbers.map((index) => ({ id: id(1, index), name: nameOf(index), type: TYPES[index % 7] as string })),
    memories: numbers.map((index) => ({
      ...memory,
      ...{ id: id(2, index), content: `${nameOf(index)} was named.` },
      entityIds: [id(1, index), id(1, Math.floor(index / 8)), id(1, 0)].filter(
        (each, at, all) => all.indexOf(each) === at,
      ),
    })),
    relationships: [
      ...numbers.slice(1).map((index) => tie(Math.floor(index / 4), index)),
      ...numbers.filter((index) => index % 5 === 0).map((index) => tie(index, (index * 7 + 3) % COUNT)),
    ],
  });
  return { mostNamed: nameOf(0) };
}
