import type { SmallTalk } from '../contracts/language.ts';
import type { TurnForPolicy, WriteVerdict } from '../contracts/policies.ts';
import { languages as known } from '../languages/languages.ts';
import type { EpisodeType } from '../model/episode.ts';
import { words } from '../text/words.ts';

const MAX_SMALL_TALK_CHARS = 600;

const WEIGHTY: ReadonlySet<EpisodeType> = new Set(['toolResult', 'error', 'decision', 'userDirective']);

const DROP_REASONS: Readonly<Record<SmallTalk, string>> = {
  greeting: 'it only greets or thanks',
  acknowledgement: 'it only acknowledges',
  nudge: 'it only concerns this moment',
  question: 'it only asks, and tells nothing',
};

const KEEP: WriteVerdict = { keep: true, why: 'it may matter later' };
const dropFor = (why: string): WriteVerdict => ({ keep: false, why });

/**
 * Keeps every turn except small talk and empty text.
 * @example const { keep, why } = writePolicy({ content: 'Thanks, bye!' });
 */
export function writePolicy(
  { content, role = 'user', type = 'conversation', speaker }: TurnForPolicy,
  languages = known(),
): WriteVerdict {
  if (role === 'tool' || WEIGHTY.has(type))
    return { keep: true, why: `it is what a ${role === 'tool' ? 'tool' : type} says` };
  if (content.length > MAX_SMALL_TALK_CHARS) return KEEP;
  if (words(content).length === 0) return dropFor('it has no words');
  const language = languages.of(content);
  if (language.smallTalk(content, speaker === undefined ? [] : [speaker]) === 'greeting')
    return dropFor(DROP_REASONS.greeting);
  const sentences = language.sentences(content).filter((sentence) => words(sentence).length > 0);
  const talk = sentences.map((sentence) => language.emptyTalk(sentence));
  const last = talk.at(-1);
  return last === undefined || talk.includes(undefined) ? KEEP : dropFor(DROP_REASONS[last]);
}
