import type { MemoryFilter } from '../../contracts/store.ts';
import type { Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { termsOf } from '../../text/terms.ts';
import { memoryTypes, statuses } from '../shared/codes.ts';
import { type Details, detailsIn } from '../shared/memory-columns.ts';
import type { Connection, Names } from './connection.ts';
import { decodeMemory, READ_COLUMNS, type ReadRow } from './memory-rows.ts';

type HeldRow = ReadRow & { readonly key: number };

/** A row as it was read, and what was made of it. */
export class HeldMemory {
  readonly row: HeldRow;
  readonly #names: Names;
  #details: Details | undefined;
  #terms: readonly string[] | undefined;
  #wasAsked = false;

  constructor(row: HeldRow, names: Names) {
    this.row = row;
    this.#names = names;
  }

  get key(): number {
    return this.row.key;
  }

  get id(): string {
    return this.row.id;
  }

  /** To be counted in: its terms from the second time on, as reading all of them takes longer than to count a few. */
  get text(): string | readonly string[] {
    if (this.#wasAsked) this.#terms ??= termsOf(this.row.content);
    this.#wasAsked = true;
    return this.#terms ?? this.row.content;
  }

  /** Made anew for everyone who asks: what they do to theirs changes nobody else's. */
  of(scope: Owner): Memory {
    this.#details ??= detailsIn(this.row.details);
    return decodeMemory(this.row, scope, this.#names, this.#details);
  }
}

const HELD_FIELDS: ReadonlySet<string> = new Set<keyof MemoryFilter>([
  ...(['statuses', 'types', 'components', 'exceptComponents', 'categories', 'projectId'] as const),
  ...(['minSalience', 'minImportance', 'validAt', 'within'] as const),
]);

/** As `filterCondition` has it, over rows that were read; undefined for a filter that is left to SQL. */
export function rowFilter(owner: number, filter: MemoryFilter, names: Names): ((row: ReadRow) => boolean) | undefined {
  if (!Object.keys(filter).every((name) => HELD_FIELDS.has(name))) return undefined;
  const codes = <Word>(words: readonly Word[] | undefined, code: (word: Word) => number) =>
    words && new Set(words.map(code));
  const known = (name: string) => names.find(owner, name) ?? 0;
  const allowed = codes(filter.statuses, (status) => statuses.code[status]);
  const types = codes(filter.types, (type) => memoryTypes.code[type]);
  const components = codes(filter.components, known);
  const except = codes(filter.exceptComponents, known);
  const categories = codes(filter.categories, known);
  const project = typeof filter.projectId === 'string' ? known(filter.projectId) : filter.projectId;
  const { minSalience = -Infinity, minImportance = -Infinity } = filter;
  const at = filter.validAt?.getTime();
  const [from, to] = [filter.within?.from?.getTime() ?? -Infinity, filter.within?.to?.getTime() ?? Infinity];
  return (row) => {
    const { valid_at: validAt, invalid_at: invalidAt, created_at: createdAt } = row;
    const happenedAt = validAt ?? createdAt;
    return (
      row.status !== statuses.code.forgotten &&
      allowed?.has(row.status) !== false &&
      types?.has(row.type) !== false &&
      components?.has(row.component) !== false &&
      except?.has(row.component) !== true &&
      categories?.has(row.category) !== false &&
      (project === undefined || row.project === project) &&
      row.salience >= minSalience &&
      row.importance >= minImportance &&
      (at === undefined || ((validAt ?? at) <= at && (invalidAt === null || invalidAt > at))) &&
      happenedAt >= from &&
      happenedAt <= to
    );
  };
}

const MOST = 12_000;
const MOST_CHARACTERS = 4_000_000;
const CHARACTERS_A_TERM = 8;

interface OwnersHeld {
  readonly byKey: Map<number, HeldMemory>;
  readonly byId: Map<string, HeldMemory>;
}

const NONE: OwnersHeld = { byKey: new Map(), byId: new Map() };

/**
 * Rows of memories that were candidates: every search of a query reads the same, and many queries do. Who changes a row drops it. Owners with
 * more than fit go without: each of theirs would be gone before it is wanted again.
 */
export class HeldMemories {
  readonly #connection: Connection;
  /** Whoever was asked last comes last. */
  readonly #owners = new Map<number, OwnersHeld>();
  #count = 0;
  #characters = 0;
  #dataVersion: number | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Those of these keys, in their order; undefined for an owner with too many. */
  withKeys(owner: number, keys: readonly number[]): HeldMemory[] | undefined {
    if (!this.#fits(owner)) return undefined;
    this.#afresh();
    const held = this.#owners.get(owner) ?? { byKey: new Map(), byId: new Map() };
    this.#owners.delete(owner);
    this.#owners.set(owner, held);
    const missing = keys.filter((key) => !held.byKey.has(key));
    for (const memory of this.#read(owner, missing)) this.#hold(held, memory);
    const found: HeldMemory[] = [];
    for (const key of keys) {
      const memory = held.byKey.get(key);
      if (memory !== undefined) found.push(memory);
    }
    for (const oldest of this.#owners.keys()) {
      if (this.#count <= MOST && this.#characters <= MOST_CHARACTERS) break;
      this.dropOwner(oldest);
    }
    return found;
  }

  byId(owner: number): ReadonlyMap<string, HeldMemory> {
    this.#afresh();
    return (this.#owners.get(owner) ?? NONE).byId;
  }

  drop(owner: number, ids: Iterable<string>): void {
    const held = this.#owners.get(owner) ?? NONE;
    for (const id of ids) {
      const memory = held.byId.get(id);
      if (memory !== undefined) this.#release(held, memory);
    }
    if (held.byKey.size === 0) this.#owners.delete(owner);
  }

  dropOwner(owner: number): void {
    this.drop(owner, this.#owners.get(owner)?.byId.keys() ?? []);
  }

  /** Another process may have changed any. */
  #afresh(): void {
    const { dataVersion } = this.#connection;
    if (dataVersion === this.#dataVersion) return;
    this.#owners.clear();
    [this.#count, this.#characters, this.#dataVersion] = [0, 0, dataVersion];
  }

  #fits(owner: number): boolean {
    const sql = 'select documents, terms from owners where key = ?';
    const all = this.#connection.get<{ documents: number; terms: number }>(sql, owner);
    return all !== undefined && all.documents <= MOST && all.terms * CHARACTERS_A_TERM <= MOST_CHARACTERS;
  }

  #read(owner: number, keys: readonly number[]): HeldMemory[] {
    if (keys.length === 0) return [];
    const rows = this.#connection.all<HeldRow>(
      `select m.key, ${READ_COLUMNS} from json_each(?) j cross join memories m on m.key = j.value where m.owner = ?`,
      ...[JSON.stringify(keys), owner],
    );
    return rows.map((row) => new HeldMemory(row, this.#connection.names));
  }

  #hold({ byKey, byId }: OwnersHeld, memory: HeldMemory): void {
    byKey.set(memory.key, memory);
    byId.set(memory.id, memory);
    this.#count += 1;
    this.#characters += memory.row.content.length;
  }

  #release({ byKey, byId }: OwnersHeld, memory: HeldMemory): void {
    byKey.delete(memory.key);
    byId.delete(memory.id);
    this.#count -= 1;
    this.#characters -= memory.row.content.length;
  }
}
