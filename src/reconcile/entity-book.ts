import type { FoundEntity, FoundRelation } from '../contracts/component.ts';
import type { StoreReader } from '../contracts/store.ts';
import { type Entity, foldName, type Relationship } from '../model/graph.ts';
import { newId } from '../model/id.ts';
import { nameSchema } from '../model/primitives.ts';
import type { Owner } from '../model/scope.ts';
import type { Finding } from './finding.ts';

/** What is longer is no name; to write it would be refused, and the session with it. */
const isName = (text: string): boolean => nameSchema.safeParse(text).success;

/** The named things of a batch, each under the id it already has or gets now. */
export class EntityBook {
  readonly #byName: ReadonlyMap<string, Entity>;
  readonly relationships: readonly Relationship[];

  private constructor(byName: ReadonlyMap<string, Entity>, relationships: readonly Relationship[]) {
    this.#byName = byName;
    this.relationships = relationships;
  }

  static async open(
    owner: Owner,
    findings: readonly Pick<Finding, 'entities'>[],
    relations: readonly FoundRelation[],
    store: StoreReader,
    now: Date,
  ): Promise<EntityBook> {
    const told = relations.filter(({ from, to, relation }) => [from, to, relation].every(isName));
    const named: FoundEntity[] = [
      ...findings.flatMap(({ entities }) => entities).filter(({ name, type }) => isName(name) && isName(type)),
      ...told.flatMap(({ from, to }) => [from, to].map((name) => ({ name, type: 'concept' }))),
    ];
    const names = [...new Set(named.map(({ name }) => foldName(name)))];
    const known = names.length === 0 ? [] : await store.matchEntities(owner, names);
    const byName = new Map(known.map((entity) => [foldName(entity.name), entity]));
    for (const { name, type } of named) {
      const before = byName.get(foldName(name));
      // A vague type never replaces a known one.
      if (before === undefined) byName.set(foldName(name), { id: newId(now), name: name.trim(), type });
      else if (before.type === 'concept' && type !== 'concept') byName.set(foldName(name), { ...before, type });
    }
    const idOf = (name: string) => byName.get(foldName(name))?.id as string;
    const ties = told.map(({ from, to, relation, confidence }) => ({
      ...{ fromId: idOf(from), toId: idOf(to), relation, confidence, updatedAt: now },
    }));
    return new EntityBook(
      byName,
      ties.filter(({ fromId, toId }) => fromId !== toId),
    );
  }

  get entities(): Entity[] {
    return [...this.#byName.values()];
  }

  idsOf(entities: readonly FoundEntity[]): string[] {
    return [...new Set(entities.flatMap(({ name }) => this.#byName.get(foldName(name))?.id ?? []))];
  }
}
