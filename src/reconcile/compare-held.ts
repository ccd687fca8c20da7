import type { ComponentContext, FoundVerdict } from '../contracts/component.ts';
import { dot, type Vector } from '../contracts/embedder.ts';
import type { MemoryFilter } from '../contracts/store.ts';
import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';
import { isBelow, type Trust, trustOfMemory } from '../model/trust.ts';
import { termsOf } from '../text/terms.ts';
import { contentWords } from '../text/words.ts';
import { searchEach } from './search-each.ts';

/** Something new, by the id its memory will have, and when it was said. */
export interface Statement {
  readonly id: string;
  readonly text: string;
  readonly saidAt: Date;
  /** The field of a profile that it says something for. */
  readonly field?: unknown;
  /** Whose finding it is: new statements of several components are not compared with one another. */
  readonly component?: string;
  /** Whose word it is. Without it, it is compared although a memory says the very same. */
  readonly trust?: Trust;
}

/** Whose memories statements are compared with, and which of them: those that pass one of the filters. */
export interface Rivals {
  readonly owner: Owner;
  readonly filters: readonly MemoryFilter[];
  /** Left out though they pass. */
  readonly without?: ReadonlySet<string>;
  /** How many of the nearest each statement is compared with; eight unless given. */
  readonly maxPairs?: number;
  /** Whether the judge is asked only about pairs that nearness or shared words back. Statements of other pairs are then not in `doubted`. */
  readonly isBackedOnly?: boolean;
}

/** That the later of two statements says the earlier again, makes it untrue, or ends it; both by their places. */
export interface Judgement {
  readonly older: number;
  readonly newer: number;
  readonly is: 'same' | 'replaces' | 'ends';
  /** Up to when the earlier holds, where that is not from the later on. */
  readonly until?: Date;
}

/** Statements in the order in which they were said, and those of them that are near enough to be compared. */
export interface Comparison {
  readonly statements: readonly Told[];
  readonly near: readonly Near[];
}

export interface Near {
  readonly older: number;
  readonly newer: number;
  /** The field of a profile for which both say something. */
  readonly field?: unknown;
}

/** Says which statements repeat or replace which before them; `undefined` if it cannot tell. */
export type Judge = (comparison: Comparison) => Promise<readonly Judgement[] | undefined>;

export interface Compared {
  /** By the id of the statement. */
  readonly verdicts: ReadonlyMap<string, readonly FoundVerdict[]>;
  /** The statements of verdicts that nothing else speaks for, or all where there is none. */
  readonly doubted: readonly string[];
}

export interface Told extends Statement {
  /** Held already, not found now. */
  readonly isHeld?: true;
}

interface Pair {
  readonly statement: Statement;
  readonly other: Told;
  /** From 0 to 1: by words or by meaning, whichever is more. */
  readonly nearness: number;
}

type Context = Pick<ComponentContext, 'store' | 'embedder' | 'languages' | 'signal'>;

/** Each statement is compared with so many of the nearest, and all of them in so many pairs. */
const NEAREST_EACH = 8;
const MOST_PAIRS = 160;
/** Nearer by meaning than what has nothing to do with one another. */
const LEAST_NEAR = 0.35;
/** What a field of the profile that two statements share adds to their nearness. */
const SAME_FIELD = 0.2;
/**
 * A verdict needs more than a judge's word, since small models call whatever they are shown the same: so near by meaning, or such a share of the
 * words that say something. One field of the profile is enough for `replaces` and `ends`.
 */
const BACKED = {
  same: { near: 0.7, share: 0.6 },
  replaces: { near: 0.5, share: 0.01 },
  ends: { near: 0.5, share: 0.01 },
} as const;
/** What becomes of the earlier of two statements where it is the one that is written last. */
const TOLD_LATE = { same: 'same', replaces: 'replacedBy', ends: 'endedBy' } as const;

const isBacked = (
  is: keyof typeof BACKED,
  nearness: number,
  { statement, other }: Pick<Pair, 'statement' | 'other'>,
  context: Context,
): boolean =>
  nearness >= BACKED[is].near ||
  (is !== 'same' && fieldOfBoth({ statement, other }) !== undefined) ||
  sharedShare(statement.text, other.text, context) >= BACKED[is].share;

/** When what was handed in without a date was said. */
const LONG_AGO = new Date(0);

/**
 * What each statement does to what is held and to those before it: one question for all that are near enough; none where there are none.
 * A statement in the very words of another says the same, and needs no question. Where the judge cannot tell, all are doubted, and another may
 * stand in for it.
 */
export async function compareHeld(
  statements: readonly Statement[],
  rivals: Rivals,
  context: Context,
  judge: Judge,
  standIn?: Judge,
): Promise<Compared> {
  const pairs = await pairsOf(statements, rivals, context);
  const asked = pairs.filter(
    (pair) => !isRepeated(pair) && (rivals.isBackedOnly !== true || isBacked('replaces', pair.nearness, pair, context)),
  );
  const told = inOrder(asked, statements);
  const placeOf = new Map(told.map(({ id }, at) => [id, at]));
  const nearness = new Map<string, number>();
  const near = asked.map((pair) => {
    const places = [pair.statement, pair.other].map(({ id }) => placeOf.get(id) ?? 0).sort((a, b) => a - b);
    nearness.set(places.join(), pair.nearness);
    return { older: places[0] ?? 0, newer: places[1] ?? 0, field: fieldOfBoth(pair) };
  });
  const compared = { statements: told, near };
  const own = near.length === 0 ? [] : await judge(compared);
  const judged = own ?? (await standIn?.(compared).catch(() => undefined)) ?? [];
  context.signal?.throwIfAborted();
  const verdicts = new Map<string, FoundVerdict[]>();
  const conclude = (id: string, verdict: FoundVerdict) => verdicts.set(id, [...(verdicts.get(id) ?? []), verdict]);
  for (const { statement, other } of pairs.filter(isRepeated))
    conclude(statement.id, { id: other.id, relation: 'same' });
  const places = statements.map(({ id }) => id);
  const doubted = own === undefined ? [...new Set(asked.map(({ statement }) => statement.id))] : [];
  for (const { older: first, newer: last, is, until } of judged) {
    const [older, newer] = [told[first], told[last]];
    if (older === undefined || newer === undefined || first >= last || !mayBeCompared(older, newer)) continue;
    // It is for the one that is written last to say so, which need not be the one that was said last.
    const isLate = newer.isHeld === true || (!older.isHeld && places.indexOf(older.id) > places.indexOf(newer.id));
    const [own, other] = isLate ? [older, newer] : [newer, older];
    const nearnessOfBoth = nearness.get([first, last].join()) ?? 0;
    if (!isBacked(is, nearnessOfBoth, { statement: own, other }, context)) doubted.push(own.id);
    else conclude(own.id, { id: other.id, relation: isLate ? TOLD_LATE[is] : is, ...(until && { until }) });
  }
  return { verdicts, doubted };
}

/** What is held was compared when it was found; and what one component finds is not held yet when another writes. */
const mayBeCompared = (one: Told, other: Told): boolean =>
  one.isHeld !== other.isHeld || (one.isHeld !== true && one.component === other.component);

/** Each that is compared once, as they were said; of those said at one time, what is held first, then as they were found. */
function inOrder(pairs: readonly Pair[], statements: readonly Statement[]): Told[] {
  const compared = new Set(pairs.flatMap(({ statement, other }) => [statement.id, other.id]));
  const held = new Map(pairs.filter(({ other }) => other.isHeld).map(({ other }) => [other.id, other]));
  const found = statements.filter(({ id }) => compared.has(id));
  return [...held.values(), ...found].sort((a, b) => a.saidAt.getTime() - b.saidAt.getTime());
}

const fieldOfBoth = ({ statement, other }: Omit<Pair, 'nearness'>): unknown =>
  statement.field === other.field ? statement.field : undefined;

const isRepeated = ({ statement, other }: Pick<Pair, 'statement' | 'other'>): boolean =>
  plain(statement.text) === plain(other.text);

/** A memory says it in the same words and is believed as much: with the others it was compared when that was found. */
const isDecided = (pair: Pair): boolean =>
  isRepeated(pair) &&
  pair.other.isHeld === true &&
  pair.statement.trust !== undefined &&
  !isBelow(pair.other.trust ?? 'user', pair.statement.trust);

const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

/** How much speaks for two statements being of one matter. */
const matter = (pair: Pair): number => pair.nearness + (fieldOfBoth(pair) === undefined ? 0 : SAME_FIELD);

async function pairsOf(statements: readonly Statement[], rivals: Rivals, context: Context): Promise<Pair[]> {
  const { maxPairs = NEAREST_EACH } = rivals;
  const vectors = await vectorsOf(statements, context);
  const nearest = await nearestHeld(statements, vectors, rivals, context);
  const pairs: Pair[] = [];
  for (const [at, statement] of statements.entries()) {
    const vector = vectors[at];
    const held = nearest[at] ?? [];
    const before = statements.slice(0, at).flatMap((other, index): Pair[] => {
      if (!mayBeCompared(other, statement)) return [];
      const [one, two] = [vector, vectors[index]];
      const nearness =
        one === undefined || two === undefined ? sharedShare(statement.text, other.text, context) : dot(one, two);
      return nearness < LEAST_NEAR ? [] : [{ statement, other, nearness }];
    });
    const near = [...held, ...before].sort((a, b) => matter(b) - matter(a));
    const others = near.some(isDecided) ? [] : near.filter((pair) => !isRepeated(pair));
    pairs.push(...near.filter(isRepeated), ...others.slice(0, maxPairs));
  }
  const asked = pairs.filter((pair) => !isRepeated(pair)).sort((a, b) => b.nearness - a.nearness);
  // A judge that takes a pair at a time is bounded by statement, one that takes all in a request by component.
  const most = rivals.maxPairs === undefined ? MOST_PAIRS : asked.length;
  const ofEach = [...Map.groupBy(asked, ({ statement }) => statement.component).values()];
  const kept = new Set(ofEach.flatMap((own) => own.slice(0, most)));
  return pairs.filter((pair) => isRepeated(pair) || kept.has(pair));
}

/** What is nearest to each statement, read at once. */
async function nearestHeld(
  statements: readonly Statement[],
  vectors: readonly (Vector | undefined)[],
  rivals: Rivals,
  context: Context,
): Promise<Pair[][]> {
  const found = await searchEach(statements, (statement, at) => nearnessOf(statement, vectors[at], rivals, context));
  const ids = [...new Set(found.flatMap((each) => [...each.keys()]))];
  const read = ids.length === 0 ? [] : await context.store.getMemories(rivals.owner, ids);
  const memories = new Map(read.map((memory) => [memory.id, memory]));
  return statements.map((statement, at) =>
    Array.from(found[at] ?? []).flatMap(([id, nearness]): Pair[] => {
      const memory = memories.get(id);
      if (memory === undefined || rivals.without?.has(id) || hasEnded(memory, statement.saidAt)) return [];
      const { content: text, validAt: saidAt = LONG_AGO, metadata } = memory;
      const trust = trustOfMemory(memory);
      const other = { id, text, saidAt, trust, field: metadata['field'], isHeld: true as const };
      return [{ statement, nearness, other }];
    }),
  );
}

const hasEnded = ({ invalidAt }: Pick<Memory, 'invalidAt'>, at: Date): boolean =>
  invalidAt !== undefined && invalidAt <= at;

/** The ids of what is near a statement, by words or by meaning. */
async function nearnessOf(
  statement: Statement,
  vector: Vector | undefined,
  { owner, filters }: Rivals,
  { store, embedder, languages }: Context,
): Promise<ReadonlyMap<string, number>> {
  const terms = contentWords(statement.text, languages.of(statement.text));
  const limit = NEAREST_EACH;
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
  for (const { memoryId, score } of [...words, ...meaning.filter(({ score }) => score >= LEAST_NEAR)])
    nearness.set(memoryId, Math.max(score, nearness.get(memoryId) ?? 0));
  return nearness;
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
