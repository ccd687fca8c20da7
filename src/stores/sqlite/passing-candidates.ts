import type { MemoryFilter } from '../../contracts/store.ts';
import { statuses } from './codes.ts';
import type { Connection } from './connection.ts';
import { filterCondition, isNarrow, type States, statesOf } from './memory-filter.ts';

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

/** What the indexes lead to. */
const INDEXED: Readonly<Record<States, string>> = {
  memories: `m.status <> ${statuses.code.forgotten}`,
  memory_versions: 'm.apart = 0',
};

const BY_KEY: Readonly<Record<States, string>> = {
  memories: 'memories m on m.key = j.value',
  memory_versions: 'memory_versions m indexed by memory_versions_by_memory on m.key = j.value',
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
    const wanted = JSON.stringify(keys);
    return statesOf(by).flatMap((states) => {
      const { sql, values } = filterCondition(owner, by, connection.names, states);
      return connection.all<Pick<PassingMemory, Column>>(
        `select ${columns.map((column) => COLUMNS[column]).join(', ')}
         from json_each(?) j cross join ${BY_KEY[states]} where ${sql} and ${INDEXED[states]}`,
        ...[wanted, ...values],
      );
    });
  };
  if (!isNarrow(filter)) {
    for (const width of [wanted, wanted * WIDENING]) {
      const keys = [...search(width)];
      const passing = passingOf(keys, filter);
      if (passing.length >= limit || keys.length < width) return passing;
    }
  }
  // What the indexes lead to says now what it said then.
  const allowed = allowedKeys(connection, owner, filter);
  return allowed.size === 0 ? [] : passingOf([...search(wanted, allowed)], {});
}

function allowedKeys(connection: Connection, owner: number, filter: MemoryFilter): Set<number> {
  const keys = statesOf(filter).flatMap((states) => {
    const { sql, values } = filterCondition(owner, filter, connection.names, states);
    return connection.column<number>(`select m.key from ${states} m where ${sql} and ${INDEXED[states]}`, ...values);
  });
  return new Set(keys);
}
