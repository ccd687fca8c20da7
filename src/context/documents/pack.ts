import type { Fits, Unit } from './units.ts';

/** How much of a text tells it from most others. */
const KEY = 16;

export interface Sizes {
  /** Whether a text may be a chunk. */
  readonly fits: Fits;
  readonly count: (text: string) => number;
  /** How many tokens a chunk's text may have, about. */
  readonly most: number;
}

/**
 * The texts of one section's chunks. What was a chunk before and still stands there as it was stays one, so that an edit changes
 * nothing but what it touches; between those, small neighbours are joined as long as they fit.
 */
export function pack(units: readonly Unit[], held: readonly string[], sizes: Sizes): string[] {
  const texts: string[] = [];
  const known = new HeldTexts(held.filter(sizes.fits));
  let fresh: Unit[] = [];
  for (let at = 0; at < units.length; ) {
    const match = known.matchAt(units, at);
    if (match === undefined) {
      fresh.push(units[at] as Unit);
      at++;
      continue;
    }
    texts.push(...joinSmall(fresh, sizes), match.text);
    fresh = [];
    at = match.next;
  }
  return [...texts, ...joinSmall(fresh, sizes)];
}

/** The sum of the parts is nearly the size of the whole: only what it lets through is measured as a whole. */
function joinSmall(units: readonly Unit[], { fits, count, most }: Sizes): string[] {
  const counts = units.map((unit) => count(openingOf(unit)));
  const texts: string[] = [];
  for (let at = 0; at < units.length; ) {
    let next = at + 1;
    for (let sum = counts[at] ?? 0; next < units.length; next++) {
      sum += counts[next] ?? 0;
      if (sum > most) break;
    }
    while (next > at + 1 && !fits(joined(units, at, next))) next = at + Math.floor((next - at) / 2);
    texts.push(joined(units, at, next));
    at = next;
  }
  return texts;
}

const openingOf = ({ lead, text }: Unit): string => (lead === undefined ? text : `${lead}\n${text}`);

const joined = (units: readonly Unit[], from: number, to: number): string =>
  units
    .slice(from, to)
    .reduce((text, unit, at) => (at === 0 ? openingOf(unit) : `${text}${unit.glue}${unit.text}`), '');

/** What the section's chunks were. */
class HeldTexts {
  readonly #texts: readonly string[];
  readonly #byKey: ReadonlyMap<string, readonly number[]>;
  #next = 0;

  constructor(texts: readonly string[]) {
    this.#texts = texts;
    const first = new Map(texts.map((text, at) => [text, at]).toReversed() as [string, number][]);
    this.#byKey = Map.groupBy(first.values(), (at) => (texts[at] ?? '').slice(0, KEY));
  }

  /** The one that begins here: the one that came next before, else the longest. */
  matchAt(units: readonly Unit[], at: number): { text: string; next: number } | undefined {
    const expected = this.#endOf(this.#next, units, at);
    if (expected !== undefined) return this.#taken(this.#next, expected);
    let best: { held: number; next: number } | undefined;
    for (const held of this.#candidates(units, at)) {
      const next = this.#endOf(held, units, at);
      if (next !== undefined && next > (best?.next ?? at)) best = { held, next };
    }
    return best === undefined ? undefined : this.#taken(best.held, best.next);
  }

  #taken(held: number, next: number): { text: string; next: number } {
    this.#next = held + 1;
    return { text: this.#texts[held] as string, next };
  }

  *#candidates(units: readonly Unit[], at: number): Iterable<number> {
    let opening = openingOf(units[at] as Unit);
    for (let next = at + 1; opening.length < KEY; next++) {
      yield* this.#byKey.get(opening) ?? [];
      const unit = units[next];
      if (unit === undefined) return;
      opening = `${opening}${unit.glue}${unit.text}`;
    }
    yield* this.#byKey.get(opening.slice(0, KEY)) ?? [];
  }

  /** Where the units end that say just what this one does. */
  #endOf(held: number, units: readonly Unit[], at: number): number | undefined {
    const text = this.#texts[held];
    if (text === undefined) return undefined;
    let length = 0;
    for (let next = at; next < units.length; next++) {
      const unit = units[next] as Unit;
      const part = next === at ? openingOf(unit) : `${unit.glue}${unit.text}`;
      if (!text.startsWith(part, length)) return undefined;
      length += part.length;
      if (length === text.length) return next + 1;
    }
    return undefined;
  }
}
