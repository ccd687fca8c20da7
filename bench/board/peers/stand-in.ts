import { unitLength } from '../../../src/reader/embedding.ts';
import { makeVector } from '../../speed/texts.ts';

const words = new Map<string, Float32Array>();

/** A vector for a text that costs nothing: the mean of one by chance for each word, so that texts that share words are near each other. */
export function standIn(text: string, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? ['']) {
    const known = words.get(word) ?? makeVector(word, dimensions);
    words.set(word, known);
    for (let at = 0; at < dimensions; at++) sum[at] = (sum[at] ?? 0) + (known[at] ?? 0);
  }
  return unitLength(sum) ?? sum;
}
