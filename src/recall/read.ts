import type { Passage, Reader } from '../contracts/reader.ts';
import { type StoreReader, turnsBefore } from '../contracts/store.ts';
import { reasonOf } from '../errors.ts';
import { type Episode, said } from '../model/episode.ts';
import { happenedAt, type Memory, voiced } from '../model/memory.ts';
import { type Scored, sessionOf } from './features.ts';
import type { Fused } from './fuse.ts';
import type { Plan, Space } from './plan.ts';

/** Measured with three, four, six and twelve: docs/decisions/0043-reading-at-recall.md. */
const MAX_PASSAGES = 4;
/** So many turns are looked at for what was said later of the same matter. */
const MAX_RIVALS = 12;
/** Passages that score less than this share of the best are not read: on these stories the order is the same. */
const LEAST_SHARE = 0.7;
/**
 * What the logarithm of the odds that a turn answers, rather than none of them, adds to its score, which is about 1 for a good one; nothing for
 * the others. The nearer one of them is by meaning the less: "The capital of Italy is" needs no reading to find how it goes on.
 */
const WEIGHT = 0.2;
const MAX_ODDS = 6;
/** Where even the best is less likely an answer, the order stays: who asks for advice is answered by nothing, and yet wants what is known. */
const LEAST_ODDS = 1;
const BELOW = 1e-6;

interface ReadContext {
  readonly reader: Reader;
  readonly spaces: readonly Space[];
  readonly store: StoreReader;
}

/** A turn with the memories drawn from it, which are read once. */
interface Turn {
  readonly items: readonly Scored[];
  readonly memory: Memory;
  readonly score: number;
}

/** Reads the question together with the best passages and orders these by how well they answer it; none of them leaves the few. */
export async function read(fused: Fused, plan: Plan, context: ReadContext): Promise<Fused> {
  const turns = oncePerTurn(fused.scored).slice(0, MAX_RIVALS);
  const least = LEAST_SHARE * (turns[0]?.score ?? 0);
  const best = turns.slice(0, MAX_PASSAGES).filter(({ score }) => score >= least);
  if (!best.some(isBacked) || plan.query === '') return fused;
  try {
    const before = await turnsBeforeEach(best, context);
    const inOrder = best.toSorted((a, b) => inTime(a.memory, b.memory));
    const passages = inOrder.map((each) => passageOf(each, turns, before.get(each.memory.id)));
    const odds = await context.reader.answers(plan.query, passages);
    if (odds.length !== best.length || !odds.every(Number.isFinite))
      throw new Error(`must give a finite number for each of ${best.length} passages`);
    const surest = Math.max(...odds);
    const oddsOf = new Map(inOrder.map((turn, at) => [turn, odds[at] as number]));
    const scored = surest < LEAST_ODDS ? fused.scored : stillCurrent(reordered(fused.scored, best, oddsOf), plan);
    return { ...fused, scored, read: surest };
  } catch (error) {
    return { ...fused, degraded: [...fused.degraded, { part: 'reader', reason: reasonOf(error) }] };
  }
}

/** Of a query that is no question the reader may say anything: where neither words nor meaning speak for a turn, it is not asked. */
const LEAST_MEANING = 0.1;
const isBacked = ({ items }: Turn): boolean =>
  items.some(({ features }) => features.words > 0 || features.vector >= LEAST_MEANING);

function oncePerTurn(scored: readonly Scored[]): Turn[] {
  const bySource = Map.groupBy(scored, ({ memory: { id, provenance } }) =>
    provenance.episodeIds.length === 1 ? (provenance.episodeIds[0] as string) : id,
  );
  return [...bySource.values()].map((items) => {
    const first = items[0] as Scored;
    const turn = items.find(({ memory }) => memory.type === 'episodic') ?? first;
    return { items, memory: turn.memory, score: first.score };
  });
}

function passageOf({ memory }: Turn, rivals: readonly Turn[], before: Episode | undefined): Passage {
  const later = rivals.find((rival) => isLater(rival.memory, memory))?.memory;
  return {
    text: voiced(memory),
    before: before && said(before),
    later: later && voiced(later),
    at: happenedAt(memory),
  };
}

/** The reply that follows is no news. */
function isLater(rival: Memory, memory: Memory): boolean {
  const isReply =
    sessionOf(rival) === sessionOf(memory) && rival.provenance.position === (memory.provenance.position ?? -2) + 1;
  return !isReply && inTime(memory, rival) < 0;
}

function inTime(one: Memory, other: Memory): number {
  const places = (one.provenance.position ?? 0) - (other.provenance.position ?? 0);
  return happenedAt(one).getTime() - happenedAt(other).getTime() || places;
}

async function turnsBeforeEach(best: readonly Turn[], { spaces, store }: ReadContext): Promise<Map<string, Episode>> {
  const found = await Promise.all(
    spaces.map((space) => {
      const own = best.map(({ memory }) => memory).filter(({ agentId }) => agentId === space.owner.agentId);
      return turnsBefore(space.store ?? store, space.owner, own);
    }),
  );
  return new Map(found.flatMap((each) => [...each]));
}

/** The few exchange their places: the best of them gets the best score there was, so that what scores mean stays the same. */
function reordered(scored: readonly Scored[], best: readonly Turn[], odds: ReadonlyMap<Turn, number>): Scored[] {
  const nearest = Math.max(...best.flatMap(({ items }) => items.map(({ features }) => features.vector)));
  const worth = WEIGHT * (1 - nearest);
  const weightOf = (turn: Turn) => turn.score + worth * Math.max(0, Math.min(MAX_ODDS, odds.get(turn) ?? 0));
  const moves = new Map(
    best
      .map((turn) => ({ turn, weight: weightOf(turn) }))
      .sort((a, b) => b.weight - a.weight)
      .flatMap(({ turn }, rank) =>
        turn.items.map(({ memory }) => [memory.id, (best[rank]?.score ?? turn.score) - turn.score] as const),
      ),
  );
  return scored.map((item) => moved(item, moves.get(item.memory.id) ?? 0)).sort((a, b) => b.score - a.score);
}

/** What was replaced stays below what replaced it, however well it answers. */
function stillCurrent(scored: readonly Scored[], { asking }: Plan): Scored[] {
  const scores = new Map(scored.map(({ memory, score }) => [memory.id, score]));
  return scored
    .map((item) => {
      const by = item.memory.supersededBy ?? (asking.isForFormer ? undefined : item.outdated?.by);
      const limit = (scores.get(by ?? '') ?? Infinity) - BELOW;
      return item.score > limit ? moved(item, limit - item.score) : item;
    })
    .sort((a, b) => b.score - a.score);
}

function moved(item: Scored, by: number): Scored {
  if (by === 0) return item;
  const score = item.score + by;
  const { adjustments: before } = item.breakdown;
  const adjustments = { ...before, read: item.score === 0 ? before.read : (before.read * score) / item.score };
  return { ...item, score, breakdown: { ...item.breakdown, adjustments } };
}
