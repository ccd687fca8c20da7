import type { Component } from '../../contracts/component.ts';
import type { Languages } from '../../contracts/language.ts';
import type { SentenceKind } from '../../contracts/reader.ts';
import { EPISODE_IMPORTANCE, type StoredEpisode } from '../../model/episode.ts';
import { FILLER, type MemoryDraft } from '../../model/memory.ts';
import { MAX_CONTENT_LENGTH } from '../../model/primitives.ts';
import { isSure, prefixSpeaker, type ReadSentence, readSentences, roleAndSpeakerOf } from '../read-sentences.ts';
import { isFiller, type ReadTurn } from './filler.ts';

const LOW_SHARE = 0.5;
const MIN_FULL_WORDS = 5;
/** A longer episode is neither a greeting nor a mere question. */
const MAX_READ_CHARS = 4000;
const MILESTONES: Readonly<Partial<Record<StoredEpisode['role'], readonly SentenceKind[]>>> = {
  user: ['decision', 'result', 'worked'],
  assistant: ['result', 'worked'],
};

/**
 * Stores every episode word for word, so that recall does not depend on extraction.
 * @example const agent = defineAgent({ components: [episodic()] });
 */
export const episodic = (): Component => ({
  name: 'episodic',
  isVerbatim: true,
  consolidate: async (batch, context) => {
    const { episodes } = batch;
    const names = episodes.flatMap(({ speaker }) => speaker ?? []);
    // Episodes are stored even if the reader fails.
    const readings = await readSentences(batch, context).catch(() => []);
    return {
      memories: episodes.flatMap((episode, at) =>
        draftOf({ episode, next: episodes[at + 1], readings: readings[at] ?? [] }, names, context.languages),
      ),
    };
  },
});

function shareOf(content: string, names: readonly string[], languages: Languages): number {
  if (content.length > MAX_READ_CHARS) return 1;
  const language = languages.of(content);
  const smallTalk = language.smallTalk(content, names);
  if (smallTalk === 'greeting') return 0;
  return smallTalk === 'question' || language.words(content).length < MIN_FULL_WORDS ? LOW_SHARE : 1;
}

/** An assistant's decision is no milestone: a plan settles nothing. */
const isMilestone = ({ type, role }: StoredEpisode, readings: readonly ReadSentence[]): boolean =>
  type === 'conversation' && readings.some((sentence) => isSure(sentence) && MILESTONES[role]?.includes(sentence.kind));

function draftOf(turn: ReadTurn, names: readonly string[], languages: Languages): MemoryDraft[] {
  const { episode, readings } = turn;
  const { content, type, id, occurredAt, importance } = episode;
  const share = shareOf(content, names, languages);
  if (share === 0) return [];
  const isMilestoneTurn = share === 1 && isMilestone(episode, readings);
  return [
    {
      content: prefixSpeaker(episode, content).slice(0, MAX_CONTENT_LENGTH),
      category: isMilestoneTurn ? 'milestone' : isFiller(turn, names, languages) ? FILLER : type,
      type: 'episodic',
      importance: isMilestoneTurn ? Math.max(importance, EPISODE_IMPORTANCE.decision) : importance * share,
      confidence: 1,
      episodeIds: [id],
      validAt: occurredAt,
      metadata: roleAndSpeakerOf(episode),
    },
  ];
}
