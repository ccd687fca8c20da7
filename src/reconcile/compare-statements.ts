import type { ComponentContext, MemoryRelation } from '../contracts/component.ts';
import { dot, type Vector } from '../contracts/embedder.ts';
import type { MemoryFilter } from '../contracts/store.ts';
import { termsOf } from '../languages/terms.ts';
import { withoutSpeaker } from '../model/episode.ts';
import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import { isBelow, type Trust, trustOfMemory } from '../model/trust.ts';
import { contentWords } from '../text/words.ts';
import { searchEach } from './search-each.ts';

/** A new statement, by the id that its memory will get. */
export interface Statement {
  readonly id: string;
  readonly text: string;
  readonly occurredAt: Date;
  readonly field?: unknown;
  /** The component that found it: new statements of different components are not compared with each other. */
  readonly component?: string;
  /** Without trust, it is compared even if a memory says the same. */
  readonly trust?: Trust;
}

/** The stored memories that statements are compared with: those of the owner that pass one of the filters. */
export interface Rivals {
  readonly owner: Owner;
  readonly filters: readonly MemoryFilter[];
  readonly without?: ReadonlySet<string>;
  /** Maximum of memories that each statement is compared with; eight unless given. */
  readonly maxPairs?: number;
  /** Whether the judge gets only pairs backed by nearness or shared words. Statements of other pairs are then not in `doubted`. */
  readonly isBackedOnly?: boolean;
}

/** A relation of two statements, by their indexes: the later one repeats the earlier, makes it untrue, or ends it. */
export interface PairJudgement {
  readonly older: number;
  readonly newer: number;
  readonly is: 'same' | 'replaces' | 'ends';
  /** Unless given, the earlier ends at the later one. */
  readonly until?: Date;
}

/** Statements in the order in which they were said, and the pairs to compare. */
export interface Comparison {
  readonly statements: readonly ComparedStatement[];
  readonly near: readonly NearStatements[];
}

export interface NearStatements {
  readonly older: number;
  readonly newer: number;
  readonly field?: unknown;
}

/** Returns which statements repeat, replace or end earlier ones; undefined if it cannot tell. */
export type Judge = (comparison: Comparison) => Promise<readonly PairJudgement[] | undefined>;

export interface ComparisonOutcome {
  readonly memoryRelations: ReadonlyMap<string, readonly MemoryRelation[]>;
  /** Ids of statements with unsupported relations; all compared ones if the judge could not tell. */
  readonly doubted: readonly string[];
}

export interface ComparedStatement extends Statement {
  readonly isStored?: true;
}

interface StatementNearness {
  readonly statement: Statement;
  readonly other: ComparedStatement;
  /** From 0 to 1: the higher of word and vector similarity. */
  readonly nearness: number;
}

type CompareContext = Pick<ComponentContext, 'store' | 'embedder' | 'languages' | 'signal'>;

const MAX_NEAREST = 8;
const MAX_PAIRS = 160;
/** Cosine below which statements are unrelated. */
const MIN_NEARNESS = 0.35;
const SAME_FIELD = 0.2;
/**
 * A relation needs support besides the judge, since small models call any pair the same: a cosine of `near`, or a `share` of content
 * words in common. A common profile field is enough for `replaces` and `ends`.
 */
const MIN_SUPPORT = {
  same: { near: 0.7, share: 0.6 },
  replaces: { near: 0.5, share: 0.01 },
  ends: { near: 0.5, share: 0.01 },
} as const;
/** The relation of the earlier statement if it is written last. */
const RELATION_IF_LATE = { same: 'same', replaces: 'replacedBy', ends: 'endedBy' } as const;

const isSupported = (
  is: keyof typeof MIN_SUPPORT,
  nearness: number,
  { statement, other }: Pick<StatementNearness, 'statement' | 'other'>,
  context: CompareContext,
): boolean =>
  nearness >= MIN_SUPPORT[is].near ||
  (is !== 'same' && fieldOfBoth({ statement, other }) !== undefined) ||
  sharedShare(statement.text, other.text, context) >= MIN_SUPPORT[is].share;

const LONG_AGO = new Date(0);

/**
 * Compares each statement with stored memories and with earlier statements, in one question to the judge, or none if no pair is near.
 * Statements of equal words are `same` without a question. If the judge cannot tell, all are doubted, and `fallback` may judge
 * instead.
 */
export async function compareStatements(
  statements: readonly Statement[],
  rivals: Rivals,
  context: CompareContext,
  judge: Judge,
  fallback?: Judge,
): Promise<ComparisonOutcome> {
  const pairs = await pairsOf(statements, rivals, context);
  const asked = pairs.filter(
    (pair) =>
      !isRepeated(pair) && (rivals.isBackedOnly !== true || isSupported('replaces', pair.nearness, pair, context)),
  );
  const ordered = inOrderOfTime(asked, statements);
  const positionOf = new Map(ordered.map(({ id }, at) => [id, at]));
  const nearness = new Map<string, number>();
  const near = asked.map((pair) => {
    const positions = [pair.statement, pair.other].map(({ id }) => positionOf.get(id) ?? 0).sort((a, b) => a - b);
    nearness.set(positions.join(), pair.nearness);
    return { older: positions[0] ?? 0, newer: positions[1] ?? 0, field: fieldOfBoth(pair) };
  });
  const compared = { statements: ordered, near };
  const own = near.length === 0 ? [] : await judge(compared);
  const judged = own ?? (await fallback?.(compared).catch(() => undefined)) ?? [];
  context.signal?.throwIfAborted();
  const memoryRelations = new Map<string, MemoryRelation[]>();
  const conclude = (id: string, memoryRelation: MemoryRelation) =>
    memoryRelations.set(id, [...(memoryRelations.get(id) ?? []), memoryRelation]);
  for (const { statement, other } of pairs.filter(isRepeated))
    conclude(statement.id, { id: other.id, relation: 'same' });
  const positions = statements.map(({ id }) => id);
  const doubted = own === undefined ? [...new Set(asked.map(({ statement }) => statement.id))] : [];
  for (const { older: first, newer: last, is, until } of judged) {
    const [older, newer] = [ordered[first], ordered[last]];
    if (older === undefined || newer === undefined || first >= last || !mayBeCompared(older, newer)) continue;
    // The relation belongs to the statement that is written last, which need not have been said last.
    const isLate =
      newer.isStored === true || (!older.isStored && positions.indexOf(older.id) > positions.indexOf(newer.id));
    const [own, other] = isLate ? [older, newer] : [newer, older];
    const nearnessOfBoth = nearness.get([first, last].join()) ?? 0;
    if (!isSupported(is, nearnessOfBoth, { statement: own, other }, context)) doubted.push(own.id);
    else conclude(own.id, { id: other.id, relation: isLate ? RELATION_IF_LATE[is] : is, ...(until && { until }) });
  }
  return { memoryRelations, doubted };
}

/** Stored memories were compared when they were written, and a component's findings are not stored yet when another writes. */
const mayBeCompared = (one: ComparedStatement, other: ComparedStatement): boolean =>
  one.isStored !== other.isStored ||
  (one.isStored !== true && one.component === other.component && !overlap(one, other));

/** A sentence of a turn, and a later one that is stored with it, are no two wordings of one statement. */
function overlap(one: ComparedStatement, other: ComparedStatement): boolean {
  if (one.occurredAt.getTime() !== other.occurredAt.getTime()) return false;
  const [text, otherText] = [withoutSpeaker(one.text), withoutSpeaker(other.text)];
  return text !== otherText && (text.includes(otherText) || otherText.includes(text));
}

/** The compared statements by time; at equal times stored ones first, then new ones in the order of extraction. */
function inOrderOfTime(pairs: readonly StatementNearness[], statements: readonly Statement[]): ComparedStatement[] {
  const compared = new Set(pairs.flatMap(({ statement, other }) => [statement.id, other.id]));
  const storedStatements = new Map(pairs.filter(({ other }) => other.isStored).map(({ other }) => [other.id, other]));
  const newStatements = statements.filter(({ id }) => compared.has(id));
  return [...storedStatements.values(), ...newStatements].sort(
    (a, b) => a.occurredAt.getTime() - b.occurredAt.getTime(),
  );
}

const fieldOfBoth = ({ statement, other }: Omit<StatementNearness, 'nearness'>): unknown =>
  statement.field === other.field ? statement.field : undefined;

const isRepeated = ({ statement, other }: Pick<StatementNearness, 'statement' | 'other'>): boolean =>
  normalised(statement.text) === normalised(other.text);

/** A stored memory of no less trust has the same words: it was compared with the others when it was written. */
const isDecided = (pair: StatementNearness): boolean =>
  isRepeated(pair) &&
  pair.other.isStored === true &&
  pair.statement.trust !== undefined &&
  !isBelow(pair.other.trust ?? 'user', pair.statement.trust);

const normalised = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

const matterScore = (pair: StatementNearness): number =>
  pair.nearness + (fieldOfBoth(pair) === undefined ? 0 : SAME_FIELD);

async function pairsOf(
  statements: readonly Statement[],
  rivals: Rivals,
  context: CompareContext,
): Promise<StatementNearness[]> {
  const { maxPairs = MAX_NEAREST } = rivals;
  const vectors = await vectorsOf(statements, context);
  const nearest = await nearestStored(statements, vectors, rivals, context);
  const pairs: StatementNearness[] = [];
  for (const [at, statement] of statements.entries()) {
    const vector = vectors[at];
    const storedPairs = nearest[at] ?? [];
    const before = statements.slice(0, at).flatMap((other, index): StatementNearness[] => {
      if (!mayBeCompared(other, statement)) return [];
      const [one, two] = [vector, vectors[index]];
      const nearness =
        one === undefined || two === undefined ? sharedShare(statement.text, other.text, context) : dot(one, two);
      return nearness < MIN_NEARNESS ? [] : [{ statement, other, nearness }];
    });
    const near = [...storedPairs, ...before].sort((a, b) => matterScore(b) - matterScore(a));
    const others = near.some(isDecided) ? [] : near.filter((pair) => !isRepeated(pair));
    pairs.push(...near.filter(isRepeated), ...others.slice(0, maxPairs));
  }
  const asked = pairs.filter((pair) => !isRepeated(pair)).sort((a, b) => b.nearness - a.nearness);
  // A judge of single pairs is bounded per statement, one that reads all pairs at once per component.
  const maxEach = rivals.maxPairs === undefined ? MAX_PAIRS : asked.length;
  const byComponent = [...Map.groupBy(asked, ({ statement }) => statement.component).values()];
  const chosen = new Set(byComponent.flatMap((own) => own.slice(0, maxEach)));
  return pairs.filter((pair) => isRepeated(pair) || chosen.has(pair));
}

async function nearestStored(
  statements: readonly Statement[],
  vectors: readonly (Vector | undefined)[],
  rivals: Rivals,
  context: CompareContext,
): Promise<StatementNearness[][]> {
  const nearnessById = await searchEach(statements, (statement, at) =>
    nearnessOf(statement, vectors[at], rivals, context),
  );
  const ids = [...new Set(nearnessById.flatMap((each) => [...each.keys()]))];
  const read = ids.length === 0 ? [] : await context.store.getMemories(rivals.owner, ids);
  const memories = new Map(read.map((memory) => [memory.id, memory]));
  return statements.map((statement, at) =>
    Array.from(nearnessById[at] ?? []).flatMap(([id, nearness]): StatementNearness[] => {
      const memory = memories.get(id);
      if (memory === undefined || rivals.without?.has(id) || hasEnded(memory, statement.occurredAt)) return [];
      const { content: text, validAt: occurredAt = LONG_AGO, metadata } = memory;
      const trust = trustOfMemory(memory);
      const other = { id, text, occurredAt, trust, field: metadata['field'], isStored: true as const };
      return [{ statement, nearness, other }];
    }),
  );
}

const hasEnded = ({ invalidAt }: Pick<Memory, 'invalidAt'>, at: Date): boolean =>
  invalidAt !== undefined && invalidAt <= at;

async function nearnessOf(
  statement: Statement,
  vector: Vector | undefined,
  { owner, filters }: Rivals,
  { store, embedder, languages }: CompareContext,
): Promise<ReadonlyMap<string, number>> {
  const terms = contentWords(statement.text, languages.of(statement.text));
  const limit = MAX_NEAREST;
  const byWords = filters.map((filter) =>
    terms.length === 0 ? [] : store.searchText(owner, { terms, filter, limit }),
  );
  const byMeaning = filters.map((filter) =>
    vector === undefined || embedder === undefined
      ? []
      : store.searchVector(owner, { embedderId: embedder.id, vector, filter, limit }),
  );
  const [words, meaning] = [(await Promise.all(byWords)).flat(), (await Promise.all(byMeaning)).flat()];
  const nearness = new Map<string, number>();
  for (const { memoryId, score } of [...words, ...meaning.filter(({ score }) => score >= MIN_NEARNESS)])
    nearness.set(memoryId, Math.max(score, nearness.get(memoryId) ?? 0));
  return nearness;
}

/** Empty without an embedder, or if it fails. */
async function vectorsOf(
  statements: readonly Statement[],
  { embedder, signal }: CompareContext,
): Promise<readonly (Vector | undefined)[]> {
  if (embedder === undefined || statements.length === 0) return [];
  const texts = statements.map(({ text }) => text);
  const vectors = await embedder.embed(texts, { ...(signal && { signal }) }).catch(() => []);
  signal?.throwIfAborted();
  return vectors;
}

function sharedShare(one: string, other: string, { languages }: CompareContext): number {
  const contentTerms = (text: string) =>
    new Set(contentWords(text, languages.of(text)).flatMap((word) => termsOf(word)));
  const [left, right] = [contentTerms(one), contentTerms(other)];
  const shared = [...left].filter((term) => right.has(term)).length;
  return shared / Math.max(1, Math.min(left.size, right.size));
}
