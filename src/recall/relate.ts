import { dot, type Embedder, readsLanguage, type Vector } from '../contracts/embedder.ts';
import type { Languages } from '../contracts/language.ts';
import { type Reader, sureRelation } from '../contracts/reader.ts';
import type { StoreReader } from '../contracts/store.ts';
import { failed } from '../errors.ts';
import { happenedAt, isWordedByModel, type Memory, withRole } from '../model/memory.ts';
import type { Degradation } from '../model/report.ts';
import { isBelow, trustOfMemory } from '../model/trust.ts';
import { isOfOneSpeaker, sessionKeyOf } from './features.ts';
import type { Plan, Space } from './plan.ts';
import type { RatedMemory, ThresholdResult } from './threshold.ts';

/** So many of the best are compared with one another, and so many pairs of them read, the nearest first. */
const MAX_COMPARED = 8;
const MAX_PAIRS = 8;
/** How near two statements of one matter are at least. */
const MIN_NEARNESS = 0.4;
/**
 * Longer turns tell several things, of which a later one replaces some: on stories left out, every other one that was marked still answered
 * (decision 27).
 */
const MAX_WORDS = 20;
const SCORE_STEP = 1e-6;

interface RelateContext {
  readonly relations: NonNullable<Reader['relations']>;
  readonly embedder: Embedder;
  readonly languages: Languages;
  readonly spaces: readonly Space[];
  readonly store: StoreReader;
}

interface NearPair {
  readonly older: RatedMemory;
  readonly newer: RatedMemory;
  readonly nearness: number;
}

export interface RelatedItems {
  readonly items: readonly RatedMemory[];
  /** Those that say again what another says, by their ids. */
  readonly repeats: ReadonlyMap<string, string>;
  /** What is said against memories of more trust: the ids of those. */
  readonly contradictions: ReadonlyMap<string, readonly string[]>;
  readonly degraded: readonly Degradation[];
}

/** Where nothing was read. */
export const NOTHING_RELATED: RelatedItems = { items: [], repeats: new Map(), contradictions: new Map(), degraded: [] };

/**
 * Reads the best few with one another. What a later one replaced is marked and stands below it, unless the query asks for what was before; what
 * says the same in other words is told once.
 */
export async function relate(
  { relevant: items, lagging }: Pick<ThresholdResult, 'relevant' | 'lagging'>,
  plan: Plan,
  context: RelateContext,
): Promise<RelatedItems> {
  try {
    const pairs = await pairsOf(items, lagging, context);
    if (pairs.length === 0) return { ...NOTHING_RELATED, items };
    const readings = await context.relations(
      pairs.map(({ older, newer }) => ({ older: withRole(older.memory), newer: withRole(newer.memory) })),
      { urgent: true },
    );
    const replaced = new Map<string, Memory>();
    const repeatedBy = new Map<string, string>();
    const contradictions = new Map<string, string[]>();
    // The nearest pairs come first.
    for (const [at, { older, newer }] of pairs.entries()) {
      const relation = sureRelation(readings[at]);
      const { id } = older.memory;
      if (isLessTrusted(newer, older)) {
        if (relation === 'replaces')
          contradictions.set(newer.memory.id, [...(contradictions.get(newer.memory.id) ?? []), id]);
        continue;
      }
      if (replaced.has(id) || repeatedBy.has(id)) continue;
      if (relation === 'replaces') replaced.set(id, newer.memory);
      if (relation === 'same' && !lagging.includes(newer)) repeatedBy.set(id, newer.memory.id);
    }
    for (const [id, by] of repeatedBy) if (replaced.has(id) || replaced.has(by)) repeatedBy.delete(id);
    // Of three wordings the first is told again by the second, and that by the third.
    const latest = (id: string): string => (repeatedBy.has(id) ? latest(repeatedBy.get(id) as string) : id);
    const repeats = new Map([...repeatedBy.keys()].map((id) => [id, latest(id)]));
    return {
      items: markOutdated(withReplacements(items, lagging, replaced), replaced, plan),
      repeats,
      contradictions,
      degraded: [],
    };
  } catch (error) {
    return { ...NOTHING_RELATED, items, degraded: [failed('reader', error)] };
  }
}

/** What replaced one of them is wanted as much, however little it has of what is asked. */
function withReplacements(
  items: readonly RatedMemory[],
  lagging: readonly RatedMemory[],
  replaced: ReadonlyMap<string, Memory>,
): readonly RatedMemory[] {
  const replacements = lagging.flatMap((item) => {
    const older = items.find(({ memory }) => replaced.get(memory.id)?.id === item.memory.id);
    return older === undefined ? [] : [{ ...item, score: older.score, confidence: older.confidence }];
  });
  return [...items, ...replacements];
}

/** What was replaced stands below what replaced it, and that below what replaced it in turn. */
function markOutdated(
  items: readonly RatedMemory[],
  replaced: ReadonlyMap<string, Memory>,
  { intent }: Plan,
): readonly RatedMemory[] {
  if (replaced.size === 0) return items;
  const scores = new Map(items.map(({ memory, score }) => [memory.id, score]));
  const scoreOf = (id: string): number => {
    const own = scores.get(id) ?? Infinity;
    const by = replaced.get(id);
    return by === undefined ? own : Math.min(own, scoreOf(by.id) - SCORE_STEP);
  };
  return items
    .map((item): RatedMemory => {
      const by = replaced.get(item.memory.id);
      if (by === undefined) return item;
      const score = intent.isForFormer ? item.score : scoreOf(item.memory.id);
      return { ...item, score, outdated: { by: by.id, since: happenedAt(by) } };
    })
    .sort((a, b) => b.score - a.score);
}

/** An older and a newer statement that are near; not a turn and its reply, nor what was drawn from it. */
async function pairsOf(
  items: readonly RatedMemory[],
  lagging: readonly RatedMemory[],
  context: RelateContext,
): Promise<NearPair[]> {
  const best = [...items, ...lagging]
    .slice(0, MAX_COMPARED)
    .filter((item) => item.outdated === undefined && item.memory.status === 'active' && saysOneThing(item, context));
  if (best.length < 2) return [];
  const vectors = await vectorsOf(best, context);
  const pairs = best.flatMap((older) =>
    best.flatMap((newer): NearPair[] => {
      const [one, other] = [vectors.get(older.memory.id), vectors.get(newer.memory.id)];
      if (one === undefined || other === undefined || lagging.includes(older) || !isLater(older, newer)) return [];
      return [{ older, newer, nearness: dot(one, other) }];
    }),
  );
  return pairs
    .filter(({ nearness }) => nearness >= MIN_NEARNESS)
    .sort((a, b) => b.nearness - a.nearness)
    .slice(0, MAX_PAIRS);
}

/** And in a language that the models have learnt from: in others, every fifth that the reader is sure of is none. */
function saysOneThing({ memory: { content } }: RatedMemory, { languages, embedder }: RelateContext): boolean {
  const language = languages.of(content);
  return (
    readsLanguage(embedder, language.code) &&
    language.sentences(content).length === 1 &&
    language.words(content).length <= MAX_WORDS
  );
}

function isLater({ memory: older }: RatedMemory, { memory: newer }: RatedMemory): boolean {
  // What the assistant says is weighed like what the user says, and neither is in doubt for the other.
  if (trustOfMemory(newer) === 'agent' && trustOfMemory(older) === 'user') return false;
  if (newer.metadata['role'] === 'assistant' || older.agentId !== newer.agentId) return false;
  // "I have a dog" of one says nothing of the other's.
  if (older.projectId !== newer.projectId || !isOfOneSpeaker(older, newer)) return false;
  // A language model has read both, and better.
  if (isWordedByModel(older) && isWordedByModel(newer)) return false;
  if (older.provenance.episodeIds.some((id) => newer.provenance.episodeIds.includes(id))) return false;
  const after = happenedAt(newer).getTime() - happenedAt(older).getTime();
  const positionGap = (newer.provenance.position ?? 0) - (older.provenance.position ?? 0);
  return after > 0 || (after === 0 && sessionKeyOf(older) === sessionKeyOf(newer) && positionGap > 0);
}

const isLessTrusted = (one: RatedMemory, other: RatedMemory): boolean =>
  isBelow(trustOfMemory(one.memory), trustOfMemory(other.memory));

async function vectorsOf(
  items: readonly RatedMemory[],
  { spaces, store, embedder }: RelateContext,
): Promise<Map<string, Vector>> {
  const vectorsBySpace = await Promise.all(
    spaces.map(({ owner, store: own = store }) => {
      const ids = items.filter(({ memory }) => memory.agentId === owner.agentId).map(({ memory }) => memory.id);
      return ids.length < 1 ? [] : own.vectorsOf(owner, ids, embedder.id);
    }),
  );
  return new Map(vectorsBySpace.flat().map(({ memoryId, vector }) => [memoryId, vector]));
}
