import type { MentionedEntity, MentionedRelationship } from '../contracts/component.ts';
import type { StoreReader } from '../contracts/store.ts';
import { type Entity, foldName, type Relationship } from '../model/graph.ts';
import { newId } from '../model/id.ts';
import { nameSchema } from '../model/primitives.ts';
import type { Owner } from '../model/scope.ts';
import type { Finding } from './finding.ts';

/** The store would refuse a longer name, and the whole session with it. */
const isName = (text: string): boolean => nameSchema.safeParse(text).success;

/** A memory with the entities it names; one with an end is the source of a relationship only if no other is. */
export type EntityNaming = Pick<Finding, 'entities'> & { readonly memoryId: string; readonly isEnding: boolean };

/** The entities of a batch, each with its stored id or a new one. */
export class EntityBook {
  readonly #byName: Map<string, Entity>;
  readonly #now: Date;

  private constructor(known: readonly Entity[], now: Date) {
    this.#byName = new Map(known.flatMap((entity) => namesOf(entity).map((name) => [foldName(name), entity])));
    // A name takes precedence over an alias of another entity.
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

  idsOf(entities: readonly MentionedEntity[]): string[] {
    return [...new Set(entities.flatMap(({ name }) => this.#idOf(name) ?? []))];
  }

  /** Relationships between entities that one memory names together. */
  relationships(relations: readonly MentionedRelationship[], namings: readonly EntityNaming[]): Relationship[] {
    return relations.flatMap(({ from, to, relation, confidence }): Relationship[] => {
      const [fromId, toId] = [this.#idOf(from), this.#idOf(to)];
      if (fromId === undefined || toId === undefined || fromId === toId || !isName(relation)) return [];
      const ends = [fromId, toId];
      const source = namings
        .filter(({ entities }) => ends.every((id) => this.idsOf(entities).includes(id)))
        .sort((a, b) => Number(a.isEnding) - Number(b.isEnding))[0];
      if (source === undefined) return [];
      return [{ fromId, toId, relation, confidence, updatedAt: this.#now, memoryId: source.memoryId }];
    });
  }

  #idOf(name: string): string | undefined {
    return this.#byName.get(foldName(name))?.id;
  }

  /** An entity known by one of the given aliases as its name is the same; one that only shares an alias is not. */
  #put({ name, type, also = [] }: MentionedEntity): void {
    const isOwnName = (each: Entity | undefined): each is Entity =>
      also.some((other) => each?.name !== undefined && foldName(other) === foldName(each.name));
    const known =
      this.#byName.get(foldName(name)) ?? also.map((other) => this.#byName.get(foldName(other))).find(isOwnName);
    const entity = known ?? { id: newId(this.#now), name: name.trim(), type };
    const given = new Map([name, ...also].map((each) => [foldName(each), each]));
    const fresh = [...given].filter(([folded]) => !this.#byName.has(folded) && folded !== foldName(entity.name));
    const aliases = [...(entity.aliases ?? []), ...fresh.map(([, each]) => each)];
    // A vague type does not replace a known one.
    const updated = {
      ...entity,
      type: entity.type === 'concept' ? type : entity.type,
      ...(aliases.length > 0 && { aliases }),
    };
    for (const each of namesOf(updated))
      if ((this.#byName.get(foldName(each))?.id ?? updated.id) === updated.id)
        this.#byName.set(foldName(each), updated);
  }
}

const namesOf = ({ name, aliases = [] }: Entity): string[] => [name, ...aliases];
