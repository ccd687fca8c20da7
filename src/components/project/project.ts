import type { Component, ComponentContext, SessionBatch } from '../../contracts/component.ts';
import type { Language } from '../../contracts/language.ts';
import type { SentenceKind } from '../../contracts/reader.ts';
import { type StoredEpisode, withSpeaker } from '../../model/episode.ts';
import type { Memory, MemoryDraft } from '../../model/memory.ts';
import { isOfConversation, isOfPerson } from '../../model/trust.ts';
import { shorten } from '../counted-memory.ts';
import { prefixSpeaker, QUESTION, type ReadSentence, readSentences, roleAndSpeakerOf } from '../read-sentences.ts';
import type { Exchange } from './taken-up.ts';
import { termsOf } from './terms.ts';

export const PROJECT = 'project';
/** A turn that only asks settles nothing. */
export const QUESTION_ASKED = 'question' satisfies ProjectCategory;

export type ProjectCategory = 'decision' | 'setup' | 'limit' | 'request' | 'question';

const MAX_STATEMENTS = 600;
const MAX_CHARS = 200;
const MAX_QUESTION_CHARS = 140;
/** A shorter reply needs the question that it answers. */
const MAX_REPLY_CHARS = 60;

/** How much a kind of sentence holds for later sessions; chosen on the coding histories of two writers. */
const WEIGHTS: Readonly<Record<SentenceKind, number>> = {
  ...{ decision: 1, directive: 1, limit: 1, preference: 1, surroundings: 0.8 },
  ...{ fact: 0.7, ability: 0.7, worked: 0.7, failed: 0.6, context: 0.6, goal: 0.5, plan: 0.5, result: 0.5 },
  ...{ event: 0.4, quote: 0.3, hypothetical: 0.2, question: 0.1, chatter: 0.05, joke: 0 },
};
/** Of a language that the reader has not learnt. */
const WEIGHT_UNREAD = 0.5;
/** The answer to a question settles something; the first turn of a session asks for work. */
const REPLY = 0.5;
const OPENING = -0.5;
/** "Since Sunday" says nothing alone. */
const BRIEF = -0.5;
const MIN_TERMS = 3;
const MAX_WEIGHT = 2.5;

const CATEGORIES: Readonly<Partial<Record<SentenceKind, ProjectCategory>>> = {
  ...{ surroundings: 'setup', fact: 'setup', ability: 'setup', context: 'setup' },
  ...{ limit: 'limit', worked: 'limit', failed: 'limit', question: 'question' },
  ...{ decision: 'decision', directive: 'decision', preference: 'decision', plan: 'decision' },
};

/**
 * The turns of a person in the work on a project, word for word, a short reply with the question before it. The importance says how much of
 * it holds for later sessions, as the reader reads it. Recall leaves it out, since it has the turns themselves; the block of a session start is made of it.
 * @example const agent = defineAgent({ components: [...defaultComponents(), project()] });
 */
export const project = (): Component => ({
  name: PROJECT,
  isRecalled: false,
  cap: { items: MAX_STATEMENTS, per: 'owner' },
  consolidate: async (batch, context) => {
    const sentences = await readSentences(batch, context);
    return {
      memories: batch.episodes.flatMap((episode, at) =>
        isOfPerson(episode) && episode.type === 'conversation'
          ? [draftOf(batch, at, sentences[at] ?? [], context)]
          : [],
      ),
    };
  },
});

function draftOf(
  { before, episodes }: SessionBatch,
  at: number,
  sentences: readonly ReadSentence[],
  { languages }: ComponentContext,
): MemoryDraft {
  const episode = episodes[at] as StoredEpisode;
  const previous = episodes[at - 1] ?? before.at(-1);
  const asking = previous?.role === 'assistant' && isOfConversation(previous) ? previous : undefined;
  const question = asking === undefined ? undefined : questionOf(asking, languages.of(asking.content));
  const text = textOf(episode, sentences);
  const isReply = question !== undefined && asking !== undefined && episode.content.length < MAX_REPLY_CHARS;
  const next = episodes.findIndex(({ role }, position) => position > at && role === 'user');
  const exchange = [...(asking ? [asking] : []), ...episodes.slice(at, next < 0 ? undefined : next)];
  const around = exchange.map(({ content }) => content).join('\n');
  const best = sentences.toSorted((a, b) => WEIGHTS[b.kind] - WEIGHTS[a.kind])[0];
  return {
    content: isReply ? `${text} (${withSpeaker({ ...asking, content: question })})` : text,
    category: best === undefined ? 'request' : (CATEGORIES[best.kind] ?? 'request'),
    importance: importanceOf(episode, sentences, question !== undefined, languages.of(episode.content)),
    confidence: 1,
    type: 'episodic',
    episodeIds: [...(isReply ? [asking.id] : []), episode.id],
    validAt: episode.occurredAt,
    metadata: { ...roleAndSpeakerOf(episode), terms: termsOf(around, languages.of(around)) },
  };
}

function questionOf({ content }: StoredEpisode, language: Language): string | undefined {
  const last =
    language
      .sentences(content.slice(-2 * MAX_QUESTION_CHARS))
      .at(-1)
      ?.trim() ?? '';
  return QUESTION.test(last) ? shorten(last, MAX_QUESTION_CHARS) : undefined;
}

/** The whole turn; of a long one, the sentences that hold most, in their order. */
function textOf(episode: StoredEpisode, sentences: readonly ReadSentence[]): string {
  const { content } = episode;
  if (content.length <= MAX_CHARS || sentences.length === 0) return prefixSpeaker(episode, shorten(content, MAX_CHARS));
  let room = MAX_CHARS;
  const chosen = new Set(
    sentences
      .toSorted((a, b) => weightOf(b) - weightOf(a))
      .filter(({ text }) => {
        if (text.length > room) return false;
        room -= text.length + 3;
        return true;
      }),
  );
  if (chosen.size === 0) return prefixSpeaker(episode, shorten(content, MAX_CHARS));
  return prefixSpeaker(
    episode,
    sentences
      .filter((sentence) => chosen.has(sentence))
      .map(({ text }) => text)
      .join(' … '),
  );
}

const weightOf = ({ kind, lasts }: ReadSentence): number => WEIGHTS[kind] + lasts;

function importanceOf(
  { position, content }: StoredEpisode,
  sentences: readonly ReadSentence[],
  isReply: boolean,
  language: Language,
): number {
  const highest = (of: (sentence: ReadSentence) => number): number => Math.max(0, ...sentences.map(of));
  const read =
    sentences.length === 0 ? WEIGHT_UNREAD : highest(({ kind }) => WEIGHTS[kind]) + highest(({ lasts }) => lasts);
  const isBrief = !isReply && termsOf(content, language).length < MIN_TERMS;
  const weight = read + (isReply ? REPLY : 0) + (position === 1 ? OPENING : 0) + (isBrief ? BRIEF : 0);
  return Math.min(1, Math.max(0, (weight - OPENING) / (MAX_WEIGHT - OPENING)));
}

/** The exchange around a stored statement. */
export function exchangeOf({ id, sessionId, validAt, createdAt, category, metadata }: Memory): Exchange {
  const { terms } = metadata;
  const known = Array.isArray(terms) ? terms.filter((term) => typeof term === 'string') : [];
  return { id, sessionId, at: validAt ?? createdAt, terms: known, isQuestion: category === QUESTION_ASKED };
}
