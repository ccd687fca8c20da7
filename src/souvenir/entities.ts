import { z } from 'zod';
import { entityPages, type MemoryFilter } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { type Entity, foldName, type Relationship } from '../model/graph.ts';
import type { Memory } from '../model/memory.ts';
import { parse } from '../model/parse.ts';
import { idSchema, nameSchema } from '../model/primitives.ts';
import { ownerOf, type Scope } from '../model/scope.ts';
import type { Engine } from './engine.ts';

export const entityListOptionsSchema = z.strictObject({
  /** Filters entities by a part of a name, ignoring case. */
  containing: nameSchema.optional(),
  limit: z.int().min(1).max(1000).default(100),
  /** Number of entities to skip. */
  offset: z.int().min(0).max(1_000_000).default(0),
});
export type EntityListOptions = Readonly<z.input<typeof entityListOptionsSchema>>;

export const aroundOptionsSchema = z.strictObject({
  id: idSchema,
  /** Limit of relationships, and of memories. */
  limit: z.int().min(1).max(500).default(50),
});
export type AroundOptions = Readonly<z.input<typeof aroundOptionsSchema>>;

export const graphOptionsSchema = z.strictObject({ limit: z.int().min(1).max(2000).default(300) });
export type GraphOptions = Readonly<z.input<typeof graphOptionsSchema>>;

/** An entity with the number of active memories that name it, and of current relationships that start or end there. */
export type CountedEntity = Entity & { readonly memories: number; readonly relationships: number };

/** Entities and the relationships between them. */
export interface EntityGraph {
  readonly entities: readonly CountedEntity[];
  readonly relationships: readonly Relationship[];
}

/** An entity, its neighbours, and the memories that name it, newest first. */
export interface EntityAround extends EntityGraph {
  readonly entity: CountedEntity;
  readonly memories: readonly Memory[];
}

/** Entities named by active memories, and their relationships. Those that only forgotten or outdated memories name are excluded. */
export interface Entities {
  /**
   * Lists entities, those named by most memories first.
   * @example const [most] = await ana.entities.list({ containing: 'tom' });
   */
  list(options?: EntityListOptions): Promise<CountedEntity[]>;
  /**
   * Returns an entity, its neighbours, and the memories that name it. An id that is unknown or of another scope is `notFound`.
   * @example const { entities, memories } = await ana.entities.around({ id });
   */
  around(options: AroundOptions): Promise<EntityAround>;
  /**
   * Returns the entities that most memories name, and the relationships between them.
   * @example const { entities, relationships } = await ana.entities.graph({ limit: 50 });
   */
  graph(options?: GraphOptions): Promise<EntityGraph>;
}

/** Limit of a project's memories that are searched for other names of an entity. */
const MAX_READ_MEMORIES = 500;

/** Reduces an entity's names to those in the texts of one project, as others may come from elsewhere. An entity that no text names keeps its name. */
export function withNamesIn<Named extends Entity>(texts: readonly string[], { aliases = [], ...entity }: Named) {
  const folded = texts.map(foldName);
  const isNamed = (name: string) => folded.some((text) => text.includes(foldName(name)));
  const [first = entity.name, ...others] = [entity.name, ...aliases].filter(isNamed);
  return { ...entity, name: first, ...(others.length > 0 && { aliases: others }) };
}

type EntitiesContext = Pick<Engine, 'agentOf' | 'store'>;

export function entitiesOf(engine: EntitiesContext, scope: Scope): Entities {
  const { store } = engine;
  const owner = ownerOf(scope);
  const { projectId } = scope;
  const filter: MemoryFilter = { statuses: ['active'], ...(projectId !== undefined && { projectId }) };

  /** Returns only entities that visible memories name. */
  async function withCounts(entities: readonly Entity[]): Promise<CountedEntity[]> {
    if (entities.length === 0) return [];
    const mentions = await store.countMentions(owner, { entityIds: entities.map(({ id }) => id), filter });
    const counts = new Map(mentions.map(({ entityId, ...each }) => [entityId, each]));
    const inSight = entities.flatMap((entity) => {
      const own = counts.get(entity.id);
      return own === undefined ? [] : [{ ...entity, ...own }];
    });
    return projectId === undefined ? inSight : Promise.all(inSight.map(withOwnNames));
  }

  async function withOwnNames(entity: CountedEntity): Promise<CountedEntity> {
    if (entity.aliases === undefined) return entity;
    const naming = await store.searchEntities(owner, { entityIds: [entity.id], filter, limit: MAX_READ_MEMORIES });
    const memories = await store.getMemories(
      owner,
      naming.map(({ memoryId }) => memoryId),
    );
    return withNamesIn(
      memories.map(({ content }) => content),
      entity,
    );
  }

  async function rankByMentions(isIncluded: (entity: Entity) => boolean): Promise<CountedEntity[]> {
    const included: Entity[] = [];
    for await (const page of entityPages(store, owner)) included.push(...page.filter(isIncluded));
    return (await withCounts(included))
      .filter(isIncluded)
      .sort((a, b) => b.memories - a.memories || b.relationships - a.relationships || (a.name < b.name ? -1 : 1));
  }

  const entitiesById = async (ids: readonly string[]): Promise<CountedEntity[]> =>
    withCounts(await store.listEntities(owner, { ids, limit: ids.length }));

  /** A relationship ends with its memory; one without a memory belongs to no project. */
  async function filterCurrent(relationships: readonly Relationship[]): Promise<Relationship[]> {
    const ids = [...new Set(relationships.flatMap(({ memoryId }) => memoryId ?? []))];
    const query = { by: 'age', filter: { ...filter, ids }, limit: ids.length } as const;
    const active = new Set(ids.length === 0 ? [] : await store.rankMemories(owner, query));
    return relationships.filter(({ memoryId }) =>
      memoryId === undefined ? projectId === undefined : active.has(memoryId),
    );
  }

  return {
    async list(options = {}) {
      const { containing, limit, offset } = parse(entityListOptionsSchema, options, 'list');
      engine.agentOf(scope);
      const namePart = foldName(containing ?? '');
      const isIncluded = ({ name, aliases = [] }: Entity) =>
        [name, ...aliases].some((each) => foldName(each).includes(namePart));
      return (await rankByMentions(isIncluded)).slice(offset, offset + limit);
    },
    async around(options) {
      const { id, limit } = parse(aroundOptionsSchema, options, 'around');
      engine.agentOf(scope);
      const [entity] = await entitiesById([id]);
      if (entity === undefined) throw noEntity(id);
      const current = await filterCurrent(await store.relationshipsOf(owner, [id]));
      const relationships = current
        .sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || b.confidence - a.confidence)
        .slice(0, limit);
      const others = new Set(relationships.flatMap(({ fromId, toId }) => [fromId, toId]));
      others.delete(id);
      const matches = await store.searchEntities(owner, { entityIds: [id], filter, limit });
      const memories = await store.getMemories(
        owner,
        matches.map(({ memoryId }) => memoryId),
      );
      return { entity, entities: await entitiesById([...others]), relationships, memories };
    },
    async graph(options = {}) {
      const { limit } = parse(graphOptionsSchema, options, 'graph');
      engine.agentOf(scope);
      const entities = (await rankByMentions(() => true)).slice(0, limit);
      const ids = new Set(entities.map(({ id }) => id));
      const candidates = await store.relationshipsOf(owner, [...ids]);
      const among = candidates.filter(({ fromId, toId }) => ids.has(fromId) && ids.has(toId));
      return { entities, relationships: await filterCurrent(among) };
    },
  };
}

const noEntity = (id: string): SouvenirError =>
  new SouvenirError('notFound', `there is no entity ${JSON.stringify(id)} in this scope`, {
    advice: 'entities.list() tells which there are; check the tenant, user, agent and project of the call',
  });
