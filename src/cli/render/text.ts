import type { WriteStream } from 'node:tty';
import { stripVTControlCharacters, styleText } from 'node:util';
import type { OperationProgress } from '../../operations/operation.ts';

// `styleText` respects terminals, FORCE_COLOR and NO_COLOR.
export const bold = (text: string): string => styleText('bold', text);
export const dim = (text: string): string => styleText('dim', text);
export const green = (text: string): string => styleText('green', text);
export const red = (text: string): string => styleText('red', text);

/** The text on one line, without control characters, which could move the cursor or worse. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** Control characters become spaces; other white space stays. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

let segmenter: Intl.Segmenter | undefined;
/** Created on first use: it takes Node 30 ms. */
function charactersOf(text: string): Intl.Segments {
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' });
  return segmenter.segment(text);
}
const PLAIN = /^[ -~]*$/;

/** Terminal columns of a character, combining marks and joined emoji included. */
function columnsOf(character: string): number {
  if (/^[\p{Mn}\p{Me}\p{Cf}\p{Cc}]/u.test(character)) return 0;
  // Scripts of East Asia, full-width forms and emoji.
  const isWide =
    /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Bopomofo}\p{Script=Yi}\p{Emoji_Presentation}\u3000-\u303E\uFF01-\uFF60\uFFE0-\uFFE6]|\uFE0F/u;
  return isWide.test(character) ? 2 : 1;
}

/** Terminal columns of a text, without its colour codes. */
export function widthOf(styled: string): number {
  const text = stripVTControlCharacters(styled);
  if (PLAIN.test(text)) return text.length;
  return [...charactersOf(text)].reduce((sum, { segment }) => sum + columnsOf(segment), 0);
}

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

/** Undefined without a terminal: nothing is cut then. */
export const terminalWidth = (): number | undefined =>
  process.stdout.isTTY ? Number(process.env['COLUMNS']) || process.stdout.columns : undefined;

const SHORT_ID = 8;

/** The ends of ids, as long as needed to distinguish them: the beginnings encode the time and are alike. */
export function shortIdsOf(ids: readonly string[]): (id: string) => string {
  const distinct = new Set(ids);
  let length = SHORT_ID;
  while (new Set([...distinct].map((id) => id.slice(-length))).size < distinct.size) length += 1;
  return (id) => id.slice(-length);
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

/** Counts with their nouns: "1 memory, 2 links". */
export const countsText = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([many, number]) => count(number, many.replace(/ies$/, 'y').replace(/(?<!s)s$/, ''), many))
    .join(', ');

export const unitText = (value: number): string => value.toFixed(2);

export const momentText = (moment: Date): string => moment.toISOString();

export const momentIfAny = (moment: Date | undefined): string | undefined => moment?.toISOString();

export const dayText = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The day to which a memory's content refers. */
export const dayOf = ({ validAt, createdAt }: { validAt?: Date | undefined; createdAt: Date }): string =>
  dayText(validAt ?? createdAt);

export const becauseText = (reason: string | undefined): string => (reason === undefined ? '' : `: ${oneLine(reason)}`);

/** Rows as aligned columns; `alignRight` applies to all but the first column. */
export function table(rows: readonly (readonly string[])[], alignRight = false): string[] {
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
const MAX_COLUMN_SHARE = 1 / 3;

/** A table as wide as the terminal, with the last column cut to the rest, and the others if that is too narrow. Unlimited without a terminal. */
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
  const [head = '', ...lines] = table([heads, ...cells]);
  const taken = widthOf(head) - widthOf(heads.at(-1) ?? '');
  if (taken + MIN_TEXT_WIDTH > width && last > 1)
    return textTable(
      heads.toSpliced(-2, 1),
      rows.map((row) => row.toSpliced(-2, 1)),
      width,
    );
  return [bold(cut(head, width)), ...lines.map((line) => cut(line, width))];
}

export const versionLines = (number: number, since: Date, why: string, says: readonly string[]): string[] => [
  bold(`${number}  ${momentText(since)}  ${why}`),
  ...says.map((line) => `   ${line}`),
];

const BAR_WIDTH = 30;

/** A bar on a terminal; silent elsewhere. */
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
