import type { ModelCost } from '../contracts/reader.ts';
import type { Reranker } from '../contracts/reranker.ts';
import { failed } from '../errors.ts';
import { DAY_MS } from '../model/day.ts';
import { happenedAt, type Memory } from '../model/memory.ts';
import type { Degradation } from '../model/report.ts';
import { type Trust, trustOfMemory } from '../model/trust.ts';
import type { RecallConfig } from './config.ts';
import { type Features, featuresOf, type ScoredMemory } from './features.ts';
import type { Candidate, Gathered, Signals } from './gather.ts';
import { findOutdatedEpisodes, inheritSignals, outdatedByFacts } from './outdated/by-facts.ts';
import type { Plan } from './plan.ts';
import { contributionsOf, handSetRanker, total, type Weights, weightedSum } from './rankers/rankers.ts';
import { weighWithSources } from './weigh-with-sources.ts';

const MIN_FACTOR = 1e-6;
const DOUBTED_FACTOR = 0.8;
/** Only enough to break ties. The assistant's words answer as well as the user's. */
const TRUST_FACTORS: Readonly<Record<Trust, number>> = { user: 1, agent: 1, tool: 0.99, document: 0.98, import: 0.97 };

export interface Fused {
  readonly scored: readonly ScoredMemory[];
  readonly ranker: Reranker;
  readonly degraded: readonly Degradation[];
  /** Log odds that the best passage answers; absent when none was read. */
  readonly bestOdds?: number;
  readonly model?: ModelCost;
  /** 1 if the embedder reads the query's language poorly, so that low cosines say little. */
  readonly unread?: number;
}

/** The text signal is a share of the query, not divided by the best, so that a poor best stays poor. Hand-set weights replace a failing ranker. */
export async function fuse(
  {
    candidates: gathered,
    superseded,
    changing,
    unread = 0,
    degraded: gatherDegraded,
  }: Pick<Gathered, 'candidates' | 'superseded' | 'degraded'> & Partial<Gathered>,
  plan: Plan,
  config: RecallConfig,
  reranker: Reranker,
): Promise<Fused> {
  const allSuperseded = [...superseded, ...gathered.filter(({ memory }) => memory.status === 'superseded')];
  const candidates = plan.intent.asksForFormer ? gathered : inheritSignals(gathered, allSuperseded);
  // Without the text signal every name would be a stranger's.
  const isTextSearched = gatherDegraded.every(({ part }) => part !== 'text');
  const features = featuresOf(candidates, isTextSearched ? plan : { ...plan, people: [] }, config.salience, {
    changing,
    unread,
  });
  const { ranker, contributions, degraded } = await rank(candidates, features, plan, config, reranker);
  const weighed = candidates.map(({ memory, signals }, at) =>
    scoreOf(memory, signals, features[at] as Features, contributions[at] ?? {}, config, plan.at),
  );
  const scored = weighWithSources(weighed).sort((a, b) => b.score - a.score || (a.memory.id < b.memory.id ? -1 : 1));
  const outdatedEpisodes = findOutdatedEpisodes(candidates, allSuperseded, relevance(config, ranker));
  return { scored: outdatedByFacts(scored, plan, outdatedEpisodes), ranker, degraded, unread };
}

export function relevance(config: RecallConfig, { weights }: Reranker): (signals: Signals) => number {
  const sum = weightedSum({ ...(weights ?? handSetRanker.weights), ...config.weights });
  return ({ text, vector, entity, time }) =>
    sum({ text, covered: text, vector: Math.max(0, vector), entity, time, window: text, session: text });
}

interface Ranking {
  readonly ranker: Reranker;
  readonly contributions: readonly Weights[];
  readonly degraded: readonly Degradation[];
}

async function rank(
  candidates: readonly Candidate[],
  features: readonly Features[],
  plan: Plan,
  config: RecallConfig,
  ranker: Reranker,
): Promise<Ranking> {
  const hasNothingToRank = candidates.length === 0 || plan.isListing;
  const linearWeights = hasNothingToRank ? handSetRanker.weights : ranker.weights;
  if (linearWeights !== undefined) {
    const weights = { ...linearWeights, ...config.weights };
    return { ranker, contributions: features.map((each) => contributionsOf(each, weights)), degraded: [] };
  }
  try {
    const scores = await ranker.rerank(
      plan.query,
      candidates.map(({ memory }, at) => ({
        memoryId: memory.id,
        content: memory.content,
        features: { ...(features[at] as Features) },
      })),
    );
    if (scores.length !== candidates.length || !scores.every(Number.isFinite))
      throw new Error(`must give a finite number for each of ${candidates.length} candidates`);
    return { ranker, contributions: scores.map((score) => ({ [ranker.name]: score })), degraded: [] };
  } catch (error) {
    const fallback = await rank(candidates, features, plan, config, handSetRanker);
    return { ...fallback, degraded: [failed('reranker', error)] };
  }
}

function scoreOf(
  memory: Memory,
  signals: Signals,
  features: Features,
  contributions: Weights,
  config: RecallConfig,
  at: Date,
): ScoredMemory {
  const adjustments = {
    component: config.componentWeights[memory.component] ?? 1,
    importance: 1 - config.importanceInfluence * (1 - memory.importance),
    age: ageFactor(memory, config, at),
    source: 1,
    current: memory.doubtedAt === undefined ? 1 : DOUBTED_FACTOR,
    trust: TRUST_FACTORS[trustOfMemory(memory)],
    read: 1,
  };
  return {
    memory,
    score: adjusted(total(contributions), productOf(adjustments)),
    features,
    breakdown: { signals, contributions, adjustments },
  };
}

/** A negative score is divided, so that it falls too. */
const adjusted = (score: number, factor: number): number =>
  score < 0 ? score / Math.max(factor, MIN_FACTOR) : score * factor;

function productOf(factors: Weights): number {
  // `Object.values` would allocate a list for each candidate.
  let product = 1;
  for (const name in factors) product *= factors[name] ?? 1;
  return product;
}

function ageFactor(memory: Memory, { agePerDay, ageFloor }: RecallConfig, at: Date): number {
  const days = Math.max(0, at.getTime() - happenedAt(memory).getTime()) / DAY_MS;
  return ageFloor + (1 - ageFloor) * Math.exp(-agePerDay * days);
}
