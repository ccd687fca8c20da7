import type { Calibration } from '../../../src/contracts/reranker.ts';

/** What was fitted, as a source file that reads like one written by hand. */
export const numbersFile = (
  numbers: Readonly<Record<string, Calibration | Readonly<Record<string, number>>>>,
): string =>
  [
    '/* Written by `npm run fit:ranker -- --data DIR`, which also prints how they were judged. Not to be changed by hand. */',
    ...Object.entries(numbers).map(([name, value]) => `export const ${name} = ${literal(value)};`),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n');

/** In the layout of the formatter: objects of numbers that fit on a line stay on it. */
function literal(value: unknown, indent = ''): string {
  if (typeof value !== 'object' || value === null) return String(value);
  const entries = Object.entries(value);
  const inner = `${indent}  `;
  const isShort = indent.length > 0 && entries.length <= 4 && entries.every(([, part]) => typeof part === 'number');
  if (isShort) return `{ ${entries.map(([name, part]) => `${name}: ${part}`).join(', ')} }`;
  return `{\n${entries.map(([name, part]) => `${inner}${name}: ${literal(part, inner)},\n`).join('')}${indent}}`;
}
