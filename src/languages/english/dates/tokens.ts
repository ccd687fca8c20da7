export interface Token {
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  readonly kind: 'word' | 'number' | 'mark';
  /** No space between it and the token before. */
  readonly glued: boolean;
  readonly capital: boolean;
}

const TOKEN = /(?<word>\p{L}[\p{L}\p{M}]*)|(?<number>[0-9]+)|[^\s]/gu;

/** Words, runs of digits and single marks: "May 5th" is May, 5, th. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  for (const match of text.matchAll(TOKEN)) {
    const [spelling] = match;
    const lower = spelling.toLowerCase();
    const kind = match.groups?.['word'] ? 'word' : match.groups?.['number'] ? 'number' : 'mark';
    const glued = match.index > 0 && tokens.at(-1)?.end === match.index;
    tokens.push({
      lower,
      start: match.index,
      end: match.index + spelling.length,
      kind,
      glued,
      capital: lower !== spelling,
    });
  }
  return tokens;
}
