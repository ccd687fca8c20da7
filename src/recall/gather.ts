import { textsToEmbed } from '../contracts/embedded-text.ts';
import { dot, type Embedder, readsLanguage, type Vector } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import type { MemoryFilter, MemoryMatch, MemoryOrder, Store, StoreReader, TextMatch } from '../contracts/store.ts';
import { failed } from '../errors.ts';
import { happenedAt, type Memory } from '../model/memory.ts';
import type { Degradation } from '../model/report.ts';
import type { SalienceWeights } from '../model/salience.ts';
import type { Owner } from '../model/scope.ts';
import { filteredTo, type Plan, type Space } from './plan.ts';
import { searchEntities, searchTime, timeSignal } from './signals.ts';
import { withTimeout } from './with-timeout.ts';

export type Signal = 'text' | 'vector' | 'entity' | 'time';
export type Signals = Readonly<Record<Signal, number>>;

/** An episode and the facts drawn from it match together. */
const OVERFETCH_FACTOR = 4 / 3;

/** Share of questions about changing facts, for an embedder that cannot detect them. */
const DEFAULT_CHANGING = 0.25;

export const NO_SIGNALS: Signals = { text: 0, vector: 0, entity: 0, time: 0 };

export interface Candidate {
  readonly memory: Memory;
  readonly signals: Signals;
  /** Part of the text signal that each of the plan's terms gives. */
  readonly matches: readonly number[];
}

export interface Gathered {
  readonly candidates: readonly Candidate[];
  /** Matches that no longer hold and are not returned. */
  readonly superseded: readonly Candidate[];
  readonly counts: Readonly<Record<Signal | 'listed', number>>;
  readonly degraded: readonly Degradation[];
  /** Probability that the query asks for something that changes. */
  readonly changing: number;
  readonly unread: number;
}

export const NOTHING_GATHERED: Gathered = {
  candidates: [],
  superseded: [],
  counts: { ...NO_SIGNALS, listed: 0 },
  degraded: [],
  changing: DEFAULT_CHANGING,
  unread: 0,
};

export interface GatherContext {
  readonly store: StoreReader;
  readonly embedder: Embedder | undefined;
  readonly languages: Languages;
  readonly queryVector: Vector | undefined;
  readonly unembedded: number;
  readonly listUnembedded: Store['listUnembedded'];
  /** Matches per signal, and candidates in all. */
  readonly limit: number;
  readonly relevance: (signals: Signals) => number;
  readonly signal?: AbortSignal | undefined;
}

/** Candidates of every signal in every space. A signal that fails is reported as degraded, and the others answer. */
export async function gather(
  plannedSpaces: readonly { readonly space: Space; readonly plan: Plan }[],
  context: GatherContext,
): Promise<Gathered> {
  let vector: Promise<Vector | undefined> | undefined;
  const embedOnce = (about: string) => {
    vector ??= embedQuery(about, context);
    return vector;
  };
  const parts = await Promise.all(
    plannedSpaces.map(async ({ space, plan }) => {
      const filter = filteredTo(plan.filter, space);
      const unembedded = space.store === undefined ? context.unembedded : 0;
      const inSpace = { ...context, store: space.store ?? context.store, unembedded };
      const filteredPlan = { ...plan, filter };
      const both = await gatherIn(space, filteredPlan, withSuperseded(filter), inSpace, embedOnce);
      if (both.superseded.length < context.limit / 2) return withSuccessors(both, space, filteredPlan, inSpace.store);
      // So many matches are superseded that current ones may have had no room.
      const { superseded } = both;
      const part = { ...(await gatherIn(space, filteredPlan, filter, inSpace, embedOnce)), superseded };
      return withSuccessors(part, space, filteredPlan, inSpace.store);
    }),
  );
  const changing = await changingOf(await vector?.catch(() => undefined), context).catch(() => undefined);
  return {
    ...parts.reduce(joinParts),
    changing: changing ?? DEFAULT_CHANGING,
    unread: Number(
      context.embedder !== undefined && !readsLanguage(context.embedder, plannedSpaces[0]?.plan.language.code ?? ''),
    ),
  };
}

/** A caller's own vector may have any length, and no model is loaded for it. */
const changingOf = async (questionVector: Vector | undefined, { embedder, queryVector, signal }: GatherContext) =>
  questionVector === undefined || queryVector !== undefined
    ? undefined
    : withTimeout(async () => embedder?.changing?.(questionVector), signal);

/** Matches that the plan's own filter excludes are returned as `superseded`. */
async function gatherIn(
  { owner, without }: Space,
  plan: Plan,
  filter: MemoryFilter,
  context: GatherContext,
  embedOnce: (about: string) => Promise<Vector | undefined>,
): Promise<SpaceCandidates> {
  const { store, limit } = context;
  const degraded: Degradation[] = [];
  const ask = <SignalMatch extends MemoryMatch>(
    signal: Signal,
    search: Promise<SignalMatch[]>,
  ): Promise<SignalMatch[]> =>
    search.catch((error) => {
      context.signal?.throwIfAborted();
      degraded.push(failed(signal, error));
      return [];
    });
  const filteredPlan = { ...plan, filter };
  const [text, vector, entity, time] = await Promise.all([
    ask('text', searchText(owner, filteredPlan, context)),
    ask('vector', searchVector(owner, filteredPlan, context, embedOnce)),
    ask('entity', searchEntities(owner, filteredPlan, context)),
    ask('time', searchTime(owner, filteredPlan, context)),
  ]);
  const signals = new Map<string, Record<Signal, number>>();
  for (const [signal, hits] of Object.entries({ text, vector, entity, time }) as [Signal, MemoryMatch[]][])
    for (const { memoryId, score } of hits) {
      const known = signals.get(memoryId) ?? { ...NO_SIGNALS };
      known[signal] = score;
      signals.set(memoryId, known);
    }
  const matches = new Map(text.map((hit) => [hit.memoryId, hit.matches]));
  const unmatched = plan.terms.map(() => 0);
  const best = [...signals]
    .map(([id, results]) => ({ id, relevance: context.relevance(results) }))
    .sort((a, b) => b.relevance - a.relevance)
    .slice(0, Math.round(limit * OVERFETCH_FACTOR));
  const timeOf = (memory: Memory) => (plan.time === undefined ? 0 : timeSignal(happenedAt(memory), plan.time));
  const memories = await store.getMemories(
    owner,
    best.map(({ id }) => id),
    filter.asOf,
  );
  const matched = memories.flatMap((memory): Candidate[] => {
    const memorySignals = signals.get(memory.id);
    if (memorySignals === undefined || without?.has(memory.id)) return [];
    memorySignals.time = timeOf(memory);
    return [{ memory, signals: memorySignals, matches: matches.get(memory.id) ?? unmatched }];
  });
  const results = await withVectors(owner, matched, await embedOnce(plan.about).catch(() => undefined), context).catch(
    (error) => {
      context.signal?.throwIfAborted();
      degraded.push(failed('vector', error));
      return matched;
    },
  );
  const [candidates, superseded] = [true, false].map((wanted) =>
    results.filter(({ memory }) => isWanted(memory, plan.filter) === wanted),
  ) as [Candidate[], Candidate[]];
  return {
    ...{ candidates, superseded, degraded },
    counts: { text: text.length, vector: vector.length, entity: entity.length, time: time.length, listed: 0 },
  };
}

const MAX_EMBEDDED = 8;
const MAX_EXAMINED = 32;
/** Up to this many, a list of memories without a vector costs less than reading the vectors of the matches. */
const MAX_LISTED = 256;

/** A text match that waits for its vector must not lose to memories that have theirs. */
async function withVectors(
  owner: Owner,
  candidates: readonly Candidate[],
  questionVector: Vector | undefined,
  { store, embedder, languages, queryVector, unembedded, listUnembedded, signal }: GatherContext,
): Promise<readonly Candidate[]> {
  if (unembedded === 0 || embedder === undefined || questionVector === undefined || queryVector !== undefined)
    return candidates;
  const withoutVector = candidates
    .filter(({ signals }) => signals.vector === 0 && signals.text > 0)
    .sort((a, b) => b.signals.text - a.signals.text)
    .map(({ memory }) => memory);
  if (withoutVector.length === 0) return candidates;
  const waiting = async (): Promise<Memory[]> => {
    if (unembedded <= MAX_LISTED) {
      const listed = new Set((await listUnembedded(owner, embedder.id, MAX_LISTED)).map(({ id }) => id));
      return withoutVector.filter(({ id }) => listed.has(id));
    }
    const examined = withoutVector.slice(0, MAX_EXAMINED);
    const ids = examined.map(({ id }) => id);
    const embedded = new Set((await store.vectorsOf(owner, ids, embedder.id)).map(({ memoryId }) => memoryId));
    return examined.filter(({ id }) => !embedded.has(id));
  };
  const best = (await waiting()).slice(0, MAX_EMBEDDED);
  if (best.length === 0) return candidates;
  const texts = await textsToEmbed(owner, best, { store, embedder, languages });
  const vectors = await withTimeout((late) => embedder.embed(texts, { signal: late }), signal);
  const vectorOf = new Map(best.map(({ id }, at) => [id, vectors[at]]));
  return candidates.map((candidate) => {
    const vector = vectorOf.get(candidate.memory.id);
    return vector === undefined
      ? candidate
      : { ...candidate, signals: { ...candidate.signals, vector: dot(questionVector, vector) } };
  });
}

const MAX_SUCCESSIONS = 8;

/** Adds the successors of superseded matches, even if their own words match nothing, as far as the plan's filter allows. */
async function withSuccessors(
  part: SpaceCandidates,
  { owner, without }: Space,
  { filter, terms }: Plan,
  store: StoreReader,
): Promise<SpaceCandidates> {
  const [candidates, superseded] = [[...part.candidates], [...part.superseded]];
  const known = new Set([...candidates, ...superseded].map(({ memory }) => memory.id));
  const matches = terms.map(() => 0);
  let last: readonly Candidate[] = superseded;
  for (let step = 0; step < MAX_SUCCESSIONS; step++) {
    const ids = [...new Set(last.flatMap(({ memory: { supersededBy: by } }) => (by && !known.has(by) ? [by] : [])))];
    if (ids.length === 0) break;
    const successors = await store.listMemories(owner, {
      filter: { ...withSuperseded(filter), ids },
      limit: ids.length,
    });
    last = successors.filter(({ id }) => !without?.has(id)).map((memory) => ({ memory, signals: NO_SIGNALS, matches }));
    for (const each of last) {
      known.add(each.memory.id);
      if (isWanted(each.memory, filter)) candidates.push(each);
      else if (each.memory.status === 'superseded') superseded.push(each);
    }
  }
  return { ...part, candidates, superseded };
}

type SpaceCandidates = Omit<Gathered, 'changing' | 'unread'>;

const joinParts = (one: SpaceCandidates, other: SpaceCandidates): SpaceCandidates => ({
  candidates: [...one.candidates, ...other.candidates],
  superseded: [...one.superseded, ...other.superseded],
  counts: Object.fromEntries(
    Object.entries(one.counts).map(([signal, count]) => [signal, count + other.counts[signal as Signal]]),
  ) as Gathered['counts'],
  degraded: [...one.degraded, ...other.degraded],
});

/** Superseded memories are searched too, unless the call names the statuses it wants. */
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
): Promise<TextMatch[]> {
  return terms.length === 0 ? [] : store.searchText(owner, { terms, language, filter, limit, signal });
}

async function searchVector(
  owner: Owner,
  { about, filter }: Plan,
  { store, embedder, limit, signal }: GatherContext,
  embedOnce: (about: string) => Promise<Vector | undefined>,
): Promise<MemoryMatch[]> {
  const vector = await embedOnce(about);
  if (embedder === undefined || vector === undefined) return [];
  return store.searchVector(owner, { embedderId: embedder.id, vector, filter, limit, signal });
}

const embedQuery = async (
  about: string,
  { embedder, queryVector, signal: callerSignal }: GatherContext,
): Promise<Vector | undefined> =>
  embedder === undefined
    ? undefined
    : (queryVector ?? (await withTimeout((signal) => embedder.embed([about], { signal }), callerSignal))[0]);

export interface ListContext {
  readonly store: StoreReader;
  readonly salience: SalienceWeights;
  readonly limit: number;
  readonly signal?: AbortSignal | undefined;
}

/** Candidates without a query. A read that fails rejects: no other signal could answer. */
export async function list(
  plannedSpaces: readonly { readonly space: Space; readonly plan: Plan }[],
  { store, salience, limit, signal }: ListContext,
): Promise<Gathered> {
  const listed = await Promise.all(
    plannedSpaces.map(async ({ space, plan }) => {
      const filter = filteredTo(plan.filter, space);
      const from = space.store ?? store;
      const ids = await from.rankMemories(space.owner, { by: orderOf(plan, salience), filter, limit, signal });
      const memories = await from.getMemories(space.owner, ids, filter.asOf);
      return memories.filter(({ id }) => !space.without?.has(id));
    }),
  );
  const memories = listed.flat();
  return {
    ...NOTHING_GATHERED,
    candidates: memories.map((memory) => ({ memory, signals: NO_SIGNALS, matches: [] })),
    counts: { ...NO_SIGNALS, listed: memories.length },
  };
}

function orderOf({ mode, at }: Plan, weights: SalienceWeights): MemoryOrder {
  if (mode === 'important') return { salienceAt: at, weights };
  const orders = { recent: 'access', frequent: 'frequency', changed: 'change', certain: 'confidence' } as const;
  return mode in orders ? orders[mode as keyof typeof orders] : 'recency';
}
