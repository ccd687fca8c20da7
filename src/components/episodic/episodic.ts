import type { Component } from '../../contracts/component.ts';
import type { Languages } from '../../contracts/language.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import type { MemoryDraft } from '../../model/memory.ts';
import { MAX_CONTENT_LENGTH } from '../../model/primitives.ts';
import { toldBy, voiceOf } from '../told-sentences.ts';

/** What a turn that only asks, or of very few words, keeps of its importance. */
const LOW_SHARE = 0.5;
const FEW_WORDS = 5;
/** A longer turn is neither a greeting nor a mere question. */
const LONGEST_READ = 4000;

/**
 * Keeps every turn word for word, so that what no extractor saw can still be recalled.
 * @example const agent = defineAgent({ components: [episodic()] });
 */
export const episodic = (): Component => ({
  name: 'episodic',
  consolidate: async ({ episodes }, { languages }) => {
    const names = episodes.flatMap(({ speaker }) => speaker ?? []);
    return { memories: episodes.flatMap((episode) => draftOf(episode, shareOf(episode.content, names, languages))) };
  },
});

/** How much of its importance a turn keeps; nothing of a greeting. */
function shareOf(content: string, names: readonly string[], languages: Languages): number {
  if (content.length > LONGEST_READ) return 1;
  const language = languages.of(content);
  const smallTalk = language.smallTalk(content, names);
  if (smallTalk === 'greeting') return 0;
  return smallTalk === 'question' || language.words(content).length < FEW_WORDS ? LOW_SHARE : 1;
}

function draftOf(episode: StoredEpisode, share: number): MemoryDraft[] {
  if (share === 0) return [];
  const { content, type, id, occurredAt, importance } = episode;
  return [
    {
      content: toldBy(episode, content).slice(0, MAX_CONTENT_LENGTH),
      category: type,
      type: 'episodic',
      importance: importance * share,
      confidence: 1,
      episodeIds: [id],
      validAt: occurredAt,
      metadata: voiceOf(episode),
    },
  ];
}
