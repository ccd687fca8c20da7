import { readFileSync } from 'node:fs';
import { seededRandom } from '../random.ts';

/** Whole words that are one token each to the default embedder, commonest first. */
const VOCABULARY = readFileSync(new URL('../../assets/vocab.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((word) => /^[a-z]{3,}$/.test(word));

/** A text of that many tokens, its words as unevenly common as in real speech (Zipf). */
export function makeText(tokens: number, random: () => number): string {
  // Two of the tokens are the embedder's own start and end marks.
  return Array.from({ length: tokens - 2 }, () => {
    const rank = Math.floor(VOCABULARY.length ** random());
    return VOCABULARY[Math.min(rank, VOCABULARY.length - 1)];
  }).join(' ');
}

/** A unit vector made from a text's hash: what a real one costs to store and search, without the cost of making it. */
export function makeVector(text: string, dimensions: number): Float32Array {
  let seed = 2166136261;
  for (let at = 0; at < text.length; at++) seed = Math.imul(seed ^ text.charCodeAt(at), 16777619);
  const random = seededRandom(seed).next;
  const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}
