import { expect, it } from 'vitest';
import type { StoredEpisode } from '../../src/model/episode.ts';

/** Something said, and all that is to be found in it. */
interface Case<Wanted> {
  readonly wanted: readonly Wanted[];
}

interface Rules<Each extends Case<Wanted>, Found, Wanted> {
  readonly find: (each: Each) => readonly Found[] | Promise<readonly Found[]>;
  /** Whether it is what was wanted, equal to it unless given; each finding is taken for one thing only. */
  readonly fits?: (found: Found, wanted: Wanted) => boolean;
}

/** What share of the findings must be right, and what share of what is wanted must be found. */
interface Least {
  readonly precision: number;
  readonly recall: number;
}

/** Tests rules on cases, and tells which were misread where too many were. */
export function scoreCases<Each extends Case<Wanted>, Found, Wanted>(
  name: string,
  cases: readonly Each[],
  { find, fits = Object.is }: Rules<Each, Found, Wanted>,
  least: Least = { precision: 0.9, recall: 0.75 },
): void {
  it(`find at least ${least.recall} of what is in ${name} cases, with a precision of ${least.precision}`, async () => {
    let [right, found, wanted] = [0, 0, 0];
    const misses: string[] = [];
    for (const each of cases) {
      const extra = [...(await find(each))];
      found += extra.length;
      wanted += each.wanted.length;
      const missed = each.wanted.filter((one) => {
        const at = extra.findIndex((other) => fits(other, one));
        if (at >= 0) extra.splice(at, 1);
        return at < 0;
      });
      right += each.wanted.length - missed.length;
      if (missed.length + extra.length > 0) misses.push(JSON.stringify({ ...each, missed, extra }));
    }
    expect(right / found, misses.join('\n')).toBeGreaterThanOrEqual(least.precision);
    expect(right / wanted, misses.join('\n')).toBeGreaterThanOrEqual(least.recall);
  });
}

/** Turns with the fields that tell them from a user's, by the one category they belong to; those under `none` hold nothing. */
export type Table<Category extends string> = Readonly<Record<Category | 'none', readonly Said[]>>;
export type Said = readonly [said: string, more?: Partial<StoredEpisode>];

export interface TableCase extends Case<string> {
  readonly said: string;
  readonly more: Said[1];
}

export const casesOf = (table: Table<never>): TableCase[] =>
  Object.entries<readonly Said[]>(table).flatMap(([category, turns]) =>
    turns.map(([said, more]) => ({ said, more, wanted: category === 'none' ? [] : [category] })),
  );
