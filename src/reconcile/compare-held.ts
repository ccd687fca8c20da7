import type { ComponentContext, Found } from '../contracts/component.ts';
import { dot, type Vector } from '../contracts/embedder.ts';
import type { StatementPair } from '../contracts/reader.ts';
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

/** Whose memories a statement is compared with, and which of them. Statements with the same are compared with one another. */
export interface Rivals {
  readonly owner: Owner;
  readonly filter: MemoryFilter;
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
  rivalsOf: (statement: Statement) => Rivals,
  context: Context,
  judge: Judge,
): Promise<Compared> {
  const pairs = await pairsOf(statements, rivalsOf, context);
  const isRepeated = ({ statement, other }: Pair) => plain(statement.text) === plain(other.text);
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
    if (!isBacked(pair)) doubted.push(pair.statement.id);
    else conclude(pair, relation === 'replaces' && pair.isLate ? 'replacedBy' : relation);
  }
  return { verdicts, doubted };
}

const inOrder = ({ statement, other, isLate }: Pair): StatementPair =>
  isLate ? { older: statement.text, newer: other.text } : { older: other.text, newer: statement.text };

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** In no language's words: they share a name, a number or a word that says something, or their vectors are close. */
function isBacked({ statement, other, nearness }: Pair): boolean {
  if (nearness >= ALIKE) return true;
  const terms = new Set(termsOf(other.text).filter((term) => term.length > 2));
  return termsOf(statement.text).some((term) => terms.has(term));
}

async function pairsOf(
  statements: readonly Statement[],
  rivalsOf: (statement: Statement) => Rivals,
  context: Context,
): Promise<Pair[]> {
  const vectors = await vectorsOf(statements, context);
  const pairs: Pair[] = [];
  for (const [at, statement] of statements.entries()) {
    const rivals = rivalsOf(statement);
    const vector = vectors[at];
    const held = await nearestHeld(statement, vector, rivals, context);
    const before = statements.slice(0, at).flatMap((other, index): Pair[] => {
      if (rivalsOf(other) !== rivals) return [];
      const [one, two] = [vector, vectors[index]];
      const nearness = one === undefined || two === undefined ? sharedShare(statement, other, context) : dot(one, two);
      return nearness < LEAST_NEAR ? [] : [{ statement, other, nearness, isLate: false }];
    });
    pairs.push(...[...held, ...before].sort((a, b) => b.nearness - a.nearness).slice(0, NEAREST_EACH));
  }
  const nearest = new Set([...pairs].sort((a, b) => b.nearness - a.nearness).slice(0, MOST_PAIRS));
  return pairs.filter((pair) => nearest.has(pair));
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

function sharedShare(one: Statement, other: Statement, { languages }: Context): number {
  const telling = (text: string) => new Set(contentWords(text, languages.of(text)).flatMap((word) => termsOf(word)));
  const [left, right] = [telling(one.text), telling(other.text)];
  const shared = [...left].filter((term) => right.has(term)).length;
  return shared / Math.max(1, Math.min(left.size, right.size));
}
