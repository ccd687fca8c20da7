import type { ChunkMatch } from '../../contracts/document-store.ts';
import type { Languages } from '../../contracts/language.ts';
import type { RecallItem } from '../../model/recall.ts';

export interface Contradiction {
  readonly memoryId: string;
  readonly chunkId: string;
  readonly sentence: string;
}

export const contradictionsBetween = (
  memories: readonly Pick<RecallItem, 'id' | 'content'>[],
  chunks: readonly Pick<ChunkMatch, 'id' | 'text'>[],
  languages: Languages,
): Contradiction[] =>
  chunks.flatMap((chunk) => {
    const language = languages.of(chunk.text);
    return memories.flatMap(({ id, content }) => {
      const sentence = language.contradictingSentence(content, chunk.text);
      return sentence === undefined ? [] : [{ memoryId: id, chunkId: chunk.id, sentence }];
    });
  });
