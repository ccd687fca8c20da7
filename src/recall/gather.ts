import type { Embedder, Vector } from '../contracts/embedder.ts';
import type { Hit, StoreReader, TextHit } from '../contracts/store.ts';
import { reasonOf } from '../errors.ts';
import { happenedAt, type Memory } from '../model/memory.ts';
import type { Degradation } from '../model/report.ts';
import type { Owner } from '../model/scope.ts';
import { searchEntities } from './entity-signal.ts';
import type { Plan } from './plan.ts';
import { searchTime, timeSignal } from './time-signal.ts';

export type Signal = 'text' | 'vector' | 'entity' | 'time';
export type Signals = Readonly<Record<Signal, number>>;

export const SILENT: Signals = { text: 0, vector: 0, entity: 0, time: 0 };

/** A memory some signal found, with each signal's own magnitude; 0 where a signal did not find it. */
export interface Candidate {
  readonly memory: Memory;
  readonly signals: Signals;
  /** What each of the plan's terms adds to the text signal. */
  readonly matches: readonly number[];
}

export interface Gathered {
  readonly candidates: readonly Candidate[];
  /** How many each signal found, or without a query the order of the mode. */
  readonly found: Readonly<Record<Signal | 'listed', number>>;
  readonly degraded: readonly Degradation[];
}

export const NOTHING: Gathered = { candidates: [], found: { ...SILENT, listed: 0 }, degraded: [] };

export interface GatherContext {
  readonly store: StoreReader;
  readonly embedder: Embedder | undefined;
  readonly queryVector: Vector | undefined;
  /** How many each signal is asked for, and how many of all of them go on. */
  readonly limit: number;
  /** How much the signals of one memory say together: those that say least do not go on. */
  readonly relevance: (signals: Signals) => number;
}

/** Candidates from every signal; none gates another, and one that fails is named while the rest answer. */
export async function gather(owner: Owner, plan: Plan, context: GatherContext): Promise<Gathered> {
  const degraded: Degradation[] = [];
  const ask = <Found extends Hit>(signal: Signal, search: Promise<Found[]>): Promise<Found[]> =>
    search.catch((error) => {
      degraded.push({ part: signal, reason: reasonOf(error) });
      return [];
    });
  const [text, vector, entity, time] = await Promise.all([
    ask('text', searchText(owner, plan, context)),
    ask('vector', searchVector(owner, plan, context)),
    ask('entity', searchEntities(owner, plan, context)),
    ask('time', searchTime(owner, plan, context)),
  ]);
  const signals = new Map<string, Signals>();
  for (const [signal, hits] of Object.entries({ text, vector, entity, time }) as [Signal, Hit[]][])
    for (const { memoryId, score } of hits) {
      const known = signals.get(memoryId) ?? SILENT;
      signals.set(memoryId, { ...known, [signal]: score });
    }
  const matches = new Map(text.map((hit) => [hit.memoryId, hit.matches]));
  const unmatched = plan.terms.map(() => 0);
  const best = [...signals]
    .map(([id, found]) => ({ id, relevance: context.relevance(found) }))
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, context.limit);
  const timeOf = (memory: Memory) => (plan.time === undefined ? 0 : timeSignal(happenedAt(memory), plan.time));
  const memories = await context.store.getMemories(
    owner,
    best.map(({ id }) => id),
  );
  return {
    candidates: memories.flatMap((memory) => {
      const found = signals.get(memory.id);
      if (found === undefined) return [];
      return [{ memory, signals: { ...found, time: timeOf(memory) }, matches: matches.get(memory.id) ?? unmatched }];
    }),
    found: { text: text.length, vector: vector.length, entity: entity.length, time: time.length, listed: 0 },
    degraded,
  };
}

async function searchText(owner: Owner, { terms, filter }: Plan, { store, limit }: GatherContext): Promise<TextHit[]> {
  return terms.length === 0 ? [] : store.searchText(owner, { terms, filter, limit });
}

async function searchVector(owner: Owner, { about, filter }: Plan, context: GatherContext): Promise<Hit[]> {
  const { store, embedder, queryVector, limit } = context;
  if (embedder === undefined) return [];
  const vector = queryVector ?? (await embedder.embed([about]))[0];
  return vector === undefined ? [] : store.searchVector(owner, { embedderId: embedder.id, vector, filter, limit });
}
