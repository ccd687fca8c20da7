import { z } from 'zod';
import type { Component } from '../../contracts/component.ts';
import { isGreeting, isQuestion } from '../../language/small-talk.ts';
import { words } from '../../language/words.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import type { MemoryDraft } from '../../model/memory.ts';
import { withoutMemoryBlocks } from '../../model/memory-block.ts';
import { parse } from '../../model/parse.ts';
import { unitSchema } from '../../model/primitives.ts';

const optionsSchema = z.object({
  /** What a turn that only asks keeps of its importance. */
  questionShare: unitSchema.default(0.5),
  /** What a turn of very few words keeps of its importance. */
  smallTalkShare: unitSchema.default(0.5),
  /** Fewer words than this make small talk. */
  smallTalkWords: z.int().min(0).default(5),
});
export type EpisodicOptions = Readonly<z.input<typeof optionsSchema>>;

/** Keeps every turn word for word, so that what no extractor saw can still be recalled. */
export function episodic(options: EpisodicOptions = {}): Component {
  const settings = parse(optionsSchema, options, 'episodic');

  const importance = (episode: StoredEpisode, text: string): number => {
    if (isQuestion(text)) return episode.importance * settings.questionShare;
    if (words(text).length < settings.smallTalkWords) return episode.importance * settings.smallTalkShare;
    return episode.importance;
  };

  return {
    name: 'episodic',
    consolidate: async ({ episodes }) => {
      const names = episodes.flatMap(({ speaker }) => speaker ?? []);
      const memories = episodes.flatMap((episode): MemoryDraft[] => {
        const text = withoutMemoryBlocks(episode.content).trim();
        if (text === '' || episode.metadata.recalled === true || isGreeting(text, names)) return [];
        return [
          {
            content: episode.speaker === undefined ? text : `${episode.speaker}: ${text}`,
            category: episode.type,
            type: 'episodic',
            importance: importance(episode, text),
            confidence: 1,
            episodeIds: [episode.id],
            validAt: episode.occurredAt,
            metadata: { role: episode.role },
          },
        ];
      });
      return { memories };
    },
  };
}
