import type { MemoryFilter } from '../../contracts/store.ts';
import { isNarrow } from '../store-rules.ts';
import type { Connection } from './connection.ts';
import { type MemoryCache, rowFilter } from './memory-cache.ts';
import { FINDABLE, filterCondition, type States, statesOf } from './memory-rows.ts';

const MIN_CANDIDATES = 100;
const WIDENING = 10;

interface PassingMemory {
  readonly key: number;
  readonly id: string;
  readonly text: string | readonly string[];
}

const INDEXED: Readonly<Record<States, string>> = {
  memories: FINDABLE.memories,
  memory_versions: 'm.apart = 0',
};

const BY_KEY: Readonly<Record<States, string>> = {
  memories: 'memories m on m.key = j.value',
  memory_versions: 'memory_versions m indexed by memory_versions_by_memory on m.key = j.value',
};

interface CandidateRequest {
  readonly filter: MemoryFilter;
  readonly limit: number;
  readonly margin: number;
  /** Without it the text is empty: the content takes longest to read. */
  readonly withText?: boolean;
}

/** The keys of the `width` best memories by a rough score; fewer only if there are no more. */
type RoughSearch = (width: number, allowed?: ReadonlySet<number>) => Iterable<number>;

/**
 * The best by rough score that pass the filter, some more than `limit`. The filter comes after the search, as most memories pass; a narrow one
 * comes first.
 */
export function passingCandidates(
  connection: Connection,
  cache: MemoryCache,
  owner: number,
  { filter, limit, margin, withText = true }: CandidateRequest,
  search: RoughSearch,
): PassingMemory[] {
  const wanted = Math.max(MIN_CANDIDATES, Math.ceil(margin * limit));
  const passingOf = (keys: readonly number[], by: MemoryFilter): PassingMemory[] => {
    const passes = rowFilter(owner, by, connection.names);
    const known = passes && cache.withKeys(owner, keys);
    if (passes && known) return known.filter(({ row }) => passes(row));
    return statesOf(by).flatMap((states) => {
      const { sql, values } = filterCondition(owner, by, connection.names, states);
      return connection.all<PassingMemory>(
        `select m.key, m.id, ${withText ? 'm.content' : "''"} as text from json_each(?) j cross join ${BY_KEY[states]}
         where ${sql} and ${INDEXED[states]}`,
        ...[JSON.stringify(keys), ...values],
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
  // An indexed version has the memory's present content, so the filter need not be applied again.
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

/** A heap with the lowest of the highest scores at its root. */
export class BestCandidates {
  readonly #capacity: number;
  readonly #scores: Float64Array;
  readonly #items: Float64Array;
  #size = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
    this.#scores = new Float64Array(capacity);
    this.#items = new Float64Array(capacity);
  }

  get bar(): number {
    return this.#size < this.#capacity ? Number.NEGATIVE_INFINITY : (this.#scores[0] as number);
  }

  get items(): Float64Array {
    return this.#items.subarray(0, this.#size);
  }

  offer(item: number, score: number): void {
    if (this.#size < this.#capacity) this.#rise(item, score);
    else if (score > this.bar) this.#sink(item, score);
  }

  #rise(item: number, score: number): void {
    let at = this.#size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if ((this.#scores[parent] as number) <= score) break;
      this.#move(parent, at);
      at = parent;
    }
    this.#put(at, item, score);
  }

  #sink(item: number, score: number): void {
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= this.#size) break;
      if (child + 1 < this.#size && (this.#scores[child + 1] as number) < (this.#scores[child] as number)) child += 1;
      if ((this.#scores[child] as number) >= score) break;
      this.#move(child, at);
      at = child;
    }
    this.#put(at, item, score);
  }

  #move(from: number, to: number): void {
    this.#put(to, this.#items[from] as number, this.#scores[from] as number);
  }

  #put(at: number, item: number, score: number): void {
    this.#items[at] = item;
    this.#scores[at] = score;
  }
}

const MIN_SLOTS = 1_024;
/** Twice the need of a query without a filter. */
const REUSED_SLOTS = 2 ** 17;

/** Tables of the last search: hundreds of them, half a megabyte each, would wait outside the heap to be collected. */
let reusedTables: { readonly keys: Uint32Array; readonly scores: Float32Array } | undefined;

function tablesOf(slots: number): NonNullable<typeof reusedTables> {
  if (slots > REUSED_SLOTS) return { keys: new Uint32Array(slots), scores: new Float32Array(slots) };
  reusedTables ??= { keys: new Uint32Array(REUSED_SLOTS), scores: new Float32Array(REUSED_SLOTS) };
  const [keys, scores] = [reusedTables.keys.subarray(0, slots), reusedTables.scores.subarray(0, slots)];
  keys.fill(0);
  scores.fill(0);
  return { keys, scores };
}

/** Sums by memory key, in a hash table of typed arrays: a Map takes four times as long. Only one at a time: the next one reuses its tables. */
export class RoughScores {
  readonly #slots: number;
  readonly #keys: Uint32Array;
  readonly #scores: Float32Array;
  #size = 0;

  constructor(expected: number) {
    this.#slots = Math.max(MIN_SLOTS, 2 ** Math.ceil(Math.log2(4 * Math.max(1, expected))));
    const { keys, scores } = tablesOf(this.#slots);
    this.#keys = keys;
    this.#scores = scores;
  }

  get size(): number {
    return this.#size;
  }

  /** A key without a free slot is left out. */
  add(key: number, score: number): void {
    let slot = (Math.imul(key, 0x9e3779b1) >>> 8) % this.#slots;
    while (this.#keys[slot] !== key) {
      if (this.#keys[slot] === 0) {
        if (2 * this.#size >= this.#slots) return;
        this.#keys[slot] = key;
        this.#size += 1;
        break;
      }
      slot = (slot + 1) % this.#slots;
    }
    this.#scores[slot] = (this.#scores[slot] as number) + score;
  }

  best(width: number): Float64Array {
    const best = new BestCandidates(width);
    for (let slot = 0; slot < this.#slots; slot++) {
      const key = this.#keys[slot] as number;
      if (key !== 0) best.offer(key, this.#scores[slot] as number);
    }
    return best.items;
  }
}
