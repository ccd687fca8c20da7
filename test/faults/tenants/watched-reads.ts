import type pg from 'pg';
import type { Owner, Store } from '../../../src/index.ts';
import type { PostgresPool } from '../../../src/stores/postgres/postgres-store.ts';

const tenantAt = (number: number): string => `t${number}`;
/** Every text, session and name of a tenant says whose it is. */
export const marked = (text: string, tenantId: string): string => `${text} of-${tenantId}`;
const MARK = /\bof-(t\d+)\b/g;
const ID = /"(?:id|memoryId)":"([^"]+)"/g;
const NO_READS = new Set(['name', 'open', 'close', 'write', 'owners', 'erase', 'eraseOwner']);

export const tenantsOf = (count: number): string[] => Array.from({ length: count }, (_, number) => tenantAt(number));

/** What reads gave out: how many there were, what they told of another tenant, and which ids they named. */
export class WatchedReads {
  reads = 0;
  readonly foreign: string[] = [];
  readonly #named = new Map<string, Set<string>>();

  /** The same store, whose every read is looked through. */
  over(store: Store): Store {
    const watched = Object.entries(store).map(([name, call]) =>
      NO_READS.has(name) ? [name, call] : [name, this.#watching(name, call)],
    );
    return Object.fromEntries(watched);
  }

  #watching(name: string, call: (owner: Owner, ...rest: unknown[]) => Promise<unknown>) {
    return async (owner: Owner, ...rest: unknown[]) => {
      const result = await call(owner, ...rest);
      this.#look(name, owner.tenantId, JSON.stringify(result) ?? '');
      return result;
    };
  }

  #look(name: string, tenantId: string, reported: string): void {
    this.reads += 1;
    for (const [, of] of reported.matchAll(MARK))
      if (of !== tenantId) this.foreign.push(`${name} of ${tenantId} tells of ${of}: ${reported.slice(0, 200)}`);
    for (const [, id = ''] of reported.matchAll(ID))
      this.#named.set(id, (this.#named.get(id) ?? new Set()).add(tenantId));
  }

  /** Ids that a tenant was told of which another has, where the database says whose each is. */
  foreignIds(tenantOf: ReadonlyMap<string, string>): string[] {
    return [...this.#named].flatMap(([id, by]) =>
      [...by].filter((tenant) => tenant !== (tenantOf.get(id) ?? tenant)).map((tenant) => `${tenant} is told of ${id}`),
    );
  }
}

const CONDITION = /\b\w+\.(?:tenant|owner) = (\$\d+)/g;

/** A pool whose statements ask for the rows of everybody: what still holds is row-level security. */
export const withoutWhere = (pool: pg.Pool): PostgresPool => ({
  async connect() {
    const client = await pool.connect();
    const unconditional = (text: string) => text.replaceAll(CONDITION, '$1::text is not null');
    return {
      query: (query) =>
        client.query((typeof query === 'string' ? query : { ...query, text: unconditional(query.text) }) as string),
      release: (error) => client.release(error),
    };
  },
});
