import type { KnowledgeItem } from '../../contracts/knowledge-store.ts';
import { compareClaims } from '../../language/claims/compare.ts';
import { sentencesOf } from '../../language/sentences.ts';
import type { RecallItem } from '../../model/recall.ts';
import { differ } from './differ.ts';

export interface Contradiction {
  readonly memoryId: string;
  readonly chunkId: string;
  /** The sentence of the chunk that says otherwise. */
  readonly sentence: string;
}

/** A longer one is no plain claim. */
const LONGEST_CLAIM = 400;
const MOST_SENTENCES = 200;
/** What Markdown puts around a sentence. */
const MARKS = /^(?:[-*+>#]|\d{1,9}[.)])[ \t]+|[*_`]+/g;

/** Where a memory and a document that were recalled together say different things of the same. */
export function contradictionsBetween(
  memories: readonly Pick<RecallItem, 'id' | 'content'>[],
  chunks: readonly Pick<KnowledgeItem, 'id' | 'text'>[],
): Contradiction[] {
  const claims = memories.map(({ id, content }) => ({ id, sentences: claimsIn(content) }));
  return chunks.flatMap((chunk) => {
    const stated = claimsIn(chunk.text);
    return claims.flatMap(({ id, sentences }) => {
      const sentence = stated.find((said) => sentences.some((held) => contradict(held, said, stated)));
      return sentence === undefined ? [] : [{ memoryId: id, chunkId: chunk.id, sentence }];
    });
  });
}

const claimsIn = (text: string): string[] =>
  sentencesOf(text)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => sentence.trim().replace(MARKS, ''))
    .filter((sentence) => sentence !== '' && sentence.length <= LONGEST_CLAIM);

/** Neither is newer than the other as far as anybody knows. */
const contradict = (held: string, said: string, stated: readonly string[]): boolean =>
  compareClaims(held, said) === 'contradiction' ||
  compareClaims(said, held) === 'contradiction' ||
  differ(held, said, stated);
