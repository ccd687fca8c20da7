import { bytes, milliseconds, number, percent } from '../../parts/numbers.ts';
import { OVER, Plot } from './plot.tsx';
import * as rates from './rates.ts';
import type { Sample } from './samples.ts';
import { Stages } from './stages.tsx';

const MAX_STAGES = 5;

export function Plots({ samples }: { readonly samples: readonly Sample[] }) {
  const { stats } = samples.at(-1) as Sample;
  const { activity } = stats;
  const at = samples.map((sample) => sample.at);
  const ratio = (name: string, part: typeof rates.asked, whole = rates.asked) =>
    rates.ratios(samples, name, part, whole);
  const level = (name: string, of: Parameters<typeof rates.levels>[2]) => rates.levels(samples, name, of);
  const types = Object.keys(activity?.memories.byType ?? {});
  const stages = Object.entries(activity?.recall.stages ?? {})
    .sort(([, one], [, other]) => other.meanMs - one.meanMs)
    .slice(0, MAX_STAGES)
    .map(([stage]) => stage)
    .sort();
  return (
    <div class="plots">
      {activity !== undefined && (
        <>
          <Plot
            title="Queries"
            about={`Shares of answered, silent and incomplete queries, ${OVER}.`}
            lines={[
              ratio('Answered', rates.answered),
              ratio('Silent', rates.silent),
              ratio('Degraded', rates.degraded),
            ]}
            {...{ at, format: percent, minTop: 1 }}
          />
          <Plot
            title="Tokens retrieved"
            about={`Per query, ${OVER}.`}
            lines={[ratio('Tokens', rates.tokens)]}
            {...{ at, format: number, minTop: 10 }}
          />
          <Plot
            title="Time per stage"
            about={`Mean of the slowest ${MAX_STAGES}, ${OVER}.`}
            lines={stages.map((stage) => ratio(stage, rates.stageMs(stage), rates.stageRuns(stage)))}
            {...{ at, format: milliseconds, minTop: 1 }}
          />
          <Stages stats={stats} />
          <Plot
            title="Memories written"
            about={`By type, per minute, ${OVER}.`}
            lines={types.map((type) => rates.perMinute(samples, type, rates.written(type)))}
            {...{ at, format: number, minTop: 1 }}
          />
        </>
      )}
      <Plot
        title="Queue"
        about="Owners that are due, memories without a vector, and sessions set aside."
        lines={[
          level('Due', ({ schedule }) => schedule?.waiting),
          level('Without a vector', ({ unembedded }) => unembedded),
          level('Set aside', ({ setAside }) => setAside.length),
        ]}
        {...{ at, format: number, minTop: 5 }}
      />
      {stats.bytes !== undefined && (
        <Plot
          title="Store size"
          about="The size of the memory on disk."
          lines={[level('On disk', (each) => each.bytes)]}
          {...{ at, format: bytes, minTop: 1000 }}
        />
      )}
    </div>
  );
}
