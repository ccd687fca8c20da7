/** Where a sequence occurs: in which list, from which action on. */
export interface Occurrence {
  readonly list: number;
  readonly at: number;
}

export interface RecurringSequence {
  readonly actions: readonly string[];
  /** In the order of the lists; none overlaps another, of this sequence or of any other reported. */
  readonly occurrences: readonly Occurrence[];
}

const FEWEST_ACTIONS = 2;
/** Nobody keeps a longer one in mind; what goes on longer is found in parts. */
const MOST_ACTIONS = 50;

type Lists = readonly (readonly string[])[];

/**
 * Sequences of two or more actions, one right after another, that occur so often. The longest come first and take the actions they
 * stand on, so that a part of one is reported only if it also occurs often enough by itself. Going round in circles is no
 * sequence but the round: "a, b, a, b" is "a, b" twice, and "a, a" nothing.
 */
export function recurringSequences(lists: Lists, atLeast: number): RecurringSequence[] {
  const taken = lists.map((list) => list.map(() => false));
  const found: RecurringSequence[] = [];
  const longest = Math.min(MOST_ACTIONS, Math.max(0, ...lists.map(({ length }) => length)));
  for (let length = longest; length >= FEWEST_ACTIONS; length--) {
    const candidates = [...occurrencesOf(lists, length, taken)].filter(({ length: count }) => count >= atLeast);
    // The most frequent first; a stable sort leaves those seen first in front.
    for (const candidate of candidates.sort((a, b) => b.length - a.length)) {
      const occurrences = apart(candidate, length, taken);
      if (occurrences.length < atLeast) continue;
      for (const { list, at } of occurrences) taken[list]?.fill(true, at, at + length);
      const [{ list, at }] = occurrences as [Occurrence];
      found.push({ actions: (lists[list] ?? []).slice(at, at + length), occurrences });
    }
  }
  return found;
}

/** The places of each sequence of this length, as far as no longer one stands there. */
function occurrencesOf(lists: Lists, length: number, taken: readonly boolean[][]): Iterable<Occurrence[]> {
  const places = new Map<string, Occurrence[]>();
  for (const [list, actions] of lists.entries())
    for (let at = 0; at + length <= actions.length; at++) {
      if (taken[list]?.slice(at, at + length).includes(true) || isRound(actions, at, length)) continue;
      const key = JSON.stringify(actions.slice(at, at + length));
      const known = places.get(key);
      if (known === undefined) places.set(key, [{ list, at }]);
      else known.push({ list, at });
    }
  return places.values();
}

function apart(places: readonly Occurrence[], length: number, taken: readonly boolean[][]): Occurrence[] {
  let last: Occurrence | undefined;
  return places.filter((place) => {
    const overlaps = last !== undefined && last.list === place.list && place.at < last.at + length;
    if (overlaps || taken[place.list]?.slice(place.at, place.at + length).includes(true)) return false;
    last = place;
    return true;
  });
}

/** Whether it is twice the same, or cut out of something that goes round on either side. */
function isRound(actions: readonly string[], at: number, length: number): boolean {
  const end = at + length;
  const period = periodOf(actions.slice(at, end));
  if (period === length) return false;
  if (period * 2 <= length) return true;
  const goesOn = end < actions.length && actions[end] === actions[end - period];
  const cameFrom = at > 0 && actions[at - 1] === actions[at - 1 + period];
  return goesOn || cameFrom;
}

/** After how many actions it begins anew; its length if it never does. */
function periodOf(actions: readonly string[]): number {
  for (let period = 1; period < actions.length; period++)
    if (actions.every((action, at) => at < period || action === actions[at - period])) return period;
  return actions.length;
}

/** Whether one sequence stands within another, in one piece. */
export const isPartOf = (part: readonly string[], whole: readonly string[]): boolean =>
  whole.some((_, at) => part.every((action, step) => action === whole[at + step]));
