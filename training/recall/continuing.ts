// Fits the reading `continuing` of assets/model.json: whether a message asks where the work stands, or goes on with it.
// continuing.txt has messages that do (+) and that do not (-), tasks.txt others that do not. Prints how it does on every eighth message left out.
// usage: node training/recall/continuing.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { souvenirEmbedder } from '../../src/embedders/index.ts';

interface Example {
  readonly text: string;
  readonly isContinuing: boolean;
}

const linesOf = (name: string): string[] => readFileSync(new URL(name, import.meta.url), 'utf8').split('\n');
const examples: Example[] = [
  ...linesOf('continuing.txt').flatMap((line) =>
    /^[+-] /.test(line) ? [{ text: line.slice(2), isContinuing: line.startsWith('+') }] : [],
  ),
  ...linesOf('tasks.txt').flatMap((line) =>
    line.startsWith('>') ? [{ text: (line.slice(1).split('|')[0] ?? '').trim(), isContinuing: false }] : [],
  ),
];

/** Of the sum of losses, beside half of the squared weights. */
const LOSS_WEIGHT = 10;
const [STEPS, RATE] = [6000, 0.005];

const dot = (one: ArrayLike<number>, other: ArrayLike<number>): number => {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
};
const sigmoid = (odds: number): number => 1 / (1 + Math.exp(-odds));

interface Row {
  readonly vector: Float32Array;
  readonly isContinuing: boolean;
}

function fitted(rows: readonly Row[]) {
  const weights = new Float64Array(rows[0]?.vector.length ?? 0);
  let bias = 0;
  for (let step = 0; step < STEPS; step += 1) {
    const slopes = weights.slice();
    let slope = 0;
    for (const { vector, isContinuing } of rows) {
      const error = LOSS_WEIGHT * (sigmoid(dot(weights, vector) + bias) - Number(isContinuing));
      for (let at = 0; at < slopes.length; at += 1) slopes[at] = (slopes[at] ?? 0) + error * (vector[at] ?? 0);
      slope += error;
    }
    for (let at = 0; at < weights.length; at += 1) weights[at] = (weights[at] ?? 0) - RATE * (slopes[at] ?? 0);
    // The bias is the same for every message, so that its slope is far steeper.
    bias -= (RATE / 10) * slope;
  }
  return { bias, weights };
}

const embedder = souvenirEmbedder();
const vectors = await embedder.embed(examples.map(({ text }) => text));
await embedder.close();
const rows = examples.map(({ isContinuing }, at): Row => ({ isContinuing, vector: vectors[at] as Float32Array }));

const isHeld = (_: Row, at: number): boolean => at % 8 === 0;
const trial = fitted(rows.filter((row, at) => !isHeld(row, at)));
const held = rows.filter(isHeld);
for (const minChance of [0.5, 0.7, 0.8]) {
  const sure = held.filter(({ vector }) => sigmoid(dot(trial.weights, vector) + trial.bias) >= minChance);
  const right = sure.filter(({ isContinuing }) => isContinuing).length;
  const all = held.filter(({ isContinuing }) => isContinuing).length;
  console.log(`left out, from ${minChance} on: ${right} of ${all} found, ${sure.length - right} wrongly`);
}

const rounded = (value: number): number => Math.round(value * 1e4) / 1e4;
const { bias, weights } = fitted(rows);
const file = new URL('../../assets/model.json', import.meta.url);
const model = JSON.parse(readFileSync(file, 'utf8'));
model.readings.continuing = { bias: rounded(bias), weights: Array.from(weights, rounded) };
writeFileSync(file, `${JSON.stringify(model, undefined, 1)}\n`);
