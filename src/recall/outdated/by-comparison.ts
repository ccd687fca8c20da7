import { dot, type Embedder, readsLanguage, type Vector } from '../../contracts/embedder.ts';
import type { Languages } from '../../contracts/language.ts';
import { type Reader, sureRelation } from '../../contracts/reader.ts';
import type { StoreReader } from '../../contracts/store.ts';
import { failed } from '../../errors.ts';
import { happenedAt, isWordedByModel, type Memory, withRole } from '../../model/memory.ts';
import type { Degradation } from '../../model/report.ts';
import { isBelow, trustOfMemory } from '../../model/trust.ts';
import { isOfOneSpeaker, sessionKeyOf } from '../features.ts';
import type { Plan, Space } from '../plan.ts';
import type { RatedMemory, ThresholdResult } from '../threshold.ts';
import { below, outdatedBy } from './outdated.ts';

const MAX_COMPARED = 8;
const MAX_PAIRS = 8;
const MIN_NEARNESS = 0.4;
/** Longer episodes make several statements: on stories left out, half of those marked as outdated still answered (docs/notes/reader.md). */
const MAX_WORDS = 20;

interface ComparisonContext {
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

export interface ComparedItems {
  readonly items: readonly RatedMemory[];
  readonly repeats: ReadonlyMap<string, string>;
  /** Ids of the more trusted memories that a memory contradicts, by its id. */
  readonly contradictions: ReadonlyMap<string, readonly string[]>;
  readonly degraded: readonly Degradation[];
}

export const NOTHING_COMPARED: ComparedItems = {
  items: [],
  repeats: new Map(),
  contradictions: new Map(),
  degraded: [],
};

/** A replaced item ranks below its successor, unless the query asks for the former state; items that say the same are merged. */
export async function outdatedByComparison(
  { relevant: items, lagging }: Pick<ThresholdResult, 'relevant' | 'lagging'>,
  plan: Plan,
  context: ComparisonContext,
): Promise<ComparedItems> {
  try {
    const pairs = await pairsOf(items, lagging, context);
    if (pairs.length === 0) return { ...NOTHING_COMPARED, items };
    const readings = await context.relations(
      pairs.map(({ older, newer }) => ({ older: withRole(older.memory), newer: withRole(newer.memory) })),
      { urgent: true },
    );
    const replaced = new Map<string, Memory>();
    const repeatedBy = new Map<string, string>();
    const contradictions = new Map<string, string[]>();
    // The nearest pairs come first and decide.
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
    // A third wording repeats the other two.
    const latest = (id: string): string => (repeatedBy.has(id) ? latest(repeatedBy.get(id) as string) : id);
    const repeats = new Map([...repeatedBy.keys()].map((id) => [id, latest(id)]));
    return {
      items: markOutdated(withReplacements(items, lagging, replaced), replaced, plan),
      repeats,
      contradictions,
      degraded: [],
    };
  } catch (error) {
    return { ...NOTHING_COMPARED, items, degraded: [failed('reader', error)] };
  }
}

/** A replacement is as relevant as the item that it replaces, even if it matches the query less. */
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
    return by === undefined ? own : below(own, scoreOf(by.id));
  };
  return items
    .map((item): RatedMemory => {
      const by = replaced.get(item.memory.id);
      if (by === undefined) return item;
      const score = intent.asksForFormer ? item.score : scoreOf(item.memory.id);
      return { ...item, score, outdated: outdatedBy(by) };
    })
    .sort((a, b) => b.score - a.score);
}

async function pairsOf(
  items: readonly RatedMemory[],
  lagging: readonly RatedMemory[],
  context: ComparisonContext,
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

/** In languages that the models have not learnt, a fifth of the sure readings are wrong. */
function saysOneThing({ memory: { content } }: RatedMemory, { languages, embedder }: ComparisonContext): boolean {
  const language = languages.of(content);
  return (
    readsLanguage(embedder, language.code) &&
    language.sentences(content).length === 1 &&
    language.words(content).length <= MAX_WORDS
  );
}

function isLater({ memory: older }: RatedMemory, { memory: newer }: RatedMemory): boolean {
  // The assistant's words weigh as much as the user's: neither makes the other doubted.
  if (trustOfMemory(newer) === 'agent' && trustOfMemory(older) === 'user') return false;
  if (newer.metadata['role'] === 'assistant' || older.agentId !== newer.agentId) return false;
  // One person's "I have a dog" says nothing about another's.
  if (older.projectId !== newer.projectId || !isOfOneSpeaker(older, newer)) return false;
  // A language model has compared both already, and better.
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
  { spaces, store, embedder }: ComparisonContext,
): Promise<Map<string, Vector>> {
  const vectorsBySpace = await Promise.all(
    spaces.map(({ owner, store: own = store }) => {
      const ids = items.filter(({ memory }) => memory.agentId === owner.agentId).map(({ memory }) => memory.id);
      return ids.length < 1 ? [] : own.vectorsOf(owner, ids, embedder.id);
    }),
  );
  return new Map(vectorsBySpace.flat().map(({ memoryId, vector }) => [memoryId, vector]));
}
