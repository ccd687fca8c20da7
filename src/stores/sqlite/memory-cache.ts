import type { MemoryFilter } from '../../contracts/store.ts';
import { termsOf } from '../../languages/terms.ts';
import type { Memory } from '../../model/memory.ts';
import type { Owner } from '../../model/scope.ts';
import { memoryTypes, statuses } from '../shared/codes.ts';
import { type Details, parseDetails } from '../shared/memory-columns.ts';
import type { Connection, Names } from './connection.ts';
import { decodeMemory, READ_COLUMNS, type ReadRow } from './memory-rows.ts';

type CachedRow = ReadRow & { readonly key: number };

export class CachedMemory {
  readonly row: CachedRow;
  readonly #names: Names;
  #details: Details | undefined;
  #terms: readonly string[] | undefined;
  #wasAsked = false;

  constructor(row: CachedRow, names: Names) {
    this.row = row;
    this.#names = names;
  }

  get key(): number {
    return this.row.key;
  }

  get id(): string {
    return this.row.id;
  }

  /** Terms are extracted on the second call: to extract all takes longer than to count a few. */
  get text(): string | readonly string[] {
    if (this.#wasAsked) this.#terms ??= termsOf(this.row.content);
    this.#wasAsked = true;
    return this.#terms ?? this.row.content;
  }

  /** A new object for each caller, who may change it. */
  toMemory(scope: Owner): Memory {
    this.#details ??= parseDetails(this.row.details);
    return decodeMemory(this.row, scope, this.#names, this.#details);
  }
}

const FILTERED_FIELDS: ReadonlySet<string> = new Set<keyof MemoryFilter>([
  ...(['statuses', 'types', 'components', 'exceptComponents', 'categories', 'projectId'] as const),
  ...(['minSalience', 'minImportance', 'validAt', 'within'] as const),
]);

/** `filterCondition` over rows that were read; undefined for a filter that is left to SQL. */
export function rowFilter(owner: number, filter: MemoryFilter, names: Names): ((row: ReadRow) => boolean) | undefined {
  if (!Object.keys(filter).every((name) => FILTERED_FIELDS.has(name))) return undefined;
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

const MAX_MEMORIES = 12_000;
const MAX_CHARS = 4_000_000;
const CHARS_PER_TERM = 8;

interface CachedOwner {
  readonly byKey: Map<number, CachedMemory>;
  readonly byId: Map<string, CachedMemory>;
}

const NONE: CachedOwner = { byKey: new Map(), byId: new Map() };

/** Rows of candidates, which many searches share. A write drops the rows that it changes. Owners with more memories than fit are not cached. */
export class MemoryCache {
  readonly #connection: Connection;
  /** Least recently used owner first. */
  readonly #owners = new Map<number, CachedOwner>();
  #count = 0;
  #characters = 0;
  #dataVersion: number | undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  withKeys(owner: number, keys: readonly number[]): CachedMemory[] | undefined {
    if (!this.#fits(owner)) return undefined;
    this.#clearIfChanged();
    const cached = this.#owners.get(owner) ?? { byKey: new Map(), byId: new Map() };
    this.#owners.delete(owner);
    this.#owners.set(owner, cached);
    const missing = keys.filter((key) => !cached.byKey.has(key));
    for (const memory of this.#read(owner, missing)) this.#add(cached, memory);
    const memories: CachedMemory[] = [];
    for (const key of keys) {
      const memory = cached.byKey.get(key);
      if (memory !== undefined) memories.push(memory);
    }
    for (const oldest of this.#owners.keys()) {
      if (this.#count <= MAX_MEMORIES && this.#characters <= MAX_CHARS) break;
      this.dropOwner(oldest);
    }
    return memories;
  }

  byId(owner: number): ReadonlyMap<string, CachedMemory> {
    this.#clearIfChanged();
    return (this.#owners.get(owner) ?? NONE).byId;
  }

  drop(owner: number, ids: Iterable<string>): void {
    const cached = this.#owners.get(owner) ?? NONE;
    for (const id of ids) {
      const memory = cached.byId.get(id);
      if (memory !== undefined) this.#remove(cached, memory);
    }
    if (cached.byKey.size === 0) this.#owners.delete(owner);
  }

  dropOwner(owner: number): void {
    this.drop(owner, this.#owners.get(owner)?.byId.keys() ?? []);
  }

  /** Another process may have changed any row. */
  #clearIfChanged(): void {
    const { dataVersion } = this.#connection;
    if (dataVersion === this.#dataVersion) return;
    this.#owners.clear();
    [this.#count, this.#characters, this.#dataVersion] = [0, 0, dataVersion];
  }

  #fits(owner: number): boolean {
    const sql = 'select documents, terms from owners where key = ?';
    const all = this.#connection.get<{ documents: number; terms: number }>(sql, owner);
    return all !== undefined && all.documents <= MAX_MEMORIES && all.terms * CHARS_PER_TERM <= MAX_CHARS;
  }

  #read(owner: number, keys: readonly number[]): CachedMemory[] {
    if (keys.length === 0) return [];
    const rows = this.#connection.all<CachedRow>(
      `select m.key, ${READ_COLUMNS} from json_each(?) j cross join memories m on m.key = j.value where m.owner = ?`,
      ...[JSON.stringify(keys), owner],
    );
    return rows.map((row) => new CachedMemory(row, this.#connection.names));
  }

  #add({ byKey, byId }: CachedOwner, memory: CachedMemory): void {
    byKey.set(memory.key, memory);
    byId.set(memory.id, memory);
    this.#count += 1;
    this.#characters += memory.row.content.length;
  }

  #remove({ byKey, byId }: CachedOwner, memory: CachedMemory): void {
    byKey.delete(memory.key);
    byId.delete(memory.id);
    this.#count -= 1;
    this.#characters -= memory.row.content.length;
  }
}
