import { z } from 'zod';
import type { Store } from '../contracts/store.ts';
import type { Entity, Link } from '../model/graph.ts';
import type { Memory } from '../model/memory.ts';
import { type Neighbour, neighboursOptionsSchema } from '../model/revision.ts';
import { type Owner, ownerOf } from '../model/scope.ts';
import { entityPages } from './entity-pages.ts';
import { memoryFields } from './memory-fields.ts';
import type { Operation } from './operation.ts';
import { handleFor } from './scope-fields.ts';

const inputSchema = z.strictObject({ ...neighboursOptionsSchema.shape, ...memoryFields });

export interface ShownMemory {
  readonly memory: Memory;
  /** The things it names. */
  readonly entities: readonly Entity[];
  /** Between it and its nearest neighbours. */
  readonly links: readonly Link[];
  readonly neighbours: readonly Neighbour[];
}

export const showOperation: Operation<typeof inputSchema, Promise<ShownMemory>> = {
  name: 'show',
  summary: 'Show everything of one memory, and what it is linked to.',
  input: inputSchema,
  async handler(context, { id, depth, types, minStrength, limit, ...given }) {
    const { store } = context;
    const { memories, scope } = handleFor(context, given);
    const owner = ownerOf(scope);
    // Refuses what cannot be seen, and says why.
    const neighbours = await memories.neighbours(id, { depth, types, minStrength, limit });
    const memory = (await memories.get(id)) as Memory;
    const near = new Set(neighbours.map((neighbour) => neighbour.memory.id));
    const links = (await store.linksOf(owner, [id])).filter(({ fromId, toId }) => near.has(fromId) || near.has(toId));
    return { memory, entities: await entitiesOf(memory, owner, store), links, neighbours };
  },
};

async function entitiesOf({ entityIds }: Memory, owner: Owner, store: Store): Promise<Entity[]> {
  if (entityIds.length === 0) return [];
  const named: Entity[] = [];
  for await (const page of entityPages(store, owner)) named.push(...page.filter(({ id }) => entityIds.includes(id)));
  return named;
}
