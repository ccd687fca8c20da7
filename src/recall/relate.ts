import { dot, type Vector } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import type { PairRelation, Reader } from '../contracts/reader.ts';
import type { StoreReader } from '../contracts/store.ts';
import { reasonOf } from '../errors.ts';
import { happenedAt, voiced } from '../model/memory.ts';
import type { Degradation } from '../model/report.ts';
import { sessionOf } from './features.ts';
import type { Plan, Space } from './plan.ts';
import type { Sure } from './threshold.ts';

/** So many of the best are compared with one another, and so many pairs of them read, the nearest first. */
const BEST = 8;
const MOST_PAIRS = 8;
/** How near two statements of one matter are at least. */
const NEAR = 0.4;
/**
 * Longer turns tell several things, of which a later one replaces some: on stories left out, every fourth that was marked was still the answer. Of
 * sentences so short it was none of three hundred.
 */
const MOST_WORDS = 20;
/** How sure the reader must be that one replaces the other, or says the same. */
const SURE = 0.85;
const BELOW = 1e-6;

interface RelateContext {
  readonly relations: NonNullable<Reader['relations']>;
  readonly embedderId: string;
  readonly languages: Languages;
  readonly spaces: readonly Space[];
  readonly store: StoreReader;
}

interface Pair {
  readonly older: Sure;
  readonly newer: Sure;
  readonly nearness: number;
}

export interface Related {
  readonly items: readonly Sure[];
  /** Those that say again what another says, by their ids. */
  readonly repeats: ReadonlyMap<string, string>;
  readonly degraded: readonly Degradation[];
}

/**
 * Reads the best few with one another. What a later one replaced is marked and stands below it, unless the query asks for what was before; what
 * says the same in other words is told once.
 */
export async function relate(items: readonly Sure[], plan: Plan, context: RelateContext): Promise<Related> {
  const pairs = await pairsOf(items, context);
  if (pairs.length === 0) return { items, repeats: new Map(), degraded: [] };
  try {
    const read = await context.relations(
      pairs.map(({ older, newer }) => ({ older: voiced(older.memory), newer: voiced(newer.memory) })),
    );
    const such = (relation: PairRelation) =>
      pairs.filter((_, at) => read[at]?.relation === relation && read[at].chance >= SURE);
    const replaced = new Map(such('replaces').map(({ older, newer }) => [older.memory.id, newer]));
    const again = new Map(such('same').map(({ older, newer }) => [older.memory.id, newer.memory.id]));
    // Of three wordings the first is told again by the second, and that by the third.
    const latest = (id: string): string => (again.has(id) ? latest(again.get(id) as string) : id);
    const repeats = new Map([...again.keys()].map((id) => [id, latest(id)]));
    return { items: marked(items, replaced, plan), repeats, degraded: [] };
  } catch (error) {
    return { items, repeats: new Map(), degraded: [{ part: 'reader', reason: reasonOf(error) }] };
  }
}

function marked(items: readonly Sure[], replaced: ReadonlyMap<string, Sure>, { asking }: Plan): readonly Sure[] {
  if (replaced.size === 0) return items;
  const scores = new Map(items.map(({ memory, score }) => [memory.id, score]));
  return items
    .map((item) => {
      const by = replaced.get(item.memory.id)?.memory;
      if (by === undefined) return item;
      const limit = asking.isForFormer ? Infinity : (scores.get(by.id) ?? Infinity) - BELOW;
      return { ...item, score: Math.min(item.score, limit), outdated: { by: by.id, since: happenedAt(by) } };
    })
    .sort((a, b) => b.score - a.score);
}

/** An older and a newer statement that are near; not a turn and its reply, nor what was drawn from it. */
async function pairsOf(items: readonly Sure[], context: RelateContext): Promise<Pair[]> {
  const best = items
    .slice(0, BEST)
    .filter((item) => item.outdated === undefined && item.memory.status === 'active' && saysOneThing(item, context));
  if (best.length < 2) return [];
  const vectors = await vectorsOf(best, context);
  const pairs = best.flatMap((older) =>
    best.flatMap((newer): Pair[] => {
      const [one, other] = [vectors.get(older.memory.id), vectors.get(newer.memory.id)];
      if (one === undefined || other === undefined || !isLater(older, newer)) return [];
      return [{ older, newer, nearness: dot(one, other) }];
    }),
  );
  return pairs
    .filter(({ nearness }) => nearness >= NEAR)
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, MOST_PAIRS);
}

function saysOneThing({ memory: { content } }: Sure, { languages }: RelateContext): boolean {
  const language = languages.of(content);
  return language.sentences(content).length === 1 && language.words(content).length <= MOST_WORDS;
}

function isLater({ memory: older }: Sure, { memory: newer }: Sure): boolean {
  if (newer.metadata['role'] === 'assistant' || older.agentId !== newer.agentId) return false;
  if (older.provenance.episodeIds.some((id) => newer.provenance.episodeIds.includes(id))) return false;
  const after = happenedAt(newer).getTime() - happenedAt(older).getTime();
  const places = (newer.provenance.position ?? 0) - (older.provenance.position ?? 0);
  return after > 0 || (after === 0 && sessionOf(older) === sessionOf(newer) && places > 0);
}

async function vectorsOf(
  items: readonly Sure[],
  { spaces, store, embedderId }: RelateContext,
): Promise<Map<string, Vector>> {
  const found = await Promise.all(
    spaces.map(({ owner, store: own = store }) => {
      const ids = items.filter(({ memory }) => memory.agentId === owner.agentId).map(({ memory }) => memory.id);
      return ids.length < 1 ? [] : own.vectorsOf(owner, ids, embedderId);
    }),
  );
  return new Map(found.flat().map(({ memoryId, vector }) => [memoryId, vector]));
}
