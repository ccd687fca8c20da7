import type { Component } from '../../contracts/component.ts';
import type { Languages } from '../../contracts/language.ts';
import type { SentenceKind } from '../../contracts/reader.ts';
import { EPISODE_IMPORTANCE, type StoredEpisode } from '../../model/episode.ts';
import { FILLER, type MemoryDraft } from '../../model/memory.ts';
import { MAX_CONTENT_LENGTH } from '../../model/primitives.ts';
import { isSure, type ReadSentence, readSentences, toldBy, voiceOf } from '../read-sentences.ts';
import { isFiller, type TurnRead } from './filler.ts';

/** What a turn that only asks, or of very few words, keeps of its importance. */
const LOW_SHARE = 0.5;
const FEW_WORDS = 5;
/** A longer turn is neither a greeting nor a mere question. */
const LONGEST_READ = 4000;
const MILESTONES: Readonly<Partial<Record<StoredEpisode['role'], readonly SentenceKind[]>>> = {
  user: ['decision', 'result', 'worked'],
  assistant: ['result', 'worked'],
};

/**
 * Keeps every turn word for word, so that what no extractor saw can still be recalled.
 * @example const agent = defineAgent({ components: [episodic()] });
 */
export const episodic = (): Component => ({
  name: 'episodic',
  isVerbatim: true,
  consolidate: async (batch, context) => {
    const { episodes } = batch;
    const names = episodes.flatMap(({ speaker }) => speaker ?? []);
    // What is kept word for word must not wait for what a reader says of it.
    const read = await readSentences(batch, context).catch(() => []);
    return {
      memories: episodes.flatMap((episode, at) =>
        draftOf({ episode, next: episodes[at + 1], read: read[at] ?? [] }, names, context.languages),
      ),
    };
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

/** Whether a turn of talk tells what was settled, or that something is done. An assistant that says what it will do settles nothing. */
const isMilestone = ({ type, role }: StoredEpisode, told: readonly ReadSentence[]): boolean =>
  type === 'conversation' && told.some((sentence) => isSure(sentence) && MILESTONES[role]?.includes(sentence.kind));

function draftOf(turn: TurnRead, names: readonly string[], languages: Languages): MemoryDraft[] {
  const { episode, read } = turn;
  const { content, type, id, occurredAt, importance } = episode;
  const share = shareOf(content, names, languages);
  if (share === 0) return [];
  const milestone = share === 1 && isMilestone(episode, read);
  return [
    {
      content: toldBy(episode, content).slice(0, MAX_CONTENT_LENGTH),
      category: milestone ? 'milestone' : isFiller(turn, names, languages) ? FILLER : type,
      type: 'episodic',
      importance: milestone ? Math.max(importance, EPISODE_IMPORTANCE.decision) : importance * share,
      confidence: 1,
      episodeIds: [id],
      validAt: occurredAt,
      metadata: voiceOf(episode),
    },
  ];
}
