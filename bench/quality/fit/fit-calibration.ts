import type { Calibration } from '../../../src/contracts/reranker.ts';
import type { Features } from '../../../src/recall/features.ts';
import { type Weights, weightedSum } from '../../../src/recall/rankers/rankers.ts';
import { EVIDENCE, type Evidence, evidenceOf } from '../../../src/recall/threshold.ts';
import type { Example } from './examples.ts';
import { type Case, logistic } from './logistic.ts';

const RIDGE = 3e-5;
/** What never varies must not make the equations insoluble. */
const LEAST_RIDGE = 1e-6;
/** How many of a question's best candidates the items' calibration looks at. */
const SHOWN = 30;

/** An example with what the weights make of it. */
export interface Weighed {
  readonly example: Example;
  readonly evidence: Evidence;
  readonly scores: readonly number[];
}

export const weigh = (examples: readonly Example[], weights: Weights): Weighed[] =>
  examples.map((example) => {
    const scores = example.candidates.map(({ features }) => features).map(weightedSum(weights));
    const ranked = example.candidates.map(({ features }, at) => ({
      features: features as unknown as Features,
      score: scores[at] as number,
    }));
    return { example, scores, evidence: evidenceOf(ranked) };
  });

/**
 * What the evidence weighs is learnt within each dataset, from what it can answer against what it cannot, so that it says
 * nothing about which dataset it is; the scale, the bias and what a stranger weighs from all of them together, since only
 * there a stranger's name stands beside weak answers that are right.
 */
export function fitCalibration(weighed: readonly Weighed[]): Calibration {
  const datasets = [...new Set(weighed.map(({ example }) => example.dataset))].filter((dataset) =>
    weighed.some(({ example }) => example.dataset === dataset && example.sort !== 'own'),
  );
  const contrasted = weighed.filter(({ example }) => datasets.includes(example.dataset));
  const slopes = logistic(
    casesOf(contrasted, ({ example, evidence }) => [
      ...EVIDENCE.map((name) => evidence[name]),
      ...datasets.slice(1).map((dataset) => Number(example.dataset === dataset)),
    ]),
    RIDGE,
  ).slice(0, EVIDENCE.length);
  const raw = ({ evidence }: Weighed) =>
    EVIDENCE.reduce((sum, name, at) => sum + (slopes[at] as number) * evidence[name], 0);
  const [scale = 1, strange = 0, bias = 0] = logistic(
    casesOf(weighed, (each) => [raw(each), each.evidence.stranger]),
    LEAST_RIDGE,
  );
  const answer = {
    bias: round(bias),
    weights: Object.fromEntries(
      EVIDENCE.map((name, at) => [name, round(scale * (slopes[at] as number) + (name === 'stranger' ? strange : 0))]),
    ),
  };
  return { answer, item: fitItem(weighed.filter(({ example }) => example.sort === 'own')) };
}

const round = (value: number): number => Number(value.toFixed(3));

/** Each dataset counts the same, and in each what has an answer as much as what has none. */
function casesOf(weighed: readonly Weighed[], inputs: (each: Weighed) => readonly number[]): Case[] {
  const kindOf = ({ example: { dataset, sort } }: Weighed) => `${dataset} ${sort}`;
  const sizes = Map.groupBy(weighed, kindOf);
  const sorts = Map.groupBy(sizes.keys(), (kind) => `${kind.split(' ')[0]} ${kind.endsWith(' own')}`);
  return weighed.map((each) => {
    const isTrue = each.example.sort === 'own';
    const alike = sorts.get(`${each.example.dataset} ${isTrue}`)?.length ?? 1;
    return { inputs: inputs(each), isTrue, weight: 1 / ((sizes.get(kindOf(each))?.length ?? 1) * alike * sorts.size) };
  });
}

function fitItem(weighed: readonly Weighed[]): Calibration['item'] {
  const cases = weighed.flatMap(({ example: { gold, candidates }, scores, evidence }) =>
    [...scores.keys()]
      .sort((a, b) => (scores[b] as number) - (scores[a] as number))
      .slice(0, SHOWN)
      .filter((at) => candidates[at]?.unit !== undefined)
      .map((at) => ({
        inputs: [scores[at] as number, (scores[at] as number) - evidence.strength],
        isTrue: gold.includes(candidates[at]?.unit ?? ''),
        weight: 1 / weighed.length / SHOWN,
      })),
  );
  const [score = 0, lag = 0, bias = 0] = logistic(cases, LEAST_RIDGE).map(round);
  return { bias, score, lag };
}
