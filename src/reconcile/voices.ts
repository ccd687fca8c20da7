import type { Languages } from '../contracts/language.ts';
import { USER } from '../contracts/language.ts';
import { foldName } from '../model/graph.ts';
import { words } from '../text/words.ts';
import type { MemoryEntry } from './finding.ts';

/** Whether somebody of this name is the user. */
export type IsUser = (name: string) => boolean;

const NOBODY = /^(?:user|customer|client|human|guest|speaker|person|anonymous|me)$/i;

/** "User" is whoever speaks; "Speaker 2" is somebody. */
export const isNobody: IsUser = (speaker) => NOBODY.test(speaker.trim());

export const isSameName = (speaker: string, known: string): boolean => words(known).includes(words(speaker)[0] ?? '');

/** The voice of the user; those of others are their names. */
const OF_USER = '';

/** Whose words an entry is, where a person's: an application's own words are nobody's. */
function voiceOf({ metadata = {} }: MemoryEntry, isUser: IsUser): string | undefined {
  const { role, speaker } = metadata;
  if (role !== undefined && role !== 'user') return undefined;
  if (typeof speaker !== 'string') return role === undefined ? undefined : OF_USER;
  return isNobody(speaker) || isUser(speaker) ? OF_USER : foldName(speaker);
}

/** Whether an entry speaks for somebody who said the other of themselves. What an application handed in for the user counts as said by the user. */
export function speaksForAnother(one: MemoryEntry, other: MemoryEntry, languages: Languages, isUser: IsUser): boolean {
  const voice = voiceOf(one, isUser);
  if (voice === undefined) return false;
  const isHandedIn = other.metadata?.['role'] === undefined && other.metadata?.['speaker'] === undefined;
  const own = isHandedIn ? OF_USER : voiceOf(other, isUser);
  return own !== undefined && own !== voice && isOfThemselves(other, own, languages, isUser);
}

/** Whether a statement is about whoever makes it. Where the language does not read what it is about, it may be. */
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
  // Who says "the user" instead of "I" speaks of the user.
  if (subject.includes(USER)) return voice === OF_USER || !language.words(text).includes(USER);
  return voice === OF_USER ? isUser(subject.join(' ')) : subject.some((word) => words(voice).includes(word));
}
