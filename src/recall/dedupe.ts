import type { Languages } from '../contracts/language.ts';
import { withoutPrompt } from '../model/episode.ts';
import { isPartOf } from '../model/listed.ts';
import { happenedAt, isWordedByModel, type Memory } from '../model/memory.ts';
import { compareTrust, trustOfMemory } from '../model/trust.ts';
import { words } from '../text/words.ts';
import { isYieldDue, yieldToEventLoop } from '../yield-to-event-loop.ts';
import { speakerOf } from './features.ts';
import type { RatedMemory } from './threshold.ts';

/** Near-duplicates are searched among this many of the best; after them only identical texts are merged. */
const MAX_COMPARED = 60;

export interface DistinctMemory extends RatedMemory {
  readonly folded: readonly Memory[];
}

interface DedupeOptions {
  /** Without a query a reworded memory is an item of its own; only a verbatim part of an episode merges with it. */
  readonly isListing?: boolean;
  /** The search for near-duplicates stops at this many items. */
  readonly itemsNeeded?: number;
  /** The id of the memory that says the same, by the id of the one that repeats it. */
  readonly repeats?: ReadonlyMap<string, string>;
}

interface DuplicateGroup {
  readonly best: RatedMemory;
  shown: Memory;
  folded: readonly Memory[];
}

/** Each statement once, at its best rank, as its most trusted memory. An episode and the facts drawn from it alone are one item, the episode. */
export async function dedupe(
  scored: readonly RatedMemory[],
  languages: Languages,
  { isListing = false, itemsNeeded = Infinity, repeats = new Map() }: DedupeOptions = {},
): Promise<DistinctMemory[]> {
  const groups: DuplicateGroup[] = [];
  const byRepeated = new Map<string, DuplicateGroup>();
  const byText = new Map<string, DuplicateGroup>();
  const bySource = new Map<string, DuplicateGroup>();
  const turns = new Map(scored.flatMap(({ memory }) => (isTurn(memory) ? [[sourceOf(memory), memory] as const] : [])));
  const covers = isListing ? (turn: Memory, fact: Memory) => isPartOf(fact, turn) : coversFact;
  for (const [at, best] of scored.entries()) {
    if (isYieldDue()) await yieldToEventLoop();
    const { memory } = best;
    const key = `${speakerOf(memory)}\0${String(memory.metadata['role'])}\0${memory.content.trim().toLowerCase()}`;
    const source = sourceOf(memory);
    const turn = source === undefined ? undefined : turns.get(source);
    const isCovered = turn !== undefined && (isTurn(memory) || covers(turn, memory));
    const alike =
      byText.get(key) ??
      byRepeated.get(repeats.get(memory.id) ?? memory.id) ??
      (at < MAX_COMPARED && groups.length < itemsNeeded ? findDuplicateGroup(memory, groups, languages) : undefined);
    const same = alike ?? (isCovered ? bySource.get(source as string) : undefined);
    const group = same ?? { best, shown: memory, folded: [] };
    if (same === undefined) groups.push(group);
    else fold(same, memory, alike === undefined);
    byText.set(key, group);
    if (repeats.size > 0) byRepeated.set(repeats.get(memory.id) ?? memory.id, group);
    if (isCovered && !bySource.has(source as string)) bySource.set(source as string, group);
  }
  return groups.map(({ best, shown, folded }) => ({ ...best, memory: shown, folded }));
}

const isTurn = ({ type }: Memory): boolean => type === 'episodic';

const sourceOf = ({ agentId, provenance: { episodeIds }, status, doubtedAt }: Memory): string | undefined =>
  episodeIds.length === 1 ? `${agentId}\n${episodeIds[0]}\n${status}\n${doubtedAt === undefined}` : undefined;

/** A fact that was corrected or reworded by hand keeps its source, but no longer repeats the episode. */
function coversFact({ content }: Memory, fact: Memory): boolean {
  const turnWords = new Set(words(content));
  const own = words(withoutPrompt(fact.content));
  const isReworded = fact.provenance.learningContext !== undefined && !isWordedByModel(fact);
  return !isReworded && 2 * own.filter((word) => turnWords.has(word)).length >= own.length;
}

/** The episode; or its only fact, when a language model worded that and it ranks best. */
function memoryToShow(memories: readonly Memory[], best: Memory): Memory | undefined {
  const isAlone = memories.filter((memory) => !isTurn(memory)).length === 1;
  return isAlone && isWordedByModel(best) ? best : memories.find(isTurn);
}

function fold(group: DuplicateGroup, memory: Memory, isOneOfSeveral: boolean): void {
  const better = comparePriority(memory, group.shown) > 0 ? memory : group.shown;
  const shown =
    (isOneOfSeveral ? memoryToShow([group.shown, memory, ...group.folded], group.best.memory) : undefined) ?? better;
  const others = [...group.folded, shown === memory ? group.shown : memory];
  group.folded =
    shown === group.shown || shown === memory ? others : [...others, group.shown].filter((each) => each !== shown);
  group.shown = shown;
}

/** Positive when the first is preferred. */
const comparePriority = (first: Memory, second: Memory): number =>
  compareTrust(trustOfMemory(first), trustOfMemory(second)) ||
  words(first.content).length - words(second.content).length ||
  first.provenance.episodeIds.length - second.provenance.episodeIds.length ||
  first.confidence - second.confidence ||
  happenedAt(first).getTime() - happenedAt(second).getTime();

/** Similar statements of two people about themselves are not duplicates. */
function findDuplicateGroup(
  memory: Memory,
  groups: readonly DuplicateGroup[],
  languages: Languages,
): DuplicateGroup | undefined {
  const language = languages.of(memory.content);
  return groups.find(
    ({ shown }) =>
      agree(speakerOf(shown), speakerOf(memory)) &&
      agree(shown.metadata['role'], memory.metadata['role']) &&
      language.saySame(shown.content, memory.content),
  );
}

const agree = (first: unknown, second: unknown): boolean =>
  (first ?? '') === '' || (second ?? '') === '' || first === second;
