import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const REGEXES: readonly { where: string; source: string; flags: string }[] = JSON.parse(
  execFileSync(process.execPath, ['tools/linear-regexes.mjs', '--list'], { encoding: 'utf8', maxBuffer: 2 ** 24 }),
);
const HOSTILE = '- " \' ( [ { < . , / 1 é _ = ! * a A a- 1. :a "a <a lª'
  .split(' ')
  .concat(' ', '\n', '\t ', 'a\n', 'a ', 'a, ', 'I ', 'I am ', 'simply ');
const WORDS_TRIED = 6;
const MARKS_TRIED = 6;
/** Four times the text takes four times as long, and sixteen times as long where the time is quadratic. */
const LARGEST_GROWTH = 8;

/** Pieces with the words and marks that the expression itself has. */
function piecesFor(source: string): string[] {
  const words = [...new Set(source.replace(/\\p\{\w+\}|\\\w/gi, ' ').match(/\p{L}+/gu))];
  const marks = [...new Set(source.match(/[^\p{L}\d\s\\()[\]{}|?*+^$]/gu))].slice(0, MARKS_TRIED);
  const some = words.filter((_, at) => at % Math.ceil(words.length / WORDS_TRIED) === 0);
  const marked = some.flatMap((word) => marks.map((mark) => word + mark));
  const own = [`${words.join(' ')} `, ...some, ...some.map((word) => `${word} `), marks.join(''), ...marks, ...marked];
  return [...HOSTILE, ...own].filter((piece) => piece !== '');
}

/** Of every match, one after the other. A zero byte at the end is what few expect. */
function milliseconds(regex: RegExp, piece: string, length: number): number {
  const text = `${piece.repeat(Math.ceil(length / piece.length)).slice(0, length)}\0`;
  regex.lastIndex = 0;
  const started = performance.now();
  for (let end = -1; regex.test(text); end = regex.lastIndex) if (regex.lastIndex === end) regex.lastIndex += 1;
  return performance.now() - started;
}

/** Less than this is the noise of the machine, and no more than what a heavy expression takes. */
const unsuspicious = (length: number): number => Math.max(5, length * 150e-6);

function isLinear(regex: RegExp, piece: string, length: number): boolean {
  if (milliseconds(regex, piece, length) <= unsuspicious(length)) return true;
  const best = (size: number) => Math.min(...[1, 2, 3].map(() => milliseconds(regex, piece, size)));
  const brief = best(length);
  return brief <= unsuspicious(length) || best(4 * length) / brief < LARGEST_GROWTH;
}

/** Short texts first, as a text of a megabyte may take a day. */
function findSlow(lengths: readonly number[], regexes: typeof REGEXES = REGEXES): string[] {
  return regexes.flatMap(({ where, source, flags }) => {
    const regex = new RegExp(source, flags.includes('g') ? flags : `${flags}g`);
    for (const warming of ['a b 1', 'é – 1', 'a b 1', 'é – 1']) milliseconds(regex, warming, 20);
    const slow = piecesFor(source).find((piece) => !lengths.every((length) => isLinear(regex, piece, length)));
    return slow === undefined ? [] : [`${where} with ${JSON.stringify(slow)}`];
  });
}

describe('a regular expression of the source', () => {
  it('takes time in proportion to the text', () => expect(findSlow([1000, 8000])).toEqual([]));
  it('takes time in proportion to a megabyte', { tags: ['long'] }, () =>
    expect(findSlow([1000, 4000, 16_000, 250_000])).toEqual([]),
  );
});

it('a square of the length is noticed', () => {
  expect(findSlow([1000, 4000], [{ where: 'here', source: '\\s+$', flags: '' }])).toEqual(['here with " "']);
});
