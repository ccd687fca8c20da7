import { z } from 'zod';
import { askForList } from '../ask/ask-for-list.ts';
import type { ComponentContext, Found } from '../contracts/component.ts';
import type { Vector } from '../contracts/embedder.ts';
import type { Llm } from '../contracts/llm.ts';
import type { MemoryFilter } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import { termsOf } from '../text/terms.ts';
import { contentWords } from '../text/words.ts';
import type { Extracted } from './extract.ts';
import { oneLine } from './session-prompt.ts';

type Finding = Extracted['found'][number];

/** Whose memories a finding is compared with, and which of them. */
export interface Rivals {
  readonly owner: Owner;
  readonly filter: MemoryFilter;
}

interface Pair {
  readonly finding: Finding;
  readonly other: Memory | Finding;
  /** The other was said after it, though consolidated before. */
  readonly isLate: boolean;
  /** From 0 to 1: by words or by meaning, whichever is more. */
  readonly nearness: number;
}

type Verdict = Found['verdicts'][number];

export interface Decided {
  /** By the id of the finding. */
  readonly verdicts: ReadonlyMap<string, readonly Verdict[]>;
  /** The findings of verdicts that nothing else speaks for. */
  readonly doubted: readonly string[];
}

/** So many of the nearest are compared with each finding, and so many pairs at all. */
const NEAREST_EACH = 4;
const MOST_PAIRS = 60;
/** Nearer by meaning than what has nothing to do with one another. */
const LEAST_NEAR = 0.35;
/** Where no word is shared, so near they must be to be about one thing. */
const ALIKE = 0.5;

const SYSTEM = [
  'You keep a memory in order. For each pair of statements, an older and a newer one, say what the newer does to the older:',
  '"replaces": the older is no longer true, no longer so, or no longer planned, because of the newer.',
  '"same": both say the same thing of the same person or thing.',
  '"adds": both are true; the newer says more, or something else, of the same matter.',
  '"unrelated": they are about different people or things.',
  'What is of another person replaces nothing. Answer with JSON alone, for every pair its number and the word. An example:',
  '1. older: Odo lives in Vell. newer: Since June Odo has a flat in Marn.',
  "2. older: Odo plays the ondioline. newer: Odo's sister plays the drums.",
  '{"pairs":[{"pair":1,"is":"replaces"},{"pair":2,"is":"unrelated"}]}',
].join('\n');

const verdictSchema = z.object({ pair: z.int(), is: z.enum(['same', 'adds', 'replaces', 'unrelated']) });

/**
 * What each finding does to what is held and to the findings before it: one question to the model for all pairs that are near enough; none where
 * there are none. A finding in the very words of another says the same, and needs no question.
 */
export async function decide(
  found: readonly Finding[],
  rivalsOf: (finding: Finding) => Rivals,
  context: Pick<ComponentContext, 'store' | 'embedder' | 'languages' | 'signal'>,
  llm: Llm,
): Promise<Decided> {
  const pairs = await pairsOf(found, rivalsOf, context);
  const isRepeated = ({ finding, other }: Pair) => plain(finding.text) === plain(textOf(other));
  const asked = pairs.filter((pair) => !isRepeated(pair));
  const read = asked.length === 0 ? new Map<number, string>() : await askFor(asked, llm);
  const verdicts = new Map<string, Verdict[]>();
  const conclude = ({ finding, other }: Pair, relation: Verdict['relation']) =>
    verdicts.set(finding.id, [...(verdicts.get(finding.id) ?? []), { id: other.id, relation }]);
  for (const pair of pairs.filter(isRepeated)) conclude(pair, 'same');
  const doubted: string[] = [];
  for (const [at, pair] of asked.entries()) {
    const relation = read.get(at + 1);
    if (relation !== 'same' && relation !== 'replaces') continue;
    if (!isBacked(pair)) doubted.push(pair.finding.id);
    else conclude(pair, relation === 'replaces' && pair.isLate ? 'replacedBy' : relation);
  }
  return { verdicts, doubted };
}

async function askFor(pairs: readonly Pair[], llm: Llm): Promise<ReadonlyMap<number, string>> {
  const user = pairs.map(({ finding, other, isLate }, at) => {
    const [older, newer] = isLate ? [finding, other] : [other, finding];
    return `${at + 1}. older: ${oneLine(textOf(older))} newer: ${oneLine(textOf(newer))}`;
  });
  try {
    const { items } = await askForList(llm, {
      system: SYSTEM,
      user: user.join('\n'),
      key: 'pairs',
      item: verdictSchema,
    });
    return new Map(items.map(({ pair, is }) => [pair, is]));
  } catch (error) {
    // What was found is not lost with it: both statements stay, the newer one first.
    if (SouvenirError.is(error) && error.code === 'badModelAnswer') return new Map();
    throw error;
  }
}

const textOf = (statement: Memory | Finding): string => ('text' in statement ? statement.text : statement.content);
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** In no language's words: they share a name, a number or a word that says something, or their vectors are close. */
function isBacked({ finding, other, nearness }: Pair): boolean {
  if (nearness >= ALIKE) return true;
  const terms = new Set(termsOf(textOf(other)).filter((term) => term.length > 2));
  return termsOf(finding.text).some((term) => terms.has(term));
}

async function pairsOf(
  found: readonly Finding[],
  rivalsOf: (finding: Finding) => Rivals,
  context: Pick<ComponentContext, 'store' | 'embedder' | 'languages' | 'signal'>,
): Promise<Pair[]> {
  const vectors = await vectorsOf(found, context);
  const pairs: Pair[] = [];
  for (const [at, finding] of found.entries()) {
    const rivals = rivalsOf(finding);
    const vector = vectors[at];
    const held = await nearestHeld(finding, vector, rivals, context);
    const before = found.slice(0, at).flatMap((other, index): Pair[] => {
      if (rivalsOf(other) !== rivals) return [];
      const [one, two] = [vector, vectors[index]];
      const nearness = one === undefined || two === undefined ? sharedShare(finding, other, context) : dot(one, two);
      return nearness < LEAST_NEAR ? [] : [{ finding, other, nearness, isLate: false }];
    });
    pairs.push(...[...held, ...before].sort((a, b) => b.nearness - a.nearness).slice(0, NEAREST_EACH));
  }
  const nearest = new Set([...pairs].sort((a, b) => b.nearness - a.nearness).slice(0, MOST_PAIRS));
  return pairs.filter((pair) => nearest.has(pair));
}

async function nearestHeld(
  finding: Finding,
  vector: Vector | undefined,
  { owner, filter }: Rivals,
  { store, embedder, languages }: Pick<ComponentContext, 'store' | 'embedder' | 'languages'>,
): Promise<Pair[]> {
  const terms = contentWords(finding.text, languages.of(finding.text));
  const byWords = terms.length === 0 ? [] : await store.searchText(owner, { terms, filter, limit: NEAREST_EACH });
  const byMeaning =
    vector === undefined || embedder === undefined
      ? []
      : await store.searchVector(owner, { embedderId: embedder.id, vector, filter, limit: NEAREST_EACH });
  const nearness = new Map<string, number>();
  for (const { memoryId, score } of [...byWords, ...byMeaning.filter(({ score }) => score >= LEAST_NEAR)])
    nearness.set(memoryId, Math.max(score, nearness.get(memoryId) ?? 0));
  const memories = await store.getMemories(owner, [...nearness.keys()]);
  return memories.map((other) => ({
    ...{ finding, other, nearness: nearness.get(other.id) ?? 0 },
    isLate: other.validAt !== undefined && other.validAt > finding.episodes[0].occurredAt,
  }));
}

/** None without an embedder, or with one that fails. */
async function vectorsOf(
  found: readonly Finding[],
  { embedder, signal }: Pick<ComponentContext, 'embedder' | 'signal'>,
): Promise<readonly (Vector | undefined)[]> {
  if (embedder === undefined || found.length === 0) return [];
  const texts = found.map(({ text }) => text);
  const vectors = await embedder.embed(texts, { ...(signal && { signal }) }).catch(() => []);
  signal?.throwIfAborted();
  return vectors;
}

function sharedShare(one: Finding, other: Finding, { languages }: Pick<ComponentContext, 'languages'>): number {
  const telling = (text: string) => new Set(contentWords(text, languages.of(text)).flatMap((word) => termsOf(word)));
  const [left, right] = [telling(one.text), telling(other.text)];
  const shared = [...left].filter((term) => right.has(term)).length;
  return shared / Math.max(1, Math.min(left.size, right.size));
}

function dot(one: Vector, other: Vector): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
