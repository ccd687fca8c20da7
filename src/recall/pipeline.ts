import type { Clock } from '../contracts/clock.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import type { Reranker } from '../contracts/reranker.ts';
import { presentVersion, type Store } from '../contracts/store.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { failed, SouvenirError } from '../errors.ts';
import { definedFields } from '../model/defined-fields.ts';
import { repeatingMemoryOf } from '../model/listed.ts';
import type { Memory, Provenance } from '../model/memory.ts';
import {
  type RecallItem,
  type RecallOptions,
  type RecallRequest,
  type RecallResult,
  roleOf,
  spokenBy,
} from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { arrange, type Trimmed, trim } from './arrange.ts';
import type { BoundedReader } from './bounded-reader.ts';
import type { RecallConfig } from './config.ts';
import { type DistinctMemory, dedupe } from './dedupe.ts';
import { type Fused, fuse, relevance } from './fuse.ts';
import { type Gathered, gather, list, NOTHING_GATHERED } from './gather.ts';
import { type ComparedItems, NOTHING_COMPARED, outdatedByComparison } from './outdated/by-comparison.ts';
import { markDoubted } from './outdated/mark-doubted.ts';
import { lastTimeOf, type Plan, plan, planFor, readableOf, type Space } from './plan.ts';
import { read } from './read.ts';
import { MAX_ARCHIVED, mayBeArchived, silence } from './silence.ts';
import { type RatedMemory, type ThresholdResult, threshold, withoutThreshold } from './threshold.ts';

export interface RecallContext {
  readonly store: Store;
  readonly embedder: Embedder | undefined;
  readonly tokenizer: Tokenizer;
  readonly languages: Languages;
  readonly reranker: Reranker;
  readonly reader?: BoundedReader | undefined;
  readonly clock: Clock;
  readonly config: RecallConfig;
  /** Searches wait for their turn; the reader, which takes longer, refuses recalls that would wait. */
  readonly inTurn?: <Result>(find: () => Promise<Result>) => Promise<Result>;
}

export interface RecallAnswer {
  readonly result: RecallResult;
  readonly fused: Fused;
  readonly judged: ThresholdResult;
  readonly arranged: readonly RatedMemory[];
  readonly finalItems: readonly DistinctMemory[];
  readonly trimmed: Trimmed<DistinctMemory>;
}

export async function recall(
  query: string,
  spaces: readonly Space[],
  options: RecallRequest,
  context: RecallContext,
): Promise<RecallResult> {
  return (await answer(query, spaces, options, context)).result;
}

/** Runs one query over all spaces: plan, gather, fuse, read, threshold, outdated, arrange, dedupe, doubt, trim. */
export async function answer(
  query: string,
  spaces: readonly Space[],
  options: RecallRequest,
  context: RecallContext,
): Promise<RecallAnswer> {
  const { store, embedder, tokenizer, languages, reranker, config } = context;
  const { signal } = options;
  const timingsMs: Record<string, number> = {};
  const begun = performance.now();
  const measure = async <Result>(stage: string, work: () => Result | Promise<Result>): Promise<Result> => {
    signal?.throwIfAborted();
    const started = performance.now();
    const result = await work();
    timingsMs[stage] = performance.now() - started;
    return result;
  };
  const topK = options.topK ?? config.topK;
  const now = context.clock.now();
  if (options.asOf !== undefined && new Date(options.asOf) > now)
    throw new SouvenirError('invalidInput', 'recall.asOf: is in the future');
  const text = readableOf(query);
  const language = languages.of(text);
  const search = async (planned: Plan) => {
    const plannedSpaces = await measure('plan', () =>
      Promise.all(
        spaces.map(async (space) => ({
          space,
          plan: await planFor(space.owner, planned, options, space.store ?? store),
        })),
      ),
    );
    const limit = Math.max(config.candidates, topK);
    // Counted before the search, which may miss memories embedded meanwhile.
    const unembedded = planned.isListing ? 0 : await countUnembedded(spaces, context);
    const gathered = await measure('gather', () => {
      if (planned.idleReason !== undefined) return NOTHING_GATHERED;
      if (planned.isListing) return list(plannedSpaces, { store, salience: config.salience, limit, signal });
      return gather(plannedSpaces, {
        ...{ store, embedder, languages, queryVector: options.queryVector, unembedded, limit, signal },
        listUnembedded: (...given) => store.listUnembedded(...given),
        relevance: relevance(config, reranker),
      });
    });
    const ranked = await measure('fuse', () => fuse(gathered, planned, config, reranker));
    return { planned, plannedSpaces, unembedded, gathered, ranked };
  };
  const find = async () => {
    const planWithoutLastTime = plan(text, options, now, language);
    const lastTime = await lastTimeOf(planWithoutLastTime, spaces, options, store, now);
    const searched = await search(
      lastTime === undefined ? planWithoutLastTime : plan(text, options, now, language, lastTime),
    );
    const isMisread = searched.planned.isTimeRead && searched.gathered.candidates.length === 0;
    return isMisread ? search(plan(text, { ...options, mode: 'relevant' }, now, language)) : searched;
  };
  const { planned, plannedSpaces, unembedded, gathered, ranked } = await (context.inTurn?.(find) ?? find());
  const { isListing } = planned;
  const { reader } = context;
  const refused = reader?.refusal?.();
  const fused =
    reader === undefined || isListing
      ? ranked
      : refused !== undefined
        ? { ...ranked, degraded: [...ranked.degraded, failed('reader', refused)] }
        : await measure('read', () => read(ranked, planned, { reader, spaces, store, signal }));
  const budget = tokenBudgetOf(options, config);
  const judged = await measure('threshold', () =>
    isListing
      ? withoutThreshold(fused)
      : threshold(fused, options.threshold ?? config.threshold, options.minScoreShare ?? config.minScoreShare),
  );
  const relations = isListing || refused !== undefined ? undefined : reader?.relations?.bind(reader);
  const compared: ComparedItems =
    relations === undefined || embedder === undefined
      ? { ...NOTHING_COMPARED, items: judged.relevant }
      : await measure('outdated', () =>
          outdatedByComparison(judged, planned, { relations, embedder, languages, spaces, store }),
        );
  const { items: relevant } = compared;
  const arranged = await measure('arrange', () => arrange(relevant, planned, config.salience));
  const distinct = await measure('dedupe', () =>
    dedupe(arranged, languages, { isListing, itemsNeeded: 2 * topK, repeats: compared.repeats }),
  );
  const finalItems = isListing ? distinct : markDoubted(distinct, planned, languages, compared.contradictions);
  const trimmed = await measure('trim', () => trim(finalItems, topK, budget, tokenizer));

  const items = trimmed.included.map(({ item, tokens }) => itemOf(item, tokens));
  const isSilent = items.length === 0;
  const mayOfferArchived =
    options.offersArchived === true &&
    isSilent &&
    relevant.length === 0 &&
    (await mayBeArchived(planned, spaces, store));
  const archived = mayOfferArchived ? await archivedFor(query, spaces, options, context) : [];
  const reason = isSilent
    ? await silence(plannedSpaces[0]?.plan ?? planned, {
        gathered,
        relevant,
        evidence: judged.evidence,
        archived: archived.length,
      })
    : undefined;
  timingsMs['total'] = performance.now() - begun;
  const result: RecallResult = {
    query,
    mode: planned.mode,
    items,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    confidence: judged.confidence,
    evidence: { ...judged.evidence },
    ...(reason !== undefined && { reason }),
    ...(archived.length > 0 && { archived }),
    candidates: gathered.counts,
    cut: {
      belowThreshold: fused.scored.length - relevant.length,
      duplicates: relevant.length - distinct.length,
      overTopK: trimmed.overTopK,
      overBudget: trimmed.overBudget,
    },
    ...(fused.model && { model: fused.model }),
    timingsMs,
    degraded: [
      ...gathered.degraded,
      ...fused.degraded,
      ...compared.degraded,
      ...(isListing ? [] : unmatchedVector(options, gathered)),
      ...(unembedded > 0 ? [{ part: 'vector', reason: `${unembedded} memories wait to be embedded` }] : []),
    ],
  };
  return { result, fused, judged, arranged, finalItems, trimmed };
}

/** `null` in the options means no limit. */
export const tokenBudgetOf = ({ tokenBudget }: RecallOptions, config: RecallConfig): number =>
  tokenBudget === undefined ? config.tokenBudget : (tokenBudget ?? Infinity);

/** The best matches that were archived; not those merged into another memory or stored as archived. */
async function archivedFor(...[query, spaces, options, context]: Parameters<typeof answer>): Promise<RecallItem[]> {
  // Without the reader, since offered items need no best order.
  const unread = { ...context, reader: undefined };
  const { trimmed } = await answer(query, spaces, { ...options, include: ['archived'] }, unread);
  const archivedItems = trimmed.included.filter(({ item }) => item.memory.status === 'archived');
  const isArchivedItself = await Promise.all(
    archivedItems.map(async ({ item: { memory } }) => {
      const { owner, store = context.store } = spaces.find((space) => space.owner.agentId === memory.agentId) ?? {};
      return owner !== undefined && (await presentVersion(store, owner, memory.id))?.cause.kind === 'archived';
    }),
  );
  return archivedItems
    .filter((_, at) => isArchivedItself[at])
    .slice(0, MAX_ARCHIVED)
    .map(({ item, tokens }) => itemOf(item, tokens));
}

/** A query vector of another length than the stored ones matches nothing. */
function unmatchedVector({ queryVector }: RecallOptions, { candidates, counts }: Gathered): Degradation[] {
  if (queryVector === undefined || counts.vector > 0 || candidates.length === 0) return [];
  return [{ part: 'vector', reason: `no memory found has a vector of ${queryVector.length} dimensions` }];
}

async function countUnembedded(spaces: readonly Space[], { store, embedder }: RecallContext): Promise<number> {
  if (embedder === undefined) return 0;
  const ownStoreSpaces = spaces.filter((space) => space.store === undefined);
  const counts = await Promise.all(ownStoreSpaces.map(({ owner }) => store.countUnembedded(owner, embedder.id)));
  return counts.reduce((sum, count) => sum + count, 0);
}

function sourcesOf({ provenance }: Memory, folded: readonly Memory[]): Provenance {
  if (folded.length === 0) return provenance;
  const sources = new Map(
    [provenance, ...folded.map((memory) => memory.provenance)].flatMap(({ episodeIds, turnIds }) =>
      episodeIds.map((id, at) => [id, turnIds[at]] as const),
    ),
  );
  return {
    ...provenance,
    episodeIds: [...sources.keys()],
    turnIds: [...sources.values()].filter((turn) => turn !== undefined),
  };
}

export function itemOf(
  { memory, score, confidence, breakdown, folded, outdated }: DistinctMemory,
  tokens: number,
): RecallItem {
  const { id, agentId, content, type, component, category, importance, createdAt } = memory;
  const provenance = sourcesOf(memory, folded);
  const { validAt, doubtedAt, status, sessionId, projectId } = memory;
  const role = roleOf(memory);
  const speaker = spokenBy(memory);
  return {
    ...{ id, agentId, content, type, component, category, importance, provenance, createdAt, status },
    ...definedFields({ validAt, doubtedAt, role, speaker, sessionId, projectId, outdated }),
    ...(folded.length > 0 && { alsoIn: folded.map(repeatingMemoryOf) }),
    score,
    confidence,
    tokens,
    breakdown,
  };
}
