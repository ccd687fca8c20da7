import type { Calibration } from '../../../src/contracts/reranker.ts';
import { answerConfidence } from '../../../src/recall/threshold.ts';
import { auroc } from '../score/rank-statistics.ts';
import type { Example } from './examples.ts';
import type { Weighed } from './fit-calibration.ts';

const THRESHOLDS = [0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5];

/** How often no answer would be given, by dataset and sort of question, and how well its own stand apart from the others. */
export function silenceTable(weighed: readonly Weighed[], calibrationOf: (example: Example) => Calibration) {
  const told = weighed.map(({ example, evidence }) => ({
    ...{ dataset: example.dataset, sort: example.sort },
    confidence: answerConfidence(evidence, calibrationOf(example)),
  }));
  const kinds = Map.groupBy(told, ({ dataset, sort }) => `${dataset} ${sort}`);
  return Object.fromEntries(
    [...kinds].map(([kind, alike]) => {
      const confidences = alike.map(({ confidence }) => confidence);
      const own = kinds.get(`${alike[0]?.dataset} own`)?.map(({ confidence }) => confidence) ?? [];
      return [
        kind,
        {
          ...Object.fromEntries(THRESHOLDS.map((least) => [least, percentBelow(confidences, least)])),
          ...(!kind.endsWith(' own') && { auroc: Number(auroc(own, confidences).toFixed(3)) }),
        },
      ];
    }),
  );
}

const percentBelow = (values: readonly number[], least: number): number =>
  Number(((100 * values.filter((value) => value < least).length) / values.length).toFixed(1));
