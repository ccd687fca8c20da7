import { textsToEmbed } from '../contracts/embedded-text.ts';
import { dot, type Embedder, reads, type Vector } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import type { Hit, MemoryFilter, MemoryOrder, Store, StoreReader, TextHit } from '../contracts/store.ts';
import { failed } from '../errors.ts';
import { happenedAt, type Memory } from '../model/memory.ts';
import type { Degradation } from '../model/report.ts';
import type { SalienceWeights } from '../model/salience.ts';
import type { Owner } from '../model/scope.ts';
import { inTime } from './in-time.ts';
import { filteredTo, type Plan, type Space } from './plan.ts';
import { searchEntities, searchTime, timeSignal } from './signals.ts';

export type Signal = 'text' | 'vector' | 'entity' | 'time';
export type Signals = Readonly<Record<Signal, number>>;

/** A turn and what was drawn from it are found together: so many times the limit go on. */
const SPARE = 4 / 3;

/** The share of questions that are about what changes with time, where the embedder cannot tell. */
const UNTOLD = 0.25;

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
  /** What matches as well but no longer holds: not to be told. */
  readonly superseded: readonly Candidate[];
  /** How many each signal found, or without a query the order of the mode. */
  readonly found: Readonly<Record<Signal | 'listed', number>>;
  readonly degraded: readonly Degradation[];
  /** How likely the query asks for something that changes with time. */
  readonly changing: number;
  /** 1 if the embedder does not read the query's language well. */
  readonly unread: number;
}

export const NOTHING: Gathered = {
  candidates: [],
  superseded: [],
  found: { ...SILENT, listed: 0 },
  degraded: [],
  changing: UNTOLD,
  unread: 0,
};

export interface GatherContext {
  readonly store: StoreReader;
  readonly embedder: Embedder | undefined;
  readonly languages: Languages;
  readonly queryVector: Vector | undefined;
  /** How many memories waited for their vectors when the search began. */
  readonly unembedded: number;
  readonly listUnembedded: Store['listUnembedded'];
  /** How many each signal is asked for, and how many of all of them go on. */
  readonly limit: number;
  /** How much the signals of one memory say together: those that say least do not go on. */
  readonly relevance: (signals: Signals) => number;
  readonly signal?: AbortSignal | undefined;
}

/** Candidates from every signal in every space; none gates another, and one that fails is named while the rest answer. */
export async function gather(
  places: readonly { readonly space: Space; readonly plan: Plan }[],
  context: GatherContext,
): Promise<Gathered> {
  let vector: Promise<Vector | undefined> | undefined;
  const embedded = (about: string) => {
    vector ??= embedQuery(about, context);
    return vector;
  };
  const parts = await Promise.all(
    places.map(async ({ space, plan }) => {
      const filter = filteredTo(plan.filter, space);
      const unembedded = space.store === undefined ? context.unembedded : 0;
      const inSpace = { ...context, store: space.store ?? context.store, unembedded };
      const asked = { ...plan, filter };
      const both = await gatherIn(space, asked, withSuperseded(filter), inSpace, embedded);
      if (both.superseded.length < context.limit / 2) return withSuccessors(both, space, asked, inSpace.store);
      // So much of it is history that what holds may have found no room.
      const { superseded } = both;
      const part = { ...(await gatherIn(space, asked, filter, inSpace, embedded)), superseded };
      return withSuccessors(part, space, asked, inSpace.store);
    }),
  );
  const changing = await changingOf(await vector?.catch(() => undefined), context).catch(() => undefined);
  return {
    ...parts.reduce(joined),
    changing: changing ?? UNTOLD,
    unread: Number(context.embedder !== undefined && !reads(context.embedder, places[0]?.plan.language.code ?? '')),
  };
}

/** A vector of the caller's own may be of any length, and no model is to be loaded for it. */
const changingOf = async (asked: Vector | undefined, { embedder, queryVector, signal }: GatherContext) =>
  asked === undefined || queryVector !== undefined
    ? undefined
    : inTime(async () => embedder?.changing?.(asked), signal);

/** Each signal of one space, asked by this filter; what the plan's own does not let through is kept apart. */
async function gatherIn(
  { owner, without }: Space,
  plan: Plan,
  filter: MemoryFilter,
  context: GatherContext,
  embedded: (about: string) => Promise<Vector | undefined>,
): Promise<Part> {
  const { store, limit } = context;
  const degraded: Degradation[] = [];
  const ask = <Found extends Hit>(signal: Signal, search: Promise<Found[]>): Promise<Found[]> =>
    search.catch((error) => {
      context.signal?.throwIfAborted();
      degraded.push(failed(signal, error));
      return [];
    });
  const asked = { ...plan, filter };
  const [text, vector, entity, time] = await Promise.all([
    ask('text', searchText(owner, asked, context)),
    ask('vector', searchVector(owner, asked, context, embedded)),
    ask('entity', searchEntities(owner, asked, context)),
    ask('time', searchTime(owner, asked, context)),
  ]);
  const signals = new Map<string, Record<Signal, number>>();
  for (const [signal, hits] of Object.entries({ text, vector, entity, time }) as [Signal, Hit[]][])
    for (const { memoryId, score } of hits) {
      const known = signals.get(memoryId) ?? { ...SILENT };
      known[signal] = score;
      signals.set(memoryId, known);
    }
  const matches = new Map(text.map((hit) => [hit.memoryId, hit.matches]));
  const unmatched = plan.terms.map(() => 0);
  const best = [...signals]
    .map(([id, found]) => ({ id, relevance: context.relevance(found) }))
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, Math.round(limit * SPARE));
  const timeOf = (memory: Memory) => (plan.time === undefined ? 0 : timeSignal(happenedAt(memory), plan.time));
  const memories = await store.getMemories(
    owner,
    best.map(({ id }) => id),
    filter.asOf,
  );
  const matched = memories.flatMap((memory): Candidate[] => {
    const heard = signals.get(memory.id);
    if (heard === undefined || without?.has(memory.id)) return [];
    heard.time = timeOf(memory);
    return [{ memory, signals: heard, matches: matches.get(memory.id) ?? unmatched }];
  });
  const found = await withVectors(owner, matched, await embedded(plan.about).catch(() => undefined), context).catch(
    (error) => {
      context.signal?.throwIfAborted();
      degraded.push(failed('vector', error));
      return matched;
    },
  );
  const [candidates, superseded] = [true, false].map((wanted) =>
    found.filter(({ memory }) => isWanted(memory, plan.filter) === wanted),
  ) as [Candidate[], Candidate[]];
  return {
    ...{ candidates, superseded, degraded },
    found: { text: text.length, vector: vector.length, entity: entity.length, time: time.length, listed: 0 },
  };
}

/** How many memories a search embeds that were found by their words alone, and among how many of the best by words it looks for them. */
const MOST_EMBEDDED = 8;
const MOST_LOOKED_AT = 32;
/** Where no more wait, a list of them costs less than to read the vectors of those that were found. */
const MOST_LISTED = 256;

/** While memories wait for their vectors, one that was found by its words must not lose to those that have theirs. */
async function withVectors(
  owner: Owner,
  found: readonly Candidate[],
  asked: Vector | undefined,
  { store, embedder, languages, queryVector, unembedded, listUnembedded, signal }: GatherContext,
): Promise<readonly Candidate[]> {
  if (unembedded === 0 || embedder === undefined || asked === undefined || queryVector !== undefined) return found;
  const unheard = found
    .filter(({ signals }) => signals.vector === 0 && signals.text > 0)
    .sort((a, b) => b.signals.text - a.signals.text)
    .map(({ memory }) => memory);
  if (unheard.length === 0) return found;
  const waiting = async (): Promise<Memory[]> => {
    if (unembedded <= MOST_LISTED) {
      const listed = new Set((await listUnembedded(owner, embedder.id, MOST_LISTED)).map(({ id }) => id));
      return unheard.filter(({ id }) => listed.has(id));
    }
    const looked = unheard.slice(0, MOST_LOOKED_AT);
    const ids = looked.map(({ id }) => id);
    const embedded = new Set((await store.vectorsOf(owner, ids, embedder.id)).map(({ memoryId }) => memoryId));
    return looked.filter(({ id }) => !embedded.has(id));
  };
  const best = (await waiting()).slice(0, MOST_EMBEDDED);
  if (best.length === 0) return found;
  const texts = await textsToEmbed(owner, best, { store, embedder, languages });
  const vectors = await inTime((late) => embedder.embed(texts, { signal: late }), signal);
  const vectorOf = new Map(best.map(({ id }, at) => [id, vectors[at]]));
  return found.map((candidate) => {
    const vector = vectorOf.get(candidate.memory.id);
    return vector === undefined
      ? candidate
      : { ...candidate, signals: { ...candidate.signals, vector: dot(asked, vector) } };
  });
}

/** A matter that changed more often is told in full by its last chapters. */
const MOST_CHAPTERS = 8;

/** With what replaced those that no longer hold, though nothing in its own words was asked for; as far as the plan lets it through. */
async function withSuccessors(
  part: Part,
  { owner, without }: Space,
  { filter, terms }: Plan,
  store: StoreReader,
): Promise<Part> {
  const [candidates, superseded] = [[...part.candidates], [...part.superseded]];
  const known = new Set([...candidates, ...superseded].map(({ memory }) => memory.id));
  const matches = terms.map(() => 0);
  let last: readonly Candidate[] = superseded;
  for (let chapter = 0; chapter < MOST_CHAPTERS; chapter++) {
    const ids = [...new Set(last.flatMap(({ memory: { supersededBy: by } }) => (by && !known.has(by) ? [by] : [])))];
    if (ids.length === 0) break;
    const found = await store.listMemories(owner, { filter: { ...withSuperseded(filter), ids }, limit: ids.length });
    last = found.filter(({ id }) => !without?.has(id)).map((memory) => ({ memory, signals: SILENT, matches }));
    for (const each of last) {
      known.add(each.memory.id);
      if (isWanted(each.memory, filter)) candidates.push(each);
      else if (each.memory.status === 'superseded') superseded.push(each);
    }
  }
  return { ...part, candidates, superseded };
}

type Part = Omit<Gathered, 'changing' | 'unread'>;

const joined = (one: Part, other: Part): Part => ({
  candidates: [...one.candidates, ...other.candidates],
  superseded: [...one.superseded, ...other.superseded],
  found: Object.fromEntries(
    Object.entries(one.found).map(([signal, count]) => [signal, count + other.found[signal as Signal]]),
  ) as Gathered['found'],
  degraded: [...one.degraded, ...other.degraded],
});

/** What no longer holds is looked for too, unless the call says which states it wants. */
function withSuperseded(filter: MemoryFilter): MemoryFilter {
  if (filter.statuses?.length !== 1 || filter.validAt === undefined) return filter;
  const { validAt, ...rest } = filter;
  return { ...rest, statuses: ['active', 'superseded'], within: { to: validAt, ...rest.within } };
}

const isWanted = ({ status, validAt, invalidAt }: Memory, { statuses, validAt: at }: MemoryFilter): boolean =>
  (statuses === undefined || statuses.includes(status)) &&
  (at === undefined || ((validAt === undefined || validAt <= at) && (invalidAt === undefined || invalidAt > at)));

async function searchText(
  owner: Owner,
  { terms, language: { code: language }, filter }: Plan,
  { store, limit, signal }: GatherContext,
): Promise<TextHit[]> {
  return terms.length === 0 ? [] : store.searchText(owner, { terms, language, filter, limit, signal });
}

async function searchVector(
  owner: Owner,
  { about, filter }: Plan,
  { store, embedder, limit, signal }: GatherContext,
  embedded: (about: string) => Promise<Vector | undefined>,
): Promise<Hit[]> {
  const vector = await embedded(about);
  if (embedder === undefined || vector === undefined) return [];
  return store.searchVector(owner, { embedderId: embedder.id, vector, filter, limit, signal });
}

const embedQuery = async (
  about: string,
  { embedder, queryVector, signal: asker }: GatherContext,
): Promise<Vector | undefined> =>
  embedder === undefined
    ? undefined
    : (queryVector ?? (await inTime((signal) => embedder.embed([about], { signal }), asker))[0]);

export interface ListContext {
  readonly store: StoreReader;
  readonly salience: SalienceWeights;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Candidates without a query. Nothing else could answer for a read that fails, so its failure is the answer. */
export async function list(
  places: readonly { readonly space: Space; readonly plan: Plan }[],
  { store, salience, limit, signal }: ListContext,
): Promise<Gathered> {
  const listed = await Promise.all(
    places.map(async ({ space, plan }) => {
      const filter = filteredTo(plan.filter, space);
      const from = space.store ?? store;
      const ids = await from.rankMemories(space.owner, { by: orderOf(plan, salience), filter, limit, signal });
      const memories = await from.getMemories(space.owner, ids, filter.asOf);
      return memories.filter(({ id }) => !space.without?.has(id));
    }),
  );
  const memories = listed.flat();
  return {
    ...NOTHING,
    candidates: memories.map((memory) => ({ memory, signals: SILENT, matches: [] })),
    found: { ...SILENT, listed: memories.length },
  };
}

function orderOf({ mode, at }: Plan, weights: SalienceWeights): MemoryOrder {
  if (mode === 'important') return { salienceAt: at, weights };
  const orders = { recent: 'access', frequent: 'frequency', changed: 'change', certain: 'confidence' } as const;
  return mode in orders ? orders[mode as keyof typeof orders] : 'recency';
}
