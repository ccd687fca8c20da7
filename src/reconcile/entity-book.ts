import type { FoundEntity, FoundRelation } from '../contracts/component.ts';
import type { StoreReader } from '../contracts/store.ts';
import { type Entity, foldName, type Relationship } from '../model/graph.ts';
import { newId } from '../model/id.ts';
import { nameSchema } from '../model/primitives.ts';
import type { Owner } from '../model/scope.ts';
import type { Finding } from './finding.ts';

/** What is longer is no name; to write it would be refused, and the session with it. */
const isName = (text: string): boolean => nameSchema.safeParse(text).success;

/** Something that names entities, and the memory it went into. */
type Naming = Pick<Finding, 'entities'> & { readonly memoryId: string };

/** The named things of a batch, each under the id it already has or gets now. */
export class EntityBook {
  readonly #byName: Map<string, Entity>;
  readonly #now: Date;

  private constructor(known: readonly Entity[], now: Date) {
    this.#byName = new Map(known.flatMap((entity) => namesOf(entity).map((name) => [foldName(name), entity])));
    // A name of its own goes before another name of something else.
    for (const entity of known) this.#byName.set(foldName(entity.name), entity);
    this.#now = now;
  }

  static async open(
    owner: Owner,
    findings: readonly Pick<Finding, 'entities'>[],
    store: StoreReader,
    now: Date,
  ): Promise<EntityBook> {
    const named = findings
      .flatMap(({ entities }) => entities)
      .filter(({ name, type }) => isName(name) && isName(type))
      .map(({ also = [], ...entity }) => ({ ...entity, also: also.filter(isName) }));
    const names = [...new Set(named.flatMap(({ name, also }) => [name, ...also].map(foldName)))];
    const book = new EntityBook(names.length === 0 ? [] : await store.matchEntities(owner, names), now);
    for (const entity of named) book.#put(entity);
    return book;
  }

  get entities(): Entity[] {
    return [...new Set(this.#byName.values())];
  }

  idsOf(entities: readonly FoundEntity[]): string[] {
    return [...new Set(entities.flatMap(({ name }) => this.#idOf(name) ?? []))];
  }

  /** Ties between entities, as far as one of these names both ends. */
  relationships(relations: readonly FoundRelation[], told: readonly Naming[]): Relationship[] {
    return relations.flatMap(({ from, to, relation, confidence }): Relationship[] => {
      const [fromId, toId] = [this.#idOf(from), this.#idOf(to)];
      if (fromId === undefined || toId === undefined || fromId === toId || !isName(relation)) return [];
      const ends = [fromId, toId];
      const saying = told.findLast(({ entities }) => ends.every((id) => this.idsOf(entities).includes(id)));
      if (saying === undefined) return [];
      return [{ fromId, toId, relation, confidence, updatedAt: this.#now, memoryId: saying.memoryId }];
    });
  }

  #idOf(name: string): string | undefined {
    return this.#byName.get(foldName(name))?.id;
  }

  #put({ name, type, also = [] }: FoundEntity): void {
    const known = [name, ...also].map((each) => this.#byName.get(foldName(each))).find((each) => each !== undefined);
    const before = known ?? { id: newId(this.#now), name: name.trim(), type };
    // A vague type never replaces a known one, nor a name that is known one of another.
    const aliases = [name, ...also].filter(
      (each) => !this.#byName.has(foldName(each)) && foldName(each) !== foldName(before.name),
    );
    const entity = {
      ...before,
      type: before.type === 'concept' ? type : before.type,
      ...(aliases.length > 0 && { aliases: [...(before.aliases ?? []), ...aliases] }),
    };
    for (const each of namesOf(entity))
      if ((this.#byName.get(foldName(each))?.id ?? entity.id) === entity.id) this.#byName.set(foldName(each), entity);
  }
}

const namesOf = ({ name, aliases = [] }: Entity): string[] => [name, ...aliases];
