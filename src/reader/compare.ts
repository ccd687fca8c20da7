import { floats, type ModelFile, matrix } from './model-file.ts';

export interface ComparedOdds {
  /** The odds that each passage answers rather than the others, and that it is outdated. */
  readonly passages: readonly { readonly answers: number; readonly outdated: number }[];
  /** That no passage answers. */
  readonly none: number;
}

type Row = Float32Array;
type Compare = (vectors: readonly Row[]) => ComparedOdds;

const HEADS = 4;
const EPSILON = 1e-5;
/** Length of the vectors in training. */
const LENGTH = 4;

/**
 * Two small layers over the vectors of passages for one question, oldest first, and a row for "none". They detect that
 * a later passage says the same, and that no passage answers.
 */
export function passageComparer(model: ModelFile): Compare {
  const [take, give, lastNorm] = [linearOf(model, 'take'), linearOf(model, 'give'), normOf(model, 'last')];
  const layers = [0, 1].map((n) => layerOf(model, `layers.${n}.`));
  const ranks = floats(model, 'compare.ranks');
  const width = floats(model, 'compare.last.weight').length;
  const none = ranks.length / width - 1;
  const rank = (at: number) => ranks.subarray(at * width, (at + 1) * width);
  return (vectors) => {
    const taken = vectors.map((vector, at) => {
      const row = take(vector.map((value) => value * LENGTH));
      return sum(row, rank(Math.min(none - 1, vectors.length - 1 - at)));
    });
    const rows = layers.reduce((before, layer) => layer(before), [...taken, rank(none)]);
    const given = rows.map((row) => {
      const [answers, outdated] = give(lastNorm(row));
      return { answers: answers as number, outdated: outdated as number };
    });
    return { passages: given.slice(0, -1), none: (given.at(-1) as (typeof given)[0]).answers };
  };
}

function layerOf(model: ModelFile, name: string): (rows: readonly Row[]) => Row[] {
  const [first, second] = [normOf(model, `${name}first`), normOf(model, `${name}second`)];
  const [qkv, out] = [linearOf(model, `${name}qkv`), linearOf(model, `${name}out`)];
  const [up, down] = [linearOf(model, `${name}up`), linearOf(model, `${name}down`)];
  return (rows) => {
    const mixed = attend(rows.map((row) => qkv(first(row))));
    return rows
      .map((row, at) => sum(row, out(mixed[at] as Row)))
      .map((row) => sum(row, down(up(second(row)).map(gelu))));
  };
}

/** The mean of both orders, for passages of equal age. */
export const regardlessOfTime =
  (compare: Compare): Compare =>
  (vectors) => {
    const [there, back] = [compare(vectors), compare(vectors.toReversed())];
    const mean = (one: number, other: number) => (one + other) / 2;
    const passages = there.passages.map(({ answers, outdated }, at) => {
      const other = back.passages.at(-1 - at) as (typeof back.passages)[0];
      return { answers: mean(answers, other.answers), outdated: mean(outdated, other.outdated) };
    });
    return { passages, none: mean(there.none, back.none) };
  };

const sum = (first: Row, second: Row): Row => first.map((value, at) => value + (second[at] as number));

function linearOf(model: ModelFile, name: string): (row: Row) => Row {
  const { weights, scales, columns } = matrix(model, `compare.${name}.weight`);
  // A plain loop takes a fifth of the time of callbacks, which the first answer of a process waits for.
  const scaled = new Float32Array(weights.length);
  for (let at = 0; at < scaled.length; at++)
    scaled[at] = (weights[at] as number) * (scales[Math.floor(at / columns)] as number);
  const rows = Array.from(scales, (_, to) => scaled.subarray(to * columns, (to + 1) * columns));
  const biases = floats(model, `compare.${name}.bias`);
  return (row) => biases.map((bias, to) => bias + dot(row, rows[to] as Row));
}

function normOf(model: ModelFile, name: string): (row: Row) => Row {
  const [weight, bias] = [floats(model, `compare.${name}.weight`), floats(model, `compare.${name}.bias`)];
  return (row) => {
    const mean = row.reduce((all, value) => all + value, 0) / row.length;
    const spread = row.reduce((all, value) => all + (value - mean) ** 2, 0) / row.length;
    const scale = 1 / Math.sqrt(spread + EPSILON);
    return row.map((value, at) => (value - mean) * scale * (weight[at] as number) + (bias[at] as number));
  };
}

function attend(rows: readonly Row[]): Row[] {
  const width = (rows[0]?.length ?? 0) / 3;
  const size = width / HEADS;
  const part = (row: Row, of: number, head: number) =>
    row.subarray(of * width + head * size, of * width + (head + 1) * size);
  return rows.map((row) => {
    const attended = new Float32Array(width);
    for (let head = 0; head < HEADS; head++) {
      const query = part(row, 0, head);
      const scores = rows.map((other) => dot(query, part(other, 1, head)) / Math.sqrt(size));
      const maxScore = Math.max(...scores);
      const shares = scores.map((score) => Math.exp(score - maxScore));
      const all = shares.reduce((a, b) => a + b, 0);
      for (let at = 0; at < rows.length; at++) {
        const value = part(rows[at] as Row, 2, head);
        const share = (shares[at] as number) / all;
        for (let i = 0; i < size; i++)
          attended[head * size + i] = (attended[head * size + i] as number) + share * (value[i] as number);
      }
    }
    return attended;
  });
}

function dot(first: Row, second: Row): number {
  let all = 0;
  for (let at = 0; at < first.length; at++) all += (first[at] as number) * (second[at] as number);
  return all;
}

/** x times the normal distribution function, after Abramowitz and Stegun 7.1.26. */
function gelu(x: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(x)) / Math.SQRT2);
  const tail = ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) * t;
  const erf = 1 - tail * Math.exp((-x * x) / 2);
  return (x / 2) * (1 + Math.sign(x) * erf);
}
