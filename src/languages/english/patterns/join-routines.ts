import type { Theme } from './find-themes.ts';
import type { Occurrence } from './occurrence.ts';
import { readSentences } from './read-sentences.ts';
import { stepsOf } from './steps.ts';

/** Of the sessions of either, so many must have both, and in the same order. */
const MOSTLY = 0.75;
const MOST_STEPS = 8;
const MOST_READ = 12;

/** Themes that follow each other in session after session: the steps of one routine, in order. */
export type Routine = readonly Theme[];

/** Joins what is done one after the other. A theme that is part of no routine is one by itself. */
export function joinRoutines(
  themes: readonly Theme[],
  occurrences: readonly Occurrence[],
  minOccurrences: number,
): Routine[] {
  const firsts = new Map(themes.map((theme) => [theme, firstIn(theme, occurrences)]));
  const placesOf = (theme: Theme) => firsts.get(theme) ?? new Map<string, number>();
  const follows = (one: Theme, other: Theme): boolean => {
    const [before, after] = [placesOf(one), placesOf(other)];
    const both = [...before.keys()].filter((session) => after.has(session));
    const inOrder = both.filter((session) => Number(before.get(session)) < Number(after.get(session)));
    return inOrder.length >= Math.max(minOccurrences, MOSTLY * Math.max(before.size, after.size));
  };
  const done = themes.filter((theme) => isDone(theme, occurrences));
  const joined = new Set<Theme>();
  const routines: Routine[] = [];
  for (const theme of themes) {
    if (joined.has(theme)) continue;
    const steps = [theme];
    if (done.includes(theme))
      for (const other of done)
        if (!joined.has(other) && other !== theme && steps.length < MOST_STEPS) {
          const at = placeAmong(steps, other, follows);
          if (at !== undefined) steps.splice(at, 0, other);
        }
    for (const step of steps) joined.add(step);
    routines.push(steps);
  }
  return routines;
}

/** Where another step belongs among those that are in order; undefined if it does not stand before or after each. */
function placeAmong(
  steps: readonly Theme[],
  other: Theme,
  follows: (one: Theme, other: Theme) => boolean,
): number | undefined {
  const before = steps.filter((step) => follows(step, other)).length;
  const isClear = steps.every((step, at) => (at < before ? follows(step, other) : follows(other, step)));
  return isClear ? before : undefined;
}

/** By session, the first occurrence of a theme; occurrences are in the order of time. */
function firstIn({ sources }: Theme, occurrences: readonly Occurrence[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const source of sources) {
    const session = occurrences[source]?.session;
    if (session !== undefined && !places.has(session)) places.set(session, source);
  }
  return places;
}

/** Most of its sources tell what was done, by whoever tells of it. */
function isDone({ sources, core }: Theme, occurrences: readonly Occurrence[]): boolean {
  const latest = sources.slice(-MOST_READ);
  const done = latest.filter((source) =>
    readSentences(occurrences[source] as Occurrence).some(({ text }) =>
      stepsOf(text, core).some((step) => step.isDone),
    ),
  );
  return done.length >= MOSTLY * latest.length;
}
