export interface Fitted {
  readonly bias: number;
  readonly weights: Readonly<Record<string, number>>;
}

/** What was fitted, as a source file that reads like one written by hand. */
export const weightsFile = ({ bias, weights }: Fitted): string =>
  [
    '/* Written by `node bench/quality/fit-assertions/main.ts --data DIR`, which also prints how they were judged. Not to be changed by hand. */',
    '',
    `export const worthBias = ${bias};`,
    '',
    'export const worthWeights = {',
    ...Object.entries(weights).map(([name, weight]) => `  ${name}: ${weight},`),
    '};',
    '',
  ].join('\n');
