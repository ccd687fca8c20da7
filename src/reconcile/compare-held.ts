import type { ComponentContext, Found } from '../contracts/component.ts';
import { dot, type Vector } from '../contracts/embedder.ts';
import type { MemoryFilter } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import { termsOf } from '../text/terms.ts';
import { contentWords } from '../text/words.ts';

/** Something new, by the id its memory will have, and when it was said. */
export interface Statement {
  readonly id: string;
  readonly text: string;
  readonly saidAt: Date;
}

/** Whose memories statements are compared with, and which of them. */
export interface Rivals {
  readonly owner: Owner;
  readonly filter: MemoryFilter;
}

/** Two statements of one memory. */
export interface StatementPair {
  readonly older: string;
  readonly newer: string;
}

/** What the newer statement does to the older, for each pair in order; anything else leaves both alone. */
export type Judge = (pairs: readonly StatementPair[]) => Promise<readonly (string | undefined)[]>;

type Verdict = Found['verdicts'][number];

export interface Compared {
  /** By the id of the statement. */
  readonly verdicts: ReadonlyMap<string, readonly Verdict[]>;
  /** The statements of verdicts that nothing else speaks for. */
  readonly doubted: readonly string[];
}

interface Pair {
  readonly statement: Statement;
  readonly other: { readonly id: string; readonly text: string };
  /** The other was said after it, though consolidated before. */
  readonly isLate: boolean;
  /** From 0 to 1: by words or by meaning, whichever is more. */
  readonly nearness: number;
}

type Context = Pick<ComponentContext, 'store' | 'embedder' | 'languages' | 'signal'>;

/** So many of the nearest are compared with each statement, and so many pairs at all. */
const NEAREST_EACH = 4;
const MOST_PAIRS = 60;
/** Nearer by meaning than what has nothing to do with one another. */
const LEAST_NEAR = 0.35;
/** Where no word is shared, so near they must be to be about one thing. */
const ALIKE = 0.5;

/**
 * What each statement does to what is held and to those before it: one question for all pairs that are near enough; none where there are none.
 * A statement in the very words of another says the same, and needs no question.
 */
export async function compareHeld(
  statements: readonly Statement[],
  rivals: Rivals,
  context: Context,
  judge: Judge,
): Promise<Compared> {
  const pairs = await pairsOf(statements, rivals, context);
  const asked = pairs.filter((pair) => !isRepeated(pair));
  const read = asked.length === 0 ? [] : await judge(asked.map(inOrder));
  const verdicts = new Map<string, Verdict[]>();
  const conclude = ({ statement, other }: Pair, relation: Verdict['relation']) =>
    verdicts.set(statement.id, [...(verdicts.get(statement.id) ?? []), { id: other.id, relation }]);
  for (const pair of pairs.filter(isRepeated)) conclude(pair, 'same');
  const doubted: string[] = [];
  for (const [at, pair] of asked.entries()) {
    const relation = read[at];
    if (relation !== 'same' && relation !== 'replaces') continue;
    // In no language's words: they share a name, a number or a word that says something, or their vectors are close.
    const isBacked = pair.nearness >= ALIKE || sharedShare(pair.statement.text, pair.other.text, context) > 0;
    if (!isBacked) doubted.push(pair.statement.id);
    else conclude(pair, relation === 'replaces' && pair.isLate ? 'replacedBy' : relation);
  }
  return { verdicts, doubted };
}

const isRepeated = ({ statement, other }: Pair): boolean => plain(statement.text) === plain(other.text);

const inOrder = ({ statement, other, isLate }: Pair): StatementPair =>
  isLate ? { older: statement.text, newer: other.text } : { older: other.text, newer: statement.text };

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

async function pairsOf(statements: readonly Statement[], rivals: Rivals, context: Context): Promise<Pair[]> {
  const vectors = await vectorsOf(statements, context);
  const pairs: Pair[] = [];
  for (const [at, statement] of statements.entries()) {
    const vector = vectors[at];
    const held = await nearestHeld(statement, vector, rivals, context);
    const before = statements.slice(0, at).flatMap((other, index): Pair[] => {
      const [one, two] = [vector, vectors[index]];
      const nearness =
        one === undefined || two === undefined ? sharedShare(statement.text, other.text, context) : dot(one, two);
      return nearness < LEAST_NEAR ? [] : [{ statement, other, nearness, isLate: other.saidAt > statement.saidAt }];
    });
    const near = [...held, ...before].sort((a, b) => b.nearness - a.nearness);
    pairs.push(...near.filter(isRepeated), ...near.filter((pair) => !isRepeated(pair)).slice(0, NEAREST_EACH));
  }
  const asked = pairs.filter((pair) => !isRepeated(pair)).sort((a, b) => b.nearness - a.nearness);
  const kept = new Set(asked.slice(0, MOST_PAIRS));
  return pairs.filter((pair) => isRepeated(pair) || kept.has(pair));
}

async function nearestHeld(
  statement: Statement,
  vector: Vector | undefined,
  { owner, filter }: Rivals,
  { store, embedder, languages }: Context,
): Promise<Pair[]> {
  const terms = contentWords(statement.text, languages.of(statement.text));
  const byWords = terms.length === 0 ? [] : await store.searchText(owner, { terms, filter, limit: NEAREST_EACH });
  const byMeaning =
    vector === undefined || embedder === undefined
      ? []
      : await store.searchVector(owner, { embedderId: embedder.id, vector, filter, limit: NEAREST_EACH });
  const nearness = new Map<string, number>();
  for (const { memoryId, score } of [...byWords, ...byMeaning.filter(({ score }) => score >= LEAST_NEAR)])
    nearness.set(memoryId, Math.max(score, nearness.get(memoryId) ?? 0));
  const memories = await store.getMemories(owner, [...nearness.keys()]);
  return memories.map((memory: Memory) => ({
    ...{ statement, other: { id: memory.id, text: memory.content }, nearness: nearness.get(memory.id) ?? 0 },
    isLate: memory.validAt !== undefined && memory.validAt > statement.saidAt,
  }));
}

/** None without an embedder, or with one that fails. */
async function vectorsOf(
  statements: readonly Statement[],
  { embedder, signal }: Context,
): Promise<readonly (Vector | undefined)[]> {
  if (embedder === undefined || statements.length === 0) return [];
  const texts = statements.map(({ text }) => text);
  const vectors = await embedder.embed(texts, { ...(signal && { signal }) }).catch(() => []);
  signal?.throwIfAborted();
  return vectors;
}

function sharedShare(one: string, other: string, { languages }: Context): number {
  const telling = (text: string) => new Set(contentWords(text, languages.of(text)).flatMap((word) => termsOf(word)));
  const [left, right] = [telling(one), telling(other)];
  const shared = [...left].filter((term) => right.has(term)).length;
  return shared / Math.max(1, Math.min(left.size, right.size));
}
