import type { ModelCost, Passage, PassageReading, Reader } from '../contracts/reader.ts';
import { type StoreReader, turnsBefore } from '../contracts/store.ts';
import { failed } from '../errors.ts';
import { type Episode, said } from '../model/episode.ts';
import { happenedAt, type Memory, voiced } from '../model/memory.ts';
import { isOfOneSpeaker, mayOutdate, type Scored, sessionOf } from './features.ts';
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
const WEIGHT = 0.3;
const MAX_ODDS = 6;
/** Where even the best is less likely an answer, the order stays: who asks for advice is answered by nothing, and yet wants what is known. */
const LEAST_ODDS = 1;
const BELOW = 1e-6;
/** From this chance on a turn is marked as outdated, where a later one that is not says what holds now. */
const SURELY_OUTDATED = 0.8;

interface ReadContext {
  readonly signal?: AbortSignal | undefined;
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
  const all = oncePerTurn(fused.scored);
  const turns = all.slice(0, MAX_RIVALS);
  const least = LEAST_SHARE * (turns[0]?.score ?? 0);
  const { maxPassages } = context.reader;
  const best =
    maxPassages === undefined
      ? turns.slice(0, MAX_PASSAGES).filter(({ score }) => score >= least)
      : all.slice(0, maxPassages);
  if (!best.some(isBacked) || plan.query === '') return fused;
  let model: ModelCost | undefined;
  try {
    const before = await turnsBeforeEach(best, context);
    const inOrder = best.toSorted((a, b) => inTime(a.memory, b.memory));
    const passages = inOrder.map((each) => passageOf(each, turns, before.get(each.memory.id)));
    const readings = await context.reader.answers(plan.query, passages, {
      signal: context.signal,
      onModel: (cost) => {
        model = cost;
      },
    });
    if (readings.length !== best.length || !readings.every(({ odds }) => Number.isFinite(odds)))
      throw new Error(`must give finite odds for each of ${best.length} passages`);
    const surest = Math.max(...readings.map(({ odds }) => odds));
    const read = inOrder.map((turn, at) => ({ turn, ...(readings[at] as PassageReading) }));
    const oddsOf = new Map(read.map(({ turn, odds }) => [turn, odds]));
    const ordered = surest < LEAST_ODDS ? fused.scored : reordered(fused.scored, best, oddsOf);
    const scored = withReadings(ordered, read, plan);
    return { ...fused, scored, read: surest, ...(model && { model }) };
  } catch (error) {
    const degraded = [...fused.degraded, failed('reader', error)];
    return { ...fused, degraded, ...(model && { model }) };
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
  return !isReply && !isOfAnother(rival, memory) && inTime(memory, rival) < 0;
}

/** What one person says is no news of what another said. */
const isOfAnother = (one: Memory, other: Memory): boolean =>
  [one, other].every(({ metadata }) => metadata['role'] === 'user') && !isOfOneSpeaker(one, other);

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

interface ReadTurn extends PassageReading {
  readonly turn: Turn;
}

/**
 * Keeps the readings beside what was read; what a later turn made untrue stays below that, however well it answers, and is marked as outdated unless
 * that is trusted less. `read` is in the order of time.
 */
function withReadings(scored: readonly Scored[], read: readonly ReadTurn[], { asking }: Plan): readonly Scored[] {
  const isOutdated = ({ outdated = 0 }: PassageReading) => outdated >= SURELY_OUTDATED;
  const found = new Map(
    read.flatMap(({ turn, ...own }, at) => {
      const reading = asking.isForFormer ? { odds: own.odds } : own;
      const [newer] = read
        .slice(at + 1)
        .filter((later) => isOutdated(reading) && !isOutdated(later) && later.odds >= LEAST_ODDS)
        .filter((later) => !isOfAnother(later.turn.memory, turn.memory))
        .sort((a, b) => b.odds - a.odds)
        .map((later) => later.turn.memory);
      return turn.items.map((item) => [item.memory.id, { reading, newer }] as const);
    }),
  );
  const scores = new Map(scored.map(({ memory, score }) => [memory.id, score]));
  return scored
    .map((item) => {
      const { reading, newer } = found.get(item.memory.id) ?? {};
      const isMarked = newer !== undefined && mayOutdate(newer, item.memory);
      const outdated = item.outdated ?? (isMarked ? { by: newer.id, since: happenedAt(newer) } : undefined);
      const by = item.memory.supersededBy ?? (asking.isForFormer ? undefined : (item.outdated?.by ?? newer?.id));
      const limit = (scores.get(by ?? '') ?? Infinity) - BELOW;
      const placed = item.score > limit ? moved(item, limit - item.score) : item;
      const breakdown = { ...placed.breakdown, ...(reading && { reading }) };
      return { ...placed, breakdown, ...(outdated && { outdated }) };
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
