import type { MentionedEntity, MentionedRelationship } from '../contracts/component.ts';
import type { StoreReader } from '../contracts/store.ts';
import { type Entity, foldName, type Relationship } from '../model/graph.ts';
import { newId } from '../model/id.ts';
import { nameSchema } from '../model/primitives.ts';
import type { Owner } from '../model/scope.ts';
import type { Finding } from './finding.ts';

/** What is longer is no name; to write it would be refused, and the session with it. */
const isName = (text: string): boolean => nameSchema.safeParse(text).success;

/** Something that names entities, and the memory it went into; what ends by itself says what lasts only if nothing else does. */
export type EntityNaming = Pick<Finding, 'entities'> & { readonly memoryId: string; readonly isEnding: boolean };

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

  idsOf(entities: readonly MentionedEntity[]): string[] {
    return [...new Set(entities.flatMap(({ name }) => this.#idOf(name) ?? []))];
  }

  /** Ties between entities, as far as one of these names both ends. */
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

  /** What was known by another name of it is the same, but not what only shares another name with it. */
  #put({ name, type, also = [] }: MentionedEntity): void {
    const isOwnName = (each: Entity | undefined): each is Entity =>
      also.some((other) => each?.name !== undefined && foldName(other) === foldName(each.name));
    const known =
      this.#byName.get(foldName(name)) ?? also.map((other) => this.#byName.get(foldName(other))).find(isOwnName);
    const entity = known ?? { id: newId(this.#now), name: name.trim(), type };
    const given = new Map([name, ...also].map((each) => [foldName(each), each]));
    const fresh = [...given].filter(([folded]) => !this.#byName.has(folded) && folded !== foldName(entity.name));
    const aliases = [...(entity.aliases ?? []), ...fresh.map(([, each]) => each)];
    // A vague type never replaces a known one.
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
