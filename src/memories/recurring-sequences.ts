interface Occurrence {
  readonly list: number;
  readonly at: number;
}

interface RecurringSequence {
  readonly actions: readonly string[];
  /** In the order of the lists; no two overlap, also not those of other reported sequences. */
  readonly occurrences: readonly Occurrence[];
}

const MIN_ACTIONS = 2;
const MAX_ACTIONS = 50;

type Lists = readonly (readonly string[])[];

/**
 * Sequences of two or more consecutive actions that occur at least `minOccurrences` times. The longest come first and take their
 * actions, so that a part of one is reported only if it also occurs often enough elsewhere. A loop counts as its round: "a, b, a, b"
 * is "a, b" twice, and "a, a" is nothing.
 */
export function recurringSequences(lists: Lists, minOccurrences: number): RecurringSequence[] {
  const taken = lists.map((list) => list.map(() => false));
  const sequences: RecurringSequence[] = [];
  const numbered = numberedIn(lists);
  const frequent = frequentIn(numbered, minOccurrences);
  const periods = numbered.map((list) => list.map((_, at) => periodsOf(list.slice(at, at + frequent.length - 1))));
  const isFree = (list: number, at: number, length: number) =>
    !isTaken(taken[list], at, length) &&
    !isLoop(numbered[list] ?? [], at, length, periods[list]?.[at]?.[length] as number);
  for (let length = frequent.length - 1; length >= MIN_ACTIONS; length--) {
    const occurrenceLists = occurrencesOf(frequent[length] as Marks, (list, at) => isFree(list, at, length));
    const candidates = [...occurrenceLists].filter(({ length: count }) => count >= minOccurrences);
    // Stable: among equally frequent ones the first seen stays first.
    for (const candidate of candidates.sort((a, b) => b.length - a.length)) {
      const occurrences = withoutOverlaps(candidate, length, taken);
      if (occurrences.length < minOccurrences) continue;
      for (const { list, at } of occurrences) taken[list]?.fill(true, at, at + length);
      const [{ list, at }] = occurrences as [Occurrence];
      sequences.push({ actions: (lists[list] ?? []).slice(at, at + length), occurrences });
    }
  }
  return sequences;
}

function occurrencesOf(marks: Marks, isFree: (list: number, at: number) => boolean): Iterable<readonly Occurrence[]> {
  const byMark = new Map<number, Occurrence[]>();
  for (const [list, starts] of marks.entries())
    for (const [at, mark] of starts.entries()) {
      if (mark === RARE || !isFree(list, at)) continue;
      const known = byMark.get(mark);
      if (known === undefined) byMark.set(mark, [{ list, at }]);
      else known.push({ list, at });
    }
  return byMark.values();
}

function withoutOverlaps(
  occurrences: readonly Occurrence[],
  length: number,
  taken: readonly boolean[][],
): Occurrence[] {
  let last: Occurrence | undefined;
  return occurrences.filter((occurrence) => {
    const overlaps = last !== undefined && last.list === occurrence.list && occurrence.at < last.at + length;
    if (overlaps || isTaken(taken[occurrence.list], occurrence.at, length)) return false;
    last = occurrence;
    return true;
  });
}

/** Checking the ends is enough: sequences that take actions are never shorter. */
const isTaken = (taken: readonly boolean[] = [], at: number, length: number): boolean =>
  taken[at] === true || taken[at + length - 1] === true;

function numberedIn(lists: Lists): number[][] {
  const numbers = new Map<string, number>();
  return lists.map((list) => list.map((action) => numberIn(numbers, action)));
}

function numberIn<Key>(numbers: Map<Key, number>, key: Key): number {
  const number = numbers.get(key) ?? numbers.size;
  numbers.set(key, number);
  return number;
}

/** For each action of each list, a number that identifies the sequence that begins there. */
type Marks = readonly (readonly number[])[];
const RARE = -1;

/**
 * The marks of every length up to the longest frequent one. A sequence is identified by its prefix's mark and its last action, so none
 * is ever copied; a sequence with a rare prefix is rare.
 */
function frequentIn(lists: Marks, minOccurrences: number): Marks[] {
  const levels: Marks[] = [lists.map((list) => list.map(() => 0))];
  const actionCount = Math.max(0, ...lists.map((list) => list.reduce((a, b) => Math.max(a, b), 0))) + 1;
  for (let length = 1; length <= MAX_ACTIONS; length++) {
    const numbers = new Map<number, number>();
    const counts: number[] = [];
    const marks = (levels.at(-1) as Marks).map((starts, list) =>
      starts.slice(0, Math.max(0, (lists[list]?.length ?? 0) - length + 1)).map((before, at) => {
        if (before === RARE) return RARE;
        const mark = numberIn(numbers, before * actionCount + (lists[list]?.[at + length - 1] as number));
        counts[mark] = (counts[mark] ?? 0) + 1;
        return mark;
      }),
    );
    if (!counts.some((count) => count >= minOccurrences)) break;
    levels.push(marks.map((starts) => starts.map((mark) => ((counts[mark] ?? 0) >= minOccurrences ? mark : RARE))));
  }
  return levels;
}

/** Whether a sequence is a repetition, or a part of a loop that continues on either side. */
function isLoop(actions: readonly number[], at: number, length: number, period: number): boolean {
  if (period === length) return false;
  if (period * 2 <= length) return true;
  const end = at + length;
  const continuesAfter = end < actions.length && actions[end] === actions[end - period];
  const continuesBefore = at > 0 && actions[at - 1] === actions[at - 1 + period];
  return continuesAfter || continuesBefore;
}

/** The period of each prefix; its length if it does not repeat. By the failure function of Knuth, Morris and Pratt. */
function periodsOf(actions: readonly number[]): number[] {
  const borders = [0, 0];
  for (let end = 1; end < actions.length; end++) {
    let border = borders[end] as number;
    while (border > 0 && actions[border] !== actions[end]) border = borders[border] as number;
    borders.push(actions[border] === actions[end] ? border + 1 : 0);
  }
  return borders.map((border, length) => length - border);
}

export const isPartOf = (part: readonly string[], whole: readonly string[]): boolean =>
  whole.some((_, at) => part.every((action, step) => action === whole[at + step]));
