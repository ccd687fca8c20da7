import { dot, type Embedder } from '../../contracts/embedder.ts';
import { detectLanguage } from '../../languages/detect.ts';
import { termsOf } from '../../languages/terms.ts';
import { stopWordsOf } from '../../languages/word-lists.ts';
import { words } from '../../text/words.ts';
import type { PersonalityConfig } from './config.ts';

/** Distance of two texts, from 0 to 1. The two measures are not comparable. */
export interface Drift {
  readonly by: 'meaning' | 'words';
  readonly amount: number;
}

export async function driftsFrom(
  old: string,
  texts: readonly string[],
  { embedder, signal }: { readonly embedder?: Embedder; readonly signal?: AbortSignal },
): Promise<Drift[]> {
  const byWords = (text: string): Drift => ({ by: 'words', amount: wordDrift(old, text) });
  if (embedder === undefined || texts.length === 0) return texts.map(byWords);
  const [from, ...vectors] = await embedder.embed([old, ...texts], signal === undefined ? {} : { signal });
  return texts.map((text, at) => {
    const to = vectors[at];
    if (from === undefined || to === undefined) return byWords(text);
    return { by: 'meaning', amount: Math.min(1, Math.max(0, 1 - dot(from, to))) };
  });
}

export function isWithinBounds(
  { by, amount }: Drift,
  { minDrift, maxDrift, wordDrift: { min, max } }: Pick<PersonalityConfig, 'minDrift' | 'maxDrift' | 'wordDrift'>,
): boolean {
  return by === 'words' ? amount >= min && amount <= max : amount >= minDrift && amount <= maxDrift;
}

export function wordDrift(old: string, text: string): number {
  const [left, right] = [stemsOf(old), stemsOf(text)];
  const shared = [...left].filter((stem) => right.has(stem)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : 1 - shared / all;
}

function stemsOf(text: string): Set<string> {
  const stopWords = stopWordsOf(detectLanguage(text));
  return new Set(
    words(text)
      .filter((word) => !stopWords.has(word))
      .flatMap(termsOf),
  );
}
