import type { WriteStream } from 'node:tty';
import { styleText } from 'node:util';
import type { OperationProgress } from '../../operations/operation.ts';

// Colours on a terminal, plain text elsewhere and under NO_COLOR: `styleText` looks at stdout for both.
export const bold = (text: string): string => styleText('bold', text);
export const dim = (text: string): string => styleText('dim', text);
export const green = (text: string): string => styleText('green', text);
export const red = (text: string): string => styleText('red', text);

/** Control characters could move the cursor, or worse, and a memory may hold anything. */
export const oneLine = (text: string): string => text.replace(/[\s\p{Cc}]+/gu, ' ').trim();

/** As it is laid out, tabs and line ends aside. */
export const withoutControls = (text: string): string => text.replace(/\p{Cc}/gu, ' ');

/** At most so many characters, with an ellipsis where something was left out. */
export function cut(text: string, most: number): string {
  const characters = [...text];
  return characters.length <= most ? text : `${characters.slice(0, Math.max(0, most - 1)).join('')}…`;
}

export const count = (number: number, one: string, many = `${one}s`): string =>
  `${number} ${number === 1 ? one : many}`;

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
    (known, row) => row.map((cell, column) => Math.max(known[column] ?? 0, cell.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, column) =>
        alignRight && column > 0 ? cell.padStart(widths[column] ?? 0) : cell.padEnd(widths[column] ?? 0),
      )
      .join('  ')
      .trimEnd(),
  );
}

const LEAST_TEXT = 20;

/** A table as wide as the terminal, its last column a text cut to what is left; of any width where there is none. */
export function textTable(
  heads: readonly string[],
  rows: readonly (readonly string[])[],
  width = Number.POSITIVE_INFINITY,
): string[] {
  if (rows.length === 0) return ['There are none.'];
  const [head = '', ...lines] = table([heads, ...rows.map((row) => row.map(oneLine))], false);
  const taken = head.length - (heads.at(-1)?.length ?? 0);
  const most = Math.max(taken + LEAST_TEXT, width);
  return [bold(head), ...lines.map((line) => cut(line, most))];
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
