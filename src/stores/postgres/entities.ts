import type { EntityPage } from '../../contracts/store.ts';
import { type Entity, foldName } from '../../model/graph.ts';
import { type Connection, type OwnerKey, ownedBy } from './connection.ts';
import { NOTHING, type Sql, sql } from './sql.ts';
import { insertRows, type Writing } from './writing.ts';

interface EntityRow {
  readonly id: string;
  readonly folded: string;
  readonly name: string;
  readonly type: string;
}

interface AliasRow {
  readonly folded: string;
  readonly entity: string;
  readonly name: string;
}

/** Returns the stored id of each entity: its own, or that of the entity which already has its name. */
export async function upsertEntities(
  writing: Writing,
  entities: readonly Entity[],
): Promise<ReadonlyMap<string, string>> {
  const storedIds = new Map<string, string>();
  if (entities.length === 0) return storedIds;
  const known = await KnownEntities.load(writing, entities);
  for (const entity of entities) storedIds.set(entity.id, known.add(entity));
  await known.save();
  return storedIds;
}

class KnownEntities {
  readonly #writing: Writing;
  readonly #byId: Map<string, EntityRow>;
  readonly #byName: Map<string, EntityRow>;
  readonly #aliases: Map<string, AliasRow>;
  readonly #changed = new Map<string, EntityRow>();
  readonly #newAliases = new Map<string, AliasRow>();
  readonly #removedAliases = new Set<string>();

  private constructor(writing: Writing, entities: readonly EntityRow[], aliases: readonly AliasRow[]) {
    this.#writing = writing;
    this.#byId = new Map(entities.map((row) => [row.id, row]));
    this.#byName = new Map(entities.map((row) => [row.folded, row]));
    this.#aliases = new Map(aliases.map((row) => [row.folded, row]));
  }

  static async load(writing: Writing, entities: readonly Entity[]): Promise<KnownEntities> {
    const { connection, owner } = writing;
    const names = entities.flatMap(({ name, aliases = [] }) => [name, ...aliases].map(foldName));
    const aliases = await connection.all<AliasRow>(
      sql`select a.folded, a.entity, a.name from aliases a where ${ownedBy(owner, 'a')} and a.folded = any(${names})`,
    );
    const ids = [...entities.map(({ id }) => id), ...aliases.map(({ entity }) => entity)];
    const stored = await connection.all<EntityRow>(
      sql`select e.id, e.folded, e.name, e.type from entities e
          where ${ownedBy(owner, 'e')} and (e.id = any(${ids}) or e.folded = any(${names}))`,
    );
    return new KnownEntities(writing, stored, aliases);
  }

  add({ id, name, type, aliases = [] }: Entity): string {
    const folded = foldName(name);
    const alias = this.#aliases.get(folded);
    const byAlias = alias && alias.entity !== id ? this.#byId.get(alias.entity) : undefined;
    const known = byAlias ?? this.#byName.get(folded);
    this.#put(known ? { ...known, type } : { id, folded, name, type });
    if (alias?.entity === id) {
      this.#aliases.delete(folded);
      this.#newAliases.delete(folded);
      this.#removedAliases.add(folded);
    }
    const own = known?.id ?? id;
    for (const other of aliases) this.#addAlias({ folded: foldName(other), entity: own, name: other });
    return own;
  }

  async save(): Promise<void> {
    const { connection, owner } = this.#writing;
    await insertRows(this.#writing, 'entities', [...this.#changed.values()], { key: 'id' });
    if (this.#removedAliases.size > 0)
      await connection.run(
        sql`delete from aliases a where ${ownedBy(owner, 'a')} and a.folded = any(${[...this.#removedAliases]})`,
      );
    await insertRows(this.#writing, 'aliases', [...this.#newAliases.values()], { key: 'folded' });
  }

  #put(row: EntityRow): void {
    const before = this.#byId.get(row.id);
    if (before && before.folded !== row.folded) this.#byName.delete(before.folded);
    this.#byId.set(row.id, row);
    this.#byName.set(row.folded, row);
    this.#changed.delete(row.id);
    this.#changed.set(row.id, row);
  }

  #addAlias(alias: AliasRow): void {
    if (this.#aliases.has(alias.folded) || this.#byName.has(alias.folded)) return;
    this.#aliases.set(alias.folded, alias);
    this.#newAliases.set(alias.folded, alias);
  }
}

type ReadEntity = Pick<Entity, 'id' | 'name' | 'type'> & { readonly aliases: string[] };

const entities = (owner: OwnerKey): Sql =>
  sql`select e.id, e.name, e.type, array(select a.name from aliases a
        where ${ownedBy(owner, 'a')} and a.entity = e.id order by a.folded) as aliases
      from entities e where ${ownedBy(owner, 'e')}`;

const entityOf = ({ aliases, ...entity }: ReadEntity): Entity =>
  aliases.length === 0 ? entity : { ...entity, aliases };

export async function listEntities(
  connection: Connection,
  owner: OwnerKey,
  { after = '', ids, limit }: EntityPage,
): Promise<Entity[]> {
  const among = ids === undefined ? NOTHING : sql`and e.id = any(${ids})`;
  const rows = await connection.all<ReadEntity>(
    sql`${entities(owner)} and e.id > ${after} ${among} order by e.id limit ${Math.max(0, limit)}`,
  );
  return rows.map(entityOf);
}

export async function matchEntities(
  connection: Connection,
  owner: OwnerKey,
  names: readonly string[],
): Promise<Entity[]> {
  const folded = names.map(foldName);
  const rows = await connection.all<ReadEntity>(
    sql`${entities(owner)} and (e.folded = any(${folded}) or e.id in (
          select a.entity from aliases a where ${ownedBy(owner, 'a')} and a.folded = any(${folded})))
        order by e.folded`,
  );
  return rows.map(entityOf);
}
