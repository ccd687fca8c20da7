import type { Sample, Stats } from './samples.ts';

/** Window of a rate: over two samples alone, most rates would be empty. */
export const WINDOW_SECONDS = 30;
/** Samples further apart leave a gap: the view was closed in between. */
const GAP_SECONDS = 10;

export interface Line {
  readonly name: string;
  readonly values: readonly (number | null)[];
}

type Activity = NonNullable<Stats['activity']>;
type Of<Value> = (stats: Stats) => Value;

export const levels = (samples: readonly Sample[], name: string, of: Of<number | undefined>): Line => ({
  name,
  values: samples.map(({ stats }) => of(stats) ?? null),
});

export const ratios = (samples: readonly Sample[], name: string, part: Of<number>, whole: Of<number>): Line => ({
  name,
  values: grown(samples, (before, now) => {
    const base = whole(now.stats) - whole(before.stats);
    return base > 0 ? Math.max(0, part(now.stats) - part(before.stats)) / base : null;
  }),
});

export const perMinute = (samples: readonly Sample[], name: string, of: Of<number>): Line => ({
  name,
  values: grown(samples, (before, now) =>
    Math.max(0, (60 * (of(now.stats) - of(before.stats))) / (now.at - before.at)),
  ),
});

function grown(
  samples: readonly Sample[],
  of: (before: Sample, now: Sample) => number | null,
): readonly (number | null)[] {
  let first = 0;
  return samples.map((now, at) => {
    const last = samples[at - 1];
    if (last === undefined || now.at - last.at > GAP_SECONDS) first = at;
    while (now.at - (samples[first] as Sample).at > WINDOW_SECONDS) first++;
    return first === at ? null : of(samples[first] as Sample, now);
  });
}

const activityOf =
  (of: (activity: Activity) => number | undefined): Of<number> =>
  ({ activity }) =>
    (activity === undefined ? undefined : of(activity)) ?? 0;

export const answered = activityOf(({ recall }) => recall.answered);
export const silent = activityOf(({ recall }) => recall.silent);
export const asked: Of<number> = (stats) => answered(stats) + silent(stats);
export const degraded: Of<number> = (stats) => asked(stats) * (stats.activity?.recall.degradedRate ?? 0);
export const tokens: Of<number> = (stats) => asked(stats) * (stats.activity?.recall.meanTokens ?? 0);
export const written = (type: string) => activityOf(({ memories }) => memories.byType[type]);
export const stageRuns = (stage: string) => activityOf(({ recall }) => recall.stages[stage]?.count);
export const stageMs = (stage: string): Of<number> => {
  const mean = activityOf(({ recall }) => recall.stages[stage]?.meanMs);
  return (stats) => mean(stats) * stageRuns(stage)(stats);
};
