import type { Languages } from '../contracts/language.ts';
import { USER } from '../contracts/language.ts';
import { foldName } from '../model/graph.ts';
import { words } from '../text/words.ts';
import type { MemoryEntry } from './finding.ts';

export type IsUser = (name: string) => boolean;

const NOBODY = /^(?:user|customer|client|human|guest|speaker|person|anonymous|me)$/i;
const USER_LABEL = /^(?:user|customer|client|human|me)$/i;

/** Whether a name is generic: "User" is, "Speaker 2" is not. */
export const isGenericSpeaker: IsUser = (speaker) => NOBODY.test(speaker.trim());

/** Whether applications call their user so. Such a speaker is the user while no turn of the user has a name. */
export const isUserLabel: IsUser = (speaker) => USER_LABEL.test(speaker.trim());

export const isSameName = (speaker: string, known: string): boolean => words(known).includes(words(speaker)[0] ?? '');

const OF_USER = '';

/** The speaker of an entry, if a person: text of an application has none. */
function voiceOf({ metadata = {} }: MemoryEntry, isUser: IsUser): string | undefined {
  const { role, speaker } = metadata;
  if (role !== undefined && role !== 'user') return undefined;
  if (typeof speaker !== 'string') return role === undefined ? undefined : OF_USER;
  return isUser(speaker) ? OF_USER : foldName(speaker);
}

/**
 * Whether an entry states something of a person who said the other entry of themselves. Memories that an application added for the
 * user count as the user's.
 */
export function speaksForAnother(one: MemoryEntry, other: MemoryEntry, languages: Languages, isUser: IsUser): boolean {
  const voice = voiceOf(one, isUser);
  if (voice === undefined) return false;
  const isWithoutSpeaker = other.metadata?.['role'] === undefined && other.metadata?.['speaker'] === undefined;
  const own = isWithoutSpeaker ? OF_USER : voiceOf(other, isUser);
  return own !== undefined && own !== voice && isOfThemselves(other, own, languages, isUser);
}

/** Whether a statement is about its speaker; true if the language cannot tell. */
function isOfThemselves(
  { content, metadata }: MemoryEntry,
  voice: string,
  languages: Languages,
  isUser: IsUser,
): boolean {
  const prefix = `${String(metadata?.['speaker'])}: `;
  const text = content.startsWith(prefix) ? content.slice(prefix.length) : content;
  const language = languages.of(text);
  const subject = language.claim(text)?.subject.split(' ');
  if (subject === undefined || subject.some((word) => language.isStopWord(word))) return true;
  // In a text with "the user", that is the subject, not the speaker.
  if (subject.includes(USER)) return voice === OF_USER || !language.words(text).includes(USER);
  return voice === OF_USER ? isUser(subject.join(' ')) : subject.some((word) => words(voice).includes(word));
}
