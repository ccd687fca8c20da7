const WORD = /[\p{L}\p{N}]+/gu;
/** A short turn may well be its own memory. */
const SHORT_TURN = 15;
const MOST_REPEATED = 0.88;

const wordsOf = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Whether a memory says a long turn over again instead of what matters in it. */
export function isRepeat(text: string, turn: string): boolean {
  if (turn.length > 20 * text.length) return false;
  const said = new Set(wordsOf(text));
  const whole = wordsOf(turn);
  return whole.length > SHORT_TURN && whole.filter((word) => said.has(word)).length >= MOST_REPEATED * whole.length;
}
