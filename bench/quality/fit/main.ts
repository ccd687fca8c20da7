import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { souvenirEmbedder } from '../../../src/embedders/index.ts';
import { handSetRanker, type Weights } from '../../../src/recall/rankers/rankers.ts';
import { progressBar } from '../progress-bar.ts';
import { cachedEmbedder } from '../run/cached-embedder.ts';
import { type Example, examples } from './examples.ts';
import { fitCalibration, weigh } from './fit-calibration.ts';
import { fitWeights } from './fit-weights.ts';
import { FOLDS_FILE, foldGroups } from './folds.ts';
import { fractions, interval, mean } from './judge.ts';
import { numbersFile } from './numbers-file.ts';
import { silenceTable } from './silence-table.ts';

const NUMBERS_FILE = new URL('../../../src/recall/rankers/fitted-numbers.ts', import.meta.url);

const { values } = parseArgs({
  options: { data: { type: 'string' }, cache: { type: 'string', default: '.cache/vectors.db' } },
});
if (values.data === undefined) {
  console.error('usage: npm run fit:ranker -- --data DIR');
  process.exit(2);
}

const embedder = cachedEmbedder(souvenirEmbedder(), values.cache);
const bar = progressBar(process.stderr);
const all = await examples({ folder: values.data, limit: Infinity, embedder, progress: bar.draw });
bar.clear();
await embedder.close?.();

const byHand = handSetRanker.weights as Weights;
const weighed = weigh(all, byHand);
const learn = (chosen: readonly Example[]) => fitWeights(chosen, byHand);
const fittedWeights = learn(all);
const folds = foldGroups(all).map((without) => {
  const seen = all.filter(({ group }) => !without.includes(group));
  const calibration = fitCalibration(weighed.filter(({ example }) => !without.includes(example.group)));
  return { without, weights: learn(seen), calibration };
});
const foldOf = ({ group }: Example) => folds.find(({ without }) => without.includes(group));

console.log('share of right units in the first ten, percent; "left out": by weights fitted on the other datasets');
const datasets = [...new Set(all.map(({ dataset }) => dataset))];
console.table(Object.fromEntries(datasets.map((dataset) => [dataset, judged(dataset)])));
console.log('weights');
console.table({ 'hand-set': byHand, fitted: fittedWeights });

const handSetCalibration = fitCalibration(weighed);
console.log('answers withheld, percent, by threshold of confidence');
console.table(silenceTable(weighed, () => handSetCalibration));
console.log('the same, each question by a calibration fitted without its chat, person or topic');
console.table(silenceTable(weighed, (example) => foldOf(example)?.calibration ?? handSetCalibration));

const fittedCalibration = fitCalibration(weigh(all, fittedWeights));
const wordsOnly = weigh(all.map(withoutVectors), byHand);
const wordsOnlyCalibration = fitCalibration(wordsOnly);
console.log('the same without vectors');
console.table(silenceTable(wordsOnly, () => wordsOnlyCalibration));
writeFileSync(
  NUMBERS_FILE,
  numbersFile({ handSetCalibration, wordsOnlyCalibration, fittedWeights, fittedCalibration }),
);
writeFileSync(
  FOLDS_FILE,
  `${JSON.stringify(
    folds.map(({ without, calibration }) => ({ without, calibration })),
    undefined,
    2,
  )}\n`,
);

/** As a memory without an embedder would see it. */
function withoutVectors(example: Example): Example {
  const silent = { vector: 0, near: 0, far: 0 };
  return {
    ...example,
    candidates: example.candidates
      .filter(({ features }) => (features['text'] ?? 0) > 0)
      .map((each) => ({ ...each, features: { ...each.features, ...silent } })),
  };
}

function judged(dataset: string) {
  const own = all.filter((example) => example.dataset === dataset);
  const others = learn(all.filter((example) => example.dataset !== dataset));
  const before = fractions(own, () => byHand);
  const after = fractions(own, () => others);
  const [low, high] = interval(after, before);
  return {
    'hand-set': percent(mean(before)),
    'left out': percent(mean(after)),
    difference: percent(mean(after) - mean(before)),
    '95 % from': percent(low),
    to: percent(high),
    'fitted on all': percent(mean(fractions(own, () => fittedWeights))),
    'cross-validated': percent(mean(fractions(own, (example) => foldOf(example)?.weights ?? fittedWeights))),
  };
}

function percent(share: number): number {
  return Number((100 * share).toFixed(2));
}
