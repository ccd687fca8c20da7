import type { Clock } from '../contracts/clock.ts';
import type { Embedder } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import type { Reader } from '../contracts/reader.ts';
import type { Reranker } from '../contracts/reranker.ts';
import type { Store } from '../contracts/store.ts';
import type { Tokenizer } from '../contracts/tokenizer.ts';
import { SouvenirError } from '../errors.ts';
import type { Memory, Provenance } from '../model/memory.ts';
import type { RecallItem, RecallOptions, RecallRequest, RecallResult } from '../model/recall.ts';
import type { Degradation } from '../model/report.ts';
import { arrange, type Trimmed, trim } from './arrange.ts';
import type { RecallConfig } from './config.ts';
import { type Distinct, dedupe } from './dedupe.ts';
import { type Fused, fuse, relevance } from './fuse.ts';
import { type Gathered, gather, list, NOTHING } from './gather.ts';
import { inDoubt } from './in-doubt.ts';
import { lastTimeOf, type Plan, plan, planFor, readableOf, type Space } from './plan.ts';
import { read } from './read.ts';
import { type Related, relate, UNRELATED } from './relate.ts';
import { type Evidence, type Judged, type Sure, threshold, unasked } from './threshold.ts';

export interface RecallContext {
  readonly store: Store;
  readonly embedder: Embedder | undefined;
  readonly tokenizer: Tokenizer;
  readonly languages: Languages;
  readonly reranker: Reranker;
  readonly reader?: Reader | undefined;
  readonly clock: Clock;
  readonly config: RecallConfig;
  /** Finding waits its turn; reading, which takes longer, refuses what would wait. */
  readonly inTurn?: <Found>(find: () => Promise<Found>) => Promise<Found>;
}

/** An answer, and what the stages that cut something left. */
export interface Answer {
  readonly result: RecallResult;
  readonly fused: Fused;
  readonly judged: Judged;
  readonly arranged: readonly Sure[];
  readonly weighed: readonly Distinct[];
  readonly trimmed: Trimmed<Distinct>;
}

export async function recall(
  query: string,
  spaces: readonly Space[],
  options: RecallRequest,
  context: RecallContext,
): Promise<RecallResult> {
  return (await answer(query, spaces, options, context)).result;
}

/** One query over everything the agent holds or may look into: plan, gather, fuse, read, threshold, relate, arrange, dedupe, doubt, trim. */
export async function answer(
  query: string,
  spaces: readonly Space[],
  options: RecallRequest,
  context: RecallContext,
): Promise<Answer> {
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
  const find = async () => {
    const unaware = plan(text, options, now, language);
    const lastTime = await lastTimeOf(unaware, spaces, options, store, now);
    const planned = lastTime === undefined ? unaware : plan(text, options, now, language, lastTime);
    const places = await measure('plan', () =>
      Promise.all(
        spaces.map(async (space) => ({
          space,
          plan: await planFor(space.owner, planned, options, space.store ?? store),
        })),
      ),
    );
    const limit = Math.max(config.candidates, topK);
    // Counted before the search, which may miss what is embedded meanwhile.
    const unembedded = planned.isListing ? 0 : await countUnembedded(spaces, context);
    const gathered = await measure('gather', () => {
      if (planned.idle !== undefined) return NOTHING;
      if (planned.isListing) return list(places, { store, salience: config.salience, limit, signal });
      return gather(places, {
        ...{ store, embedder, languages, queryVector: options.queryVector, unembedded, limit, signal },
        listUnembedded: (...given) => store.listUnembedded(...given),
        relevance: relevance(config, reranker),
      });
    });
    const ranked = await measure('fuse', () => fuse(gathered, planned, config, reranker));
    return { planned, places, unembedded, gathered, ranked };
  };
  const { planned, places, unembedded, gathered, ranked } = await (context.inTurn?.(find) ?? find());
  const { isListing } = planned;
  const { reader } = context;
  const fused =
    reader === undefined || isListing
      ? ranked
      : await measure('read', () => read(ranked, planned, { reader, spaces, store }));
  const budget = tokenBudgetOf(options, config);
  const judged = await measure('threshold', () =>
    isListing
      ? unasked(fused)
      : threshold(fused, options.threshold ?? config.threshold, options.leastShare ?? config.leastShare),
  );
  const relations = isListing ? undefined : reader?.relations?.bind(reader);
  const related: Related =
    relations === undefined || embedder === undefined
      ? { ...UNRELATED, items: judged.relevant }
      : await measure('relate', () => relate(judged, planned, { relations, embedder, languages, spaces, store }));
  const { items: relevant } = related;
  const arranged = await measure('arrange', () => arrange(relevant, planned, config.salience));
  const distinct = await measure('dedupe', () =>
    dedupe(arranged, languages, { isListing, enough: 2 * topK, repeats: related.repeats }),
  );
  const weighed = isListing ? distinct : inDoubt(distinct, planned, languages, related.against);
  const trimmed = await measure('trim', () => trim(weighed, topK, budget, tokenizer));

  const items = trimmed.kept.map(({ item, tokens }) => itemOf(item, tokens));
  const reason =
    items.length > 0
      ? undefined
      : silence(places[0]?.plan ?? planned, gathered.candidates.length, relevant.length, judged.evidence);
  timingsMs['total'] = performance.now() - begun;
  const result: RecallResult = {
    query,
    mode: planned.mode,
    items,
    tokens: items.reduce((sum, { tokens }) => sum + tokens, 0),
    confidence: judged.confidence,
    evidence: { ...judged.evidence },
    ...(reason !== undefined && { reason }),
    candidates: gathered.found,
    cut: {
      belowThreshold: fused.scored.length - relevant.length,
      duplicates: relevant.length - distinct.length,
      overTopK: trimmed.overTopK,
      overBudget: trimmed.overBudget,
    },
    timingsMs,
    degraded: [
      ...gathered.degraded,
      ...fused.degraded,
      ...related.degraded,
      ...(isListing ? [] : unmatchedVector(options, gathered)),
      ...(unembedded > 0 ? [{ part: 'vector', reason: `${unembedded} memories wait to be embedded` }] : []),
    ],
  };
  return { result, fused, judged, arranged, weighed, trimmed };
}

/** The call's own, where it says; `null` there means no limit. */
export const tokenBudgetOf = ({ tokenBudget }: RecallOptions, config: RecallConfig): number =>
  tokenBudget === undefined ? config.tokenBudget : (tokenBudget ?? Infinity);

function silence(
  { isListing, idle, filter }: Plan,
  candidates: number,
  relevant: number,
  { stranger }: Evidence,
): string {
  if (idle !== undefined) return idle;
  if (filter.entityIds?.length === 0) return 'no entity of that name is known';
  if (candidates === 0 && isListing) return 'no memory passes the filters';
  if (candidates === 0) return 'no memory matches the query';
  if (relevant === 0 && stranger >= 0.5) return 'nobody of that name is remembered';
  return relevant === 0 ? 'no memory is relevant enough' : 'no relevant memory fits the token budget';
}

/** A vector is only compared with those of its length, so one of another length finds nothing, where other signals do. */
function unmatchedVector({ queryVector }: RecallOptions, { candidates, found }: Gathered): Degradation[] {
  if (queryVector === undefined || found.vector > 0 || candidates.length === 0) return [];
  return [{ part: 'vector', reason: `no memory found has a vector of ${queryVector.length} dimensions` }];
}

async function countUnembedded(spaces: readonly Space[], { store, embedder }: RecallContext): Promise<number> {
  if (embedder === undefined) return 0;
  const kept = spaces.filter((space) => space.store === undefined);
  const counts = await Promise.all(kept.map(({ owner }) => store.countUnembedded(owner, embedder.id)));
  return counts.reduce((sum, count) => sum + count, 0);
}

/** A statement that several memories make rests on the sources of all; turns stay in the order of their episodes. */
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
  { memory, score, confidence, breakdown, folded, outdated }: Distinct,
  tokens: number,
): RecallItem {
  const { id, agentId, content, type, component, category, importance, createdAt } = memory;
  const provenance = sourcesOf(memory, folded);
  const { validAt, doubtedAt, status, sessionId, projectId } = memory;
  return {
    ...{ id, agentId, content, type, component, category, importance, provenance, createdAt, status },
    ...(validAt !== undefined && { validAt }),
    ...(doubtedAt !== undefined && { doubtedAt }),
    ...(sessionId !== undefined && { sessionId }),
    ...(projectId !== undefined && { projectId }),
    ...(outdated !== undefined && { outdated }),
    ...(folded.length > 0 && { alsoIn: folded.map(({ id, component }) => ({ id, component })) }),
    score,
    confidence,
    tokens,
    breakdown,
  };
}
