import type { WriteStream } from 'node:tty';
import { stripVTControlCharacters, styleText } from 'node:util';
import type { OperationProgress } from '../../operations/operation.ts';

// Colours on a terminal and under FORCE_COLOR, plain text elsewhere and under NO_COLOR: `styleText` looks for all of them.
export const bold = (text: string): string => styleText('bold', text);
export const dim = (text: string): string => styleText('dim', text);
export const green = (text: string): string => styleText('green', text);
export const red = (text: string): string => styleText('red', text);

/** Control characters could move the cursor, or worse, and a memory may hold anything. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** As it is laid out, tabs and line ends aside. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

let segmenter: Intl.Segmenter | undefined;
/** Made when first used: Node takes 30 ms for it. */
function charactersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}
const PLAIN = /^[ -~]*$/;

/** Columns of a terminal that a character takes, marks and joined emoji included. */
function columnsOf(character: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u.test(character)) return 0;
  // What East Asian text is written in, full-width forms and emoji.
  const isWide =
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]|\uFE0F/u;
  return isWide.test(character) ? 2 : 1;
}

/** Columns of a terminal that a text takes, colours aside. */
export function widthOf(styled: string): number {
  const text = stripVTControlCharacters(styled);
  if (PLAIN.test(text)) return text.length;
  return [...charactersOf(text)].reduce((sum, { segment }) => sum + columnsOf(segment), 0);
}

/** At most so many columns, with an ellipsis where something was left out. */
export function cut(text: string, maxWidth: number): string {
  if (widthOf(text) <= maxWidth) return text;
  let [shown, width] = ['', 0];
  for (const { segment } of charactersOf(text)) {
    width += columnsOf(segment);
    if (width > maxWidth - 1) break;
    shown += segment;
  }
  return `${shown}…`;
}

/** Columns of the terminal; undefined where there is none, and nothing is to be cut. */
export const terminalWidth = (): number | undefined =>
  process.stdout.isTTY ? Number(process.env['COLUMNS']) || process.stdout.columns : undefined;

const SHORT_ID = 8;

/** The ends of ids: their beginnings tell the time, and are alike. As long as it takes to tell these apart. */
export function shortIdsOf(ids: readonly string[]): (id: string) => string {
  const distinct = new Set(ids);
  let length = SHORT_ID;
  while (new Set([...distinct].map((id) => id.slice(-length))).size < distinct.size) length += 1;
  return (id) => id.slice(-length);
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** Counts by what is counted: "1 memory, 2 links". */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([many, number]) => count(number, many.replace(/ies$/, 'y').replace(/(?<!s)s$/, ''), many))
    .join(', ');

export const unitText = (value: number): string => value.toFixed(2);

/** To the millisecond, so that it can be handed back. */
export const momentText = (moment: Date): string => moment.toISOString();

export const momentIfAny = (moment: Date | undefined): string | undefined => moment?.toISOString();

export const dayText = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The day on which what a memory tells of happened. */
export const dayOf = ({
  validAt,
  createdAt,
}: {
  readonly validAt?: Date | undefined;
  readonly createdAt: Date;
}): string => dayText(validAt ?? createdAt);

/** A reason, where there is one, behind what it is for. */
export const becauseText = (reason: string | undefined): string => (reason === undefined ? '' : `: ${oneLine(reason)}`);

/** Rows as aligned columns; with `alignRight`, all but the first to the right. */
export function table(rows: readonly (readonly string[])[], alignRight: boolean): string[] {
  const widths = rows.reduce<number[]>(
    (known, row) => row.map((cell, column) => Math.max(known[column] ?? 0, widthOf(cell))),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const room = ' '.repeat(Math.max(0, (widths[column] ?? 0) - widthOf(cell)));
        return alignRight && column > 0 ? `${room}${cell}` : `${cell}${room}`;
      })
      .join('  ')
      .trimEnd(),
  );
}

const MIN_TEXT_WIDTH = 20;
/** Of the width, what a column that is not the last may take. */
const MAX_COLUMN_SHARE = 1 / 3;

/**
 * A table no wider than the terminal, its last column a text cut to what is left; where that is too little, the columns before it give
 * way. Of any width where there is no terminal.
 */
export function textTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): string[] {
  if (rows.length === 0) return ['There are none.'];
  const last = heads.length - 1;
  const cells = rows.map((row) =>
    row.map((cell, column) => (column === last ? oneLine(cell) : cut(oneLine(cell), width * MAX_COLUMN_SHARE))),
  );
  const [head = '', ...lines] = table([heads, ...cells], false);
  const taken = widthOf(head) - widthOf(heads.at(-1) ?? '');
  if (taken + MIN_TEXT_WIDTH > width && last > 1)
    return textTable(
      heads.toSpliced(-2, 1),
      rows.map((row) => row.toSpliced(-2, 1)),
      width,
    );
  return [bold(cut(head, width)), ...lines.map((line) => cut(line, width))];
}

/** A version of something: since when, why, and what it says. */
export const versionLines = (number: number, since: Date, why: string, says: readonly string[]): string[] => [
  bold(`${number}  ${momentText(since)}  ${why}`),
  ...says.map((line) => `   ${line}`),
];

const BAR_WIDTH = 30;

/** A bar on a terminal; nothing at all elsewhere. */
export function progressBar(stream: WriteStream) {
  const write = (text: string): void => {
    if (stream.isTTY) stream.write(text);
  };
  return {
    draw({ stage, done, total }: OperationProgress): void {
      const filled = total === 0 ? BAR_WIDTH : Math.round((done / total) * BAR_WIDTH);
      write(`\r\x1b[K${stage} ${'█'.repeat(filled)}${'░'.repeat(BAR_WIDTH - filled)} ${done}/${total}`);
    },
    clear: (): void => write('\r\x1b[K'),
  };
}
