import type { Component } from '../../contracts/component.ts';
import { isGreeting, isQuestion } from '../../languages/english/small-talk.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import type { MemoryDraft } from '../../model/memory.ts';
import { MAX_CONTENT_LENGTH } from '../../model/primitives.ts';
import { words } from '../../text/words.ts';

/** What a turn that only asks, or of very few words, keeps of its importance. */
const LOW_SHARE = 0.5;
const FEW_WORDS = 5;

/** Keeps every turn word for word, so that what no extractor saw can still be recalled. */
export const episodic = (): Component => ({
  name: 'episodic',
  consolidate: async ({ episodes }) => {
    const names = episodes.flatMap(({ speaker }) => speaker ?? []);
    const kept = episodes.filter(({ content }) => !isGreeting(content, names));
    return { memories: kept.map(draftOf) };
  },
});

function draftOf(episode: StoredEpisode): MemoryDraft {
  const { speaker, content, type, id, occurredAt, role } = episode;
  const said = speaker === undefined ? content : `${speaker}: ${content}`;
  return {
    content: said.slice(0, MAX_CONTENT_LENGTH),
    category: type,
    type: 'episodic',
    importance: importanceOf(episode),
    confidence: 1,
    episodeIds: [id],
    validAt: occurredAt,
    metadata: { role, ...(speaker !== undefined && { speaker }) },
  };
}

function importanceOf({ content, importance }: StoredEpisode): number {
  return isQuestion(content) || words(content).length < FEW_WORDS ? importance * LOW_SHARE : importance;
}
