import { dot, type Embedder, reads, type Vector } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import { type Reader, surelyDoes } from '../contracts/reader.ts';
import type { StoreReader } from '../contracts/store.ts';
import { failed } from '../errors.ts';
import { happenedAt, isWellWorded, type Memory, voiced } from '../model/memory.ts';
import type { Degradation } from '../model/report.ts';
import { isBelow, trustOfMemory } from '../model/trust.ts';
import { isOfOneSpeaker, sessionOf } from './features.ts';
import type { Plan, Space } from './plan.ts';
import type { Judged, Sure } from './threshold.ts';

/** So many of the best are compared with one another, and so many pairs of them read, the nearest first. */
const BEST = 8;
const MOST_PAIRS = 8;
/** How near two statements of one matter are at least. */
const NEAR = 0.4;
/**
 * Longer turns tell several things, of which a later one replaces some: on stories left out, every other one that was marked still answered
 * (decision 27).
 */
const MOST_WORDS = 20;
const BELOW = 1e-6;

interface RelateContext {
  readonly relations: NonNullable<Reader['relations']>;
  readonly embedder: Embedder;
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
  /** What is said against memories of more trust: the ids of those. */
  readonly against: ReadonlyMap<string, readonly string[]>;
  readonly degraded: readonly Degradation[];
}

/** Where nothing was read. */
export const UNRELATED: Related = { items: [], repeats: new Map(), against: new Map(), degraded: [] };

/**
 * Reads the best few with one another. What a later one replaced is marked and stands below it, unless the query asks for what was before; what
 * says the same in other words is told once.
 */
export async function relate(
  { relevant: items, lagging }: Pick<Judged, 'relevant' | 'lagging'>,
  plan: Plan,
  context: RelateContext,
): Promise<Related> {
  try {
    const pairs = await pairsOf(items, lagging, context);
    if (pairs.length === 0) return { ...UNRELATED, items };
    const read = await context.relations(
      pairs.map(({ older, newer }) => ({ older: voiced(older.memory), newer: voiced(newer.memory) })),
      { urgent: true },
    );
    const replaced = new Map<string, Memory>();
    const again = new Map<string, string>();
    const against = new Map<string, string[]>();
    // The nearest pairs come first.
    for (const [at, { older, newer }] of pairs.entries()) {
      const does = surelyDoes(read[at]);
      const { id } = older.memory;
      if (isLess(newer, older)) {
        if (does === 'replaces') against.set(newer.memory.id, [...(against.get(newer.memory.id) ?? []), id]);
        continue;
      }
      if (replaced.has(id) || again.has(id)) continue;
      if (does === 'replaces') replaced.set(id, newer.memory);
      if (does === 'same' && !lagging.includes(newer)) again.set(id, newer.memory.id);
    }
    for (const [id, by] of again) if (replaced.has(id) || replaced.has(by)) again.delete(id);
    // Of three wordings the first is told again by the second, and that by the third.
    const latest = (id: string): string => (again.has(id) ? latest(again.get(id) as string) : id);
    const repeats = new Map([...again.keys()].map((id) => [id, latest(id)]));
    return { items: marked(withNews(items, lagging, replaced), replaced, plan), repeats, against, degraded: [] };
  } catch (error) {
    return { ...UNRELATED, items, degraded: [failed('reader', error)] };
  }
}

/** What replaced one of them is wanted as much, however little it has of what is asked. */
function withNews(
  items: readonly Sure[],
  lagging: readonly Sure[],
  replaced: ReadonlyMap<string, Memory>,
): readonly Sure[] {
  const news = lagging.flatMap((item) => {
    const older = items.find(({ memory }) => replaced.get(memory.id)?.id === item.memory.id);
    return older === undefined ? [] : [{ ...item, score: older.score, confidence: older.confidence }];
  });
  return [...items, ...news];
}

/** What was replaced stands below what replaced it, and that below what replaced it in turn. */
function marked(items: readonly Sure[], replaced: ReadonlyMap<string, Memory>, { asking }: Plan): readonly Sure[] {
  if (replaced.size === 0) return items;
  const scores = new Map(items.map(({ memory, score }) => [memory.id, score]));
  const scoreOf = (id: string): number => {
    const own = scores.get(id) ?? Infinity;
    const by = replaced.get(id);
    return by === undefined ? own : Math.min(own, scoreOf(by.id) - BELOW);
  };
  return items
    .map((item): Sure => {
      const by = replaced.get(item.memory.id);
      if (by === undefined) return item;
      const score = asking.isForFormer ? item.score : scoreOf(item.memory.id);
      return { ...item, score, outdated: { by: by.id, since: happenedAt(by) } };
    })
    .sort((a, b) => b.score - a.score);
}

/** An older and a newer statement that are near; not a turn and its reply, nor what was drawn from it. */
async function pairsOf(items: readonly Sure[], lagging: readonly Sure[], context: RelateContext): Promise<Pair[]> {
  const best = [...items, ...lagging]
    .slice(0, BEST)
    .filter((item) => item.outdated === undefined && item.memory.status === 'active' && saysOneThing(item, context));
  if (best.length < 2) return [];
  const vectors = await vectorsOf(best, context);
  const pairs = best.flatMap((older) =>
    best.flatMap((newer): Pair[] => {
      const [one, other] = [vectors.get(older.memory.id), vectors.get(newer.memory.id)];
      if (one === undefined || other === undefined || lagging.includes(older) || !isLater(older, newer)) return [];
      return [{ older, newer, nearness: dot(one, other) }];
    }),
  );
  return pairs
    .filter(({ nearness }) => nearness >= NEAR)
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, MOST_PAIRS);
}

/** And in a language that the models have learnt from: in others, every fifth that the reader is sure of is none. */
function saysOneThing({ memory: { content } }: Sure, { languages, embedder }: RelateContext): boolean {
  const language = languages.of(content);
  return (
    reads(embedder, language.code) &&
    language.sentences(content).length === 1 &&
    language.words(content).length <= MOST_WORDS
  );
}

function isLater({ memory: older }: Sure, { memory: newer }: Sure): boolean {
  // What the assistant says is weighed like what the user says, and neither is in doubt for the other.
  if (trustOfMemory(newer) === 'agent' && trustOfMemory(older) === 'user') return false;
  if (newer.metadata['role'] === 'assistant' || older.agentId !== newer.agentId) return false;
  // "I have a dog" of one says nothing of the other's.
  if (older.projectId !== newer.projectId || !isOfOneSpeaker(older, newer)) return false;
  // A language model has read both, and better.
  if (isWellWorded(older) && isWellWorded(newer)) return false;
  if (older.provenance.episodeIds.some((id) => newer.provenance.episodeIds.includes(id))) return false;
  const after = happenedAt(newer).getTime() - happenedAt(older).getTime();
  const places = (newer.provenance.position ?? 0) - (older.provenance.position ?? 0);
  return after > 0 || (after === 0 && sessionOf(older) === sessionOf(newer) && places > 0);
}

const isLess = (one: Sure, other: Sure): boolean => isBelow(trustOfMemory(one.memory), trustOfMemory(other.memory));

async function vectorsOf(
  items: readonly Sure[],
  { spaces, store, embedder }: RelateContext,
): Promise<Map<string, Vector>> {
  const found = await Promise.all(
    spaces.map(({ owner, store: own = store }) => {
      const ids = items.filter(({ memory }) => memory.agentId === owner.agentId).map(({ memory }) => memory.id);
      return ids.length < 1 ? [] : own.vectorsOf(owner, ids, embedder.id);
    }),
  );
  return new Map(found.flat().map(({ memoryId, vector }) => [memoryId, vector]));
}
