import type { Language, Languages } from '../../contracts/language.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { QUESTION, type ReadSentence } from '../read-sentences.ts';

export interface ReadTurn {
  readonly episode: StoredEpisode;
  readonly next: StoredEpisode | undefined;
  readonly readings: readonly ReadSentence[];
}

const MAX_READ_CHARS = 400;
/** A shorter reply needs the episode that it answers. */
const MIN_FULL_WORDS = 5;
const MIN_USER_CHANCE = 0.8;
/** Repetitions of an assistant ("Thursdays at half past five, then") last longer. In 33 stories one of 33 below this is part of an answer. */
const MAX_LASTS = 0.02;

/**
 * Thanks, praise and the like, questions of the user that name nothing, and questions or offers of an assistant that the user did not take up.
 * Recognised in English only.
 */
export function isFiller(
  { episode, next, readings }: ReadTurn,
  names: readonly string[],
  languages: Languages,
): boolean {
  const { content, type, role, occurredAt } = episode;
  if (type !== 'conversation' || (role !== 'user' && role !== 'assistant')) return false;
  if (content.length > MAX_READ_CHARS || /\d/.test(content)) return false;
  const language = languages.of(content);
  if (language.code !== 'en') return false;
  const sentences = language.sentences(content).map((sentence) => sentence.trim());
  const [questions, others] = [true, false].map((asks) => sentences.filter((each) => QUESTION.test(each) === asks));
  if (role === 'assistant' && questions?.length && (next === undefined || isTakenUp(next, languages))) return false;
  const saysOnly = (sentence: string, isEmpty: (reading: ReadSentence) => boolean): boolean => {
    const own = readings.filter(({ text }) => sentence.includes(text));
    const namesNothing = language.names(sentence).every(({ text }) => names.includes(text));
    return own.length > 0 && own.every(isEmpty) && namesNothing;
  };
  const isChat = (sentence: string): boolean =>
    saysOnly(sentence, (reading) => isChatter(reading, role)) && language.dates(sentence, occurredAt).length === 0;
  return (
    (role === 'assistant' || (questions ?? []).every((sentence) => saysOnly(sentence, isMereQuestion))) &&
    (others ?? []).every((sentence) => isChat(sentence) || language.smallTalk(sentence, names) !== undefined)
  );
}

const isChatter = ({ kind, chance, lasts }: ReadSentence, role: StoredEpisode['role']): boolean =>
  kind === 'chatter' && (lasts < MAX_LASTS || (role === 'user' && chance >= MIN_USER_CHANCE));

const isMereQuestion = ({ kind, chance, lasts }: ReadSentence): boolean =>
  kind === 'question' && chance >= MIN_USER_CHANCE && lasts < MAX_LASTS;

/** Such as "Yes, do" or "The red one". */
function isTakenUp(reply: StoredEpisode | undefined, languages: Languages): boolean {
  if (reply?.role !== 'user') return false;
  const text = reply.content.slice(0, MAX_READ_CHARS);
  const language: Language = languages.of(text);
  const [first = ''] = language.sentences(text);
  const [beginning = ''] = first.split(/[,;:]/);
  return language.words(first).length < MIN_FULL_WORDS || language.smallTalk(beginning) !== undefined;
}
