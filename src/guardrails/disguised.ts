import type { WordPiece } from '../reader/word-piece.ts';
import type { Reading } from './reading.ts';
import { readingsOf } from './readings.ts';

/** Letters that a piece of plain English has at least on average; of what is no language it has about two. */
const READABLE = 3;
const CLEARER = 1.15;
const LEAST_WORDS = 3;

/** The ways of reading a text in which it makes sense, where they make more sense than the text as it stands. */
export function disguisedIn(text: string, pieces: WordPiece): Reading[] {
  const least = Math.max(READABLE, CLEARER * clarityOf(text, pieces));
  const seen = new Set([text.toLowerCase()]);
  return readingsOf(text).filter((reading) => {
    const isNew = !seen.has(reading.text) && reading.text.split(/\s+/).length >= LEAST_WORDS;
    seen.add(reading.text);
    return isNew && clarityOf(reading.text, pieces) >= least;
  });
}

/** Letters by piece: few where words are unknown or their letters stand apart. */
function clarityOf(text: string, pieces: WordPiece): number {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  let count = 0;
  for (const _ of pieces.ids(text.replace(/[^\p{L}\p{N}\s]+/gu, ' '))) count += 1;
  return count === 0 ? 0 : letters / count;
}
