const PIECE = /\p{Script=Latin}+|\S/gu;
const LETTERS_A_TOKEN = 4;

/** As much of a text as a model reads in about so many tokens: Latin words cost a token per four letters, other signs one each. */
export function beginning(text: string, tokens: number): string {
  let left = tokens;
  for (const { 0: piece, index } of text.matchAll(PIECE)) {
    left -= Math.ceil(piece.length / LETTERS_A_TOKEN);
    if (left < 0) return text.slice(0, index) || text.slice(0, LETTERS_A_TOKEN * tokens);
  }
  return text;
}
