import type { ModelCost, Passage, PassageReading, Reader } from '../contracts/reader.ts';
import { type StoreReader, turnsBefore } from '../contracts/store.ts';
import { failed } from '../errors.ts';
import { type Episode, withSpeaker } from '../model/episode.ts';
import { happenedAt, type Memory, withRole } from '../model/memory.ts';
import { type ScoredMemory, sessionKeyOf } from './features.ts';
import type { Fused } from './fuse.ts';
import { type EpisodeGroup, isOfAnother, MIN_ODDS, outdatedByReading, withScoreChange } from './outdated/by-reading.ts';
import type { Plan, Space } from './plan.ts';

/** Measured with three, four, six and twelve: docs/notes/reader.md. */
const MAX_PASSAGES = 4;
const MAX_RIVALS = 12;
/** Passages that score less than this share of the best are not read: on the stories the order is the same. */
const MIN_SCORE_SHARE = 0.7;
/** Weight of the log odds relative to scores of about 1; negative odds add nothing. A near passage needs less reading: "The capital of Italy is". */
const ODDS_WEIGHT = 0.3;
const MAX_ODDS = 6;

interface ReadContext {
  readonly signal?: AbortSignal | undefined;
  readonly reader: Reader;
  readonly spaces: readonly Space[];
  readonly store: StoreReader;
}

export async function read(fused: Fused, plan: Plan, context: ReadContext): Promise<Fused> {
  const all = groupByEpisode(fused.scored);
  const turns = all.slice(0, MAX_RIVALS);
  const minScore = MIN_SCORE_SHARE * (turns[0]?.score ?? 0);
  const { maxPassages } = context.reader;
  const best =
    maxPassages === undefined
      ? turns.slice(0, MAX_PASSAGES).filter(({ score }) => score >= minScore)
      : all.slice(0, maxPassages);
  if (!best.some(hasEvidence) || plan.query === '') return fused;
  let model: ModelCost | undefined;
  try {
    const before = await turnsBeforeEach(best, context);
    const inOrder = best.toSorted((a, b) => compareByTime(a.memory, b.memory));
    const passages = inOrder.map((each) => passageOf(each, turns, before.get(each.memory.id)));
    const readings = await context.reader.answers(plan.query, passages, {
      signal: context.signal,
      onModel: (cost) => {
        model = cost;
      },
    });
    if (readings.length !== best.length || !readings.every(({ odds }) => Number.isFinite(odds)))
      throw new Error(`must give finite odds for each of ${best.length} passages`);
    const bestOdds = Math.max(...readings.map(({ odds }) => odds));
    const groupReadings = inOrder.map((turn, at) => ({ turn, ...(readings[at] as PassageReading) }));
    const oddsOf = new Map(groupReadings.map(({ turn, odds }) => [turn, odds]));
    const ordered = bestOdds < MIN_ODDS ? fused.scored : reorder(fused.scored, best, oddsOf);
    const scored = outdatedByReading(ordered, groupReadings, plan);
    return { ...fused, scored, bestOdds, ...(model && { model }) };
  } catch (error) {
    const degraded = [...fused.degraded, failed('reader', error)];
    return { ...fused, degraded, ...(model && { model }) };
  }
}

/** The reader's odds mean little for a query that is no question, so it reads nothing if neither words nor meaning match. */
const MIN_MEANING = 0.1;
const hasEvidence = ({ items }: EpisodeGroup): boolean =>
  items.some(({ features }) => features.words > 0 || features.vector >= MIN_MEANING);

function groupByEpisode(scored: readonly ScoredMemory[]): EpisodeGroup[] {
  const bySource = Map.groupBy(scored, ({ memory: { id, provenance } }) =>
    provenance.episodeIds.length === 1 ? (provenance.episodeIds[0] as string) : id,
  );
  return [...bySource.values()].map((items) => {
    const first = items[0] as ScoredMemory;
    const turn = items.find(({ memory }) => memory.type === 'episodic') ?? first;
    return { items, memory: turn.memory, score: first.score };
  });
}

function passageOf({ memory }: EpisodeGroup, rivals: readonly EpisodeGroup[], before: Episode | undefined): Passage {
  const later = rivals.find((rival) => isLater(rival.memory, memory))?.memory;
  return {
    text: withRole(memory),
    before: before && withSpeaker(before),
    later: later && withRole(later),
    at: happenedAt(memory),
  };
}

/** The reply to an episode does not update it. */
function isLater(rival: Memory, memory: Memory): boolean {
  const isReply =
    sessionKeyOf(rival) === sessionKeyOf(memory) &&
    rival.provenance.position === (memory.provenance.position ?? -2) + 1;
  return !isReply && !isOfAnother(rival, memory) && compareByTime(memory, rival) < 0;
}

function compareByTime(one: Memory, other: Memory): number {
  const positionGap = (one.provenance.position ?? 0) - (other.provenance.position ?? 0);
  return happenedAt(one).getTime() - happenedAt(other).getTime() || positionGap;
}

async function turnsBeforeEach(
  best: readonly EpisodeGroup[],
  { spaces, store }: ReadContext,
): Promise<Map<string, Episode>> {
  const turnsBySpace = await Promise.all(
    spaces.map((space) => {
      const own = best.map(({ memory }) => memory).filter(({ agentId }) => agentId === space.owner.agentId);
      return turnsBefore(space.store ?? store, space.owner, own);
    }),
  );
  return new Map(turnsBySpace.flatMap((each) => [...each]));
}

/** The passages exchange their scores: the best answer gets the highest, so that scores keep their meaning. */
function reorder(
  scored: readonly ScoredMemory[],
  best: readonly EpisodeGroup[],
  odds: ReadonlyMap<EpisodeGroup, number>,
): ScoredMemory[] {
  const nearest = Math.max(...best.flatMap(({ items }) => items.map(({ features }) => features.vector)));
  const oddsWeight = ODDS_WEIGHT * (1 - nearest);
  const weightOf = (turn: EpisodeGroup) =>
    turn.score + oddsWeight * Math.max(0, Math.min(MAX_ODDS, odds.get(turn) ?? 0));
  const moves = new Map(
    best
      .map((turn) => ({ turn, weight: weightOf(turn) }))
      .sort((a, b) => b.weight - a.weight)
      .flatMap(({ turn }, rank) =>
        turn.items.map(({ memory }) => [memory.id, (best[rank]?.score ?? turn.score) - turn.score] as const),
      ),
  );
  return scored.map((item) => withScoreChange(item, moves.get(item.memory.id) ?? 0)).sort((a, b) => b.score - a.score);
}
