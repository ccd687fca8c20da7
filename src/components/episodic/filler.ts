import type { Language, Languages } from '../../contracts/language.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { QUESTION, type ReadSentence } from '../read-sentences.ts';

/** A turn with the one after it and what a reader says of its sentences. */
export interface TurnRead {
  readonly episode: StoredEpisode;
  readonly next: StoredEpisode | undefined;
  readonly read: readonly ReadSentence[];
}

/** Longer than any of it. */
const LONGEST_READ = 400;
/** A shorter reply is understood with what it replies to. */
const FEW_WORDS = 5;
/** Chatter of a user that is surer; */
const SURE_OF_USER = 0.8;
/** an assistant says again what it was told, "Thursdays at half past five, then", and of that more lasts. In 33 stories one of 33 such turns is part of an answer. */
const MAX_LASTS = 0.02;

/** Thanks, praise and the like, and what an assistant asks or offers, unless the user took it up. Of other languages than English neither is known. */
export function isFiller({ episode, next, read }: TurnRead, names: readonly string[], languages: Languages): boolean {
  const { content, type, role, occurredAt } = episode;
  if (type !== 'conversation' || (role !== 'user' && role !== 'assistant')) return false;
  if (content.length > LONGEST_READ || /\d/.test(content)) return false;
  const language = languages.of(content);
  if (language.code !== 'en') return false;
  const sentences = language.sentences(content).map((sentence) => sentence.trim());
  const [questions, others] = [true, false].map((asks) => sentences.filter((each) => QUESTION.test(each) === asks));
  if (questions?.length && (role === 'user' || next === undefined || isTakenUp(next, languages))) return false;
  const namesNothing = (sentence: string) =>
    language.names(sentence).every(({ text }) => names.includes(text)) &&
    language.dates(sentence, occurredAt).length === 0;
  const isChatter = ({ kind, chance, lasts }: ReadSentence) =>
    kind === 'chatter' && (lasts < MAX_LASTS || (role === 'user' && chance >= SURE_OF_USER));
  return (others ?? []).every((sentence) => {
    const own = read.filter(({ text }) => sentence.includes(text));
    const saysNothing = own.length > 0 && own.every(isChatter) && namesNothing(sentence);
    return saysNothing || language.smallTalk(sentence, names) !== undefined;
  });
}

/** "Yes, do", "The red one". */
function isTakenUp(reply: StoredEpisode | undefined, languages: Languages): boolean {
  if (reply?.role !== 'user') return false;
  const text = reply.content.slice(0, LONGEST_READ);
  const language: Language = languages.of(text);
  const [first = ''] = language.sentences(text);
  const [beginning = ''] = first.split(/[,;:]/);
  return language.words(first).length < FEW_WORDS || language.smallTalk(beginning) !== undefined;
}
