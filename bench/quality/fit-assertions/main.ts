import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { worthOf } from '../../../src/languages/english/assertions/features.ts';
import { curve } from './curve.ts';
import { type Example, examplesOf, readSources, type TurnExamples } from './examples.ts';
import { logistic } from './logistic.ts';

interface Fitted {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

const NUMBERS_FILE = new URL('../../../src/languages/english/assertions/worth-numbers.ts', import.meta.url);
const RIDGE = 3;
const FOLDS = 5;

const { values } = parseArgs({ options: { data: { type: 'string' } } });
if (values.data === undefined) {
  console.error('usage: node bench/quality/fit-assertions/main.ts --data DIR');
  process.exit(2);
}

const turns = readSources(values.data).flatMap(examplesOf);
const names = Object.keys(turns.find(({ candidates }) => candidates.length > 0)?.candidates[0]?.features ?? {});

const folds = Array.from({ length: FOLDS }, (_, fold) =>
  weightsFor(turns.filter(({ source }) => source.fold !== fold)),
);
console.log('each chat and person by weights fitted without it, by least worth');
console.table(curve(turns, (example, { fold }) => worth(example, folds[fold] as Fitted)));
const without = new Map(
  (['locomo', 'realmem'] as const).map((dataset) => [
    dataset,
    weightsFor(turns.filter(({ source }) => source.dataset !== dataset)),
  ]),
);
console.log('each dataset by weights fitted on the other');
console.table(curve(turns, (example, { dataset }) => worth(example, without.get(dataset) as Fitted)));

const fitted = weightsFor(turns);
console.table(fitted.weights);
writeFileSync(NUMBERS_FILE, weightsFile(fitted));

/** Every turn counts alike, however many candidates it has. */
function weightsFor(chosen: readonly TurnExamples[]): Fitted {
  const cases = chosen.flatMap(({ candidates }) =>
    candidates.map(({ features, facts }) => ({
      inputs: names.map((name) => features[name] ?? 0),
      isTrue: facts.length > 0,
      weight: 1 / Math.sqrt(candidates.length),
    })),
  );
  const fittedWeights = logistic(cases, RIDGE).map((weight) => Math.round(weight * 100) / 100);
  return {
    bias: fittedWeights.at(-1) as number,
    weights: Object.fromEntries(names.map((name, at) => [name, fittedWeights[at] as number])),
  };
}

function worth({ features }: Example, { bias, weights }: Fitted): number {
  return worthOf(features, weights, bias);
}

/** What was fitted, as a source file that reads like one written by hand. */
function weightsFile({ bias, weights }: Fitted): string {
  return [
    '/* Written by `node bench/quality/fit-assertions/main.ts --data DIR`, which also prints how they were judged. Not to be changed by hand. */',
    '',
    `export const worthBias = ${bias};`,
    '',
    'export const worthWeights = {',
    ...Object.entries(weights).map(([name, weight]) => `  ${name}: ${weight},`),
    '};',
    '',
  ].join('\n');
}
