import { chooseApart, withTelling } from '../../../src/languages/english/assertions/find-assertions.ts';
import { countExtraction, type ExtractionCounts, extractionMetrics } from '../score/extraction-metrics.ts';
import { contentStems, type Statement } from '../score/fact-match.ts';
import type { Example, Source, TurnExamples } from './examples.ts';

type Worth = (example: Example, source: Source) => number;

const THRESHOLDS = [0.05, 0.07, 0.08, 0.09, 0.1, 0.12, 0.14, 0.16, 0.18, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5];

/** Coverage and precision by the benchmark's own count, for each least worth. */
export function curve(turns: readonly TurnExamples[], worth: Worth, thresholds = THRESHOLDS) {
  const bySource = Map.groupBy(turns, ({ source }) => source);
  const weighed = new Map(
    [...bySource].map(([source, all]) => [
      source,
      all.map(({ unit, candidates }) => ({
        unit,
        candidates: candidates.map((each) => ({ ...each, worth: worth(each, source) })),
      })),
    ]),
  );
  return thresholds.map((least) => {
    const counts = [...weighed].map(([source, all]) => {
      const chosen = all.flatMap(({ unit, candidates }) =>
        chooseApart(
          candidates
            .map((each) => ({ ...each, worth: withTelling(each, least) }))
            .filter((each) => each.worth >= least),
        ).map(({ text }) => ({ text, units: [unit] })),
      );
      return { dataset: source.dataset, counts: countExtraction(once(chosen), source) };
    });
    return { least, ...row('locomo', counts), ...row('realmem', counts), ...row('both', counts) };
  });
}

/** As a store would keep them: each set of content words once. */
function once(memories: readonly Statement[]): Statement[] {
  return [...new Map(memories.map((memory) => [[...contentStems(memory.text)].sort().join(' '), memory])).values()];
}

function row(name: string, all: readonly { dataset: string; counts: ExtractionCounts }[]): Record<string, number> {
  const own = all.filter(({ dataset }) => name === 'both' || dataset === name).map(({ counts }) => counts);
  const { coverage, precision, junk, duplicates } = extractionMetrics(own);
  const figures = name === 'both' ? { coverage, precision, junk, duplicates } : { coverage, precision };
  return Object.fromEntries(
    Object.entries(figures).map(([figure, value]) => [`${name} ${figure}`, Math.round((value ?? 0) * 1000) / 1000]),
  );
}
