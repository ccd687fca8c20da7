import type { FoundChunk } from '../../contracts/document-store.ts';
import { compareClaims } from '../../languages/english/claims/compare.ts';
import { sentencesOf } from '../../languages/english/sentences.ts';
import type { RecallItem } from '../../model/recall.ts';
import { contentWords } from '../../text/words.ts';
import { differ } from './differ.ts';
import { mayMeet, type StatedClaim, statedClaim } from './stated-claim.ts';

interface Contradiction {
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
  chunks: readonly Pick<FoundChunk, 'id' | 'text'>[],
): Contradiction[] {
  const held = memories.map(({ id, content }) => ({ id, claims: sentencesIn(content).flatMap(claimsOf) }));
  return chunks.flatMap((chunk) => {
    const sentences = sentencesIn(chunk.text);
    const stated = new Set(sentences.flatMap(contentWords));
    const said = sentences.flatMap(claimsOf);
    return held.flatMap(({ id, claims }) => {
      const found = said.find((one) => claims.some((other) => mayMeet(other, one) && contradict(other, one, stated)));
      return found === undefined ? [] : [{ memoryId: id, chunkId: chunk.id, sentence: found.text }];
    });
  });
}

const sentencesIn = (text: string): string[] =>
  sentencesOf(text)
    .slice(0, MOST_SENTENCES)
    .map((sentence) => sentence.trim().replace(MARKS, ''))
    .filter((sentence) => sentence !== '' && sentence.length <= LONGEST_CLAIM);

const claimsOf = (sentence: string): StatedClaim[] => {
  const claim = statedClaim(sentence);
  return claim === undefined ? [] : [claim];
};

/** Neither is newer than the other as far as anybody knows. */
const contradict = ({ text: held }: StatedClaim, { text: said }: StatedClaim, stated: ReadonlySet<string>): boolean =>
  compareClaims(held, said) === 'contradiction' ||
  compareClaims(said, held) === 'contradiction' ||
  differ(held, said, stated);
