import { type Owner, ownerKey } from '../../model/scope.ts';
import type { Value } from './driver.ts';

const MAX_CACHED = 20_000;

interface Queries {
  get<Row>(sql: string, ...values: Value[]): Row | undefined;
  run(sql: string, ...values: Value[]): { readonly key: number };
}

/** Owners and repeating strings as small integers, which never change once they are committed. */
export class Names {
  readonly #queries: Queries;
  readonly #keys = new Map<string, number>();
  readonly #names = new Map<number, string>();

  constructor(queries: Queries) {
    this.#queries = queries;
  }

  /** What a failed transaction had learnt does not exist. */
  forget(): void {
    this.#keys.clear();
    this.#names.clear();
  }

  findOwner(owner: Owner): number | undefined {
    const sql = 'select key from owners where tenant = ? and user = ? and agent = ?';
    return this.#find(ownerKey(owner), sql, owner.tenantId, owner.userId, owner.agentId);
  }

  owner(owner: Owner): number {
    const { tenantId, userId, agentId } = owner;
    const sql = 'insert into owners (tenant, user, agent) values (?, ?, ?)';
    return this.findOwner(owner) ?? this.#queries.run(sql, tenantId, userId, agentId).key;
  }

  find(owner: number, name: string): number | undefined {
    return this.#find(`${owner} ${name}`, 'select key from names where owner = ? and name = ?', owner, name);
  }

  /** The key of a name, new if need be; only inside a write. */
  key(owner: number, name: string): number {
    return (
      this.find(owner, name) ?? this.#queries.run('insert into names (owner, name) values (?, ?)', owner, name).key
    );
  }

  optionalKey(owner: number, name: string | undefined): number | null {
    return name === undefined ? null : this.key(owner, name);
  }

  name(key: number): string {
    const known = this.#names.get(key);
    if (known !== undefined) return known;
    const name = this.#queries.get<{ name: string }>('select name from names where key = ?', key)?.name ?? '';
    if (this.#names.size >= MAX_CACHED) this.#names.clear();
    this.#names.set(key, name);
    return name;
  }

  optionalName(key: number | null): string | undefined {
    return key === null ? undefined : this.name(key);
  }

  #find(cacheKey: string, sql: string, ...values: (string | number)[]): number | undefined {
    const known = this.#keys.get(cacheKey);
    if (known !== undefined) return known;
    const key = this.#queries.get<{ key: number }>(sql, ...values)?.key;
    if (key === undefined) return undefined;
    if (this.#keys.size >= MAX_CACHED) this.#keys.clear();
    this.#keys.set(cacheKey, key);
    return key;
  }
}
