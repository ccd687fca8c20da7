import type { MemoryFilter } from '../../contracts/store.ts';
import type { Connection } from './connection.ts';
import { filterCondition, isNarrow } from './memory-filter.ts';

const LEAST_CANDIDATES = 100;
const WIDENING = 10;

export interface PassingMemory {
  readonly key: number;
  readonly id: string;
  readonly content: string;
  readonly residue: Uint8Array;
}

const COLUMNS: Readonly<Record<keyof PassingMemory, string>> = {
  key: 'm.key',
  id: 'm.id',
  content: 'm.content',
  residue: '(select r.residue from vector_residues r where r.memory = m.key) as residue',
};

interface Wanted<Column> {
  readonly filter: MemoryFilter;
  readonly limit: number;
  /** Rough scores err, so that many times more are taken than asked for. */
  readonly margin: number;
  readonly columns: readonly Column[];
}

/** The keys of the `width` best memories by a rough score; fewer only if there are no more. */
export type RoughSearch = (width: number, allowed?: ReadonlySet<number>) => Iterable<number>;

/**
 * Of the best by a rough score, some more than `limit` that the filter lets through, to be ranked precisely. Most filters
 * let most memories through, so the best are found first and filtered after; the other way round for the narrow ones.
 */
export function passingCandidates<Column extends keyof PassingMemory>(
  connection: Connection,
  owner: number,
  { filter, limit, margin, columns }: Wanted<Column>,
  search: RoughSearch,
): Pick<PassingMemory, Column>[] {
  const wanted = Math.max(LEAST_CANDIDATES, Math.ceil(margin * limit));
  const passingOf = (keys: readonly number[], by: MemoryFilter) => {
    const { sql, values } = filterCondition(owner, by, connection.names);
    return connection.all<Pick<PassingMemory, Column>>(
      `select ${columns.map((column) => COLUMNS[column]).join(', ')}
       from json_each(?) j cross join memories m on m.key = j.value where ${sql}`,
      ...[JSON.stringify(keys), ...values],
    );
  };
  if (!isNarrow(filter)) {
    for (const width of [wanted, wanted * WIDENING]) {
      const keys = [...search(width)];
      const passing = passingOf(keys, filter);
      if (passing.length >= limit || keys.length < width) return passing;
    }
  }
  const allowed = allowedKeys(connection, owner, filter);
  return allowed.size === 0 ? [] : passingOf([...search(wanted, allowed)], {});
}

function allowedKeys(connection: Connection, owner: number, filter: MemoryFilter): Set<number> {
  const { sql, values } = filterCondition(owner, filter, connection.names);
  return new Set(connection.column<number>(`select m.key from memories m where ${sql}`, ...values));
}
