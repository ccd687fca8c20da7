const SPACE = /\s+/g;

/** A text on one line, of so many characters at most. */
export function shorten(text: string, most: number): string {
  const line = text
    .slice(0, 4 * most)
    .replace(SPACE, ' ')
    .trim();
  return line.length <= most && text.length <= 4 * most
    ? line
    : `${line
        .slice(0, most - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

export const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;

export const day = (moment: Date): string => moment.toISOString().slice(0, 10);

/** So that a stop can follow. */
export const unstopped = (text: string): string => text.replace(/[.\s]+$/, '');
