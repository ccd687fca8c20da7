import type { SmallTalk } from '../contracts/language.ts';
import type { TurnForPolicy, WriteVerdict } from '../contracts/policies.ts';
import { languages as known } from '../languages/languages.ts';
import type { EpisodeType } from '../model/episode.ts';
import { words } from '../text/words.ts';

/** Nobody writes so much to say nothing. */
const LONGEST = 600;

/** What these say was worth a record of its own. */
const WEIGHTY: ReadonlySet<EpisodeType> = new Set(['toolResult', 'error', 'decision', 'userDirective']);

const EMPTY: Readonly<Record<SmallTalk, string>> = {
  greeting: 'it only greets or thanks',
  acknowledgement: 'it only acknowledges',
  nudge: 'it only concerns this moment',
  question: 'it only asks, and tells nothing',
};

const KEPT: WriteVerdict = { keep: true, why: 'it may matter later' };
const dropped = (why: string): WriteVerdict => ({ keep: false, why });

/**
 * Keeps every turn but those that tell nothing once they are over.
 * @example const { keep, why } = writePolicy({ content: 'Thanks, bye!' });
 */
export function writePolicy(
  { content, role = 'user', type = 'conversation', speaker }: TurnForPolicy,
  languages = known(),
): WriteVerdict {
  if (role === 'tool' || WEIGHTY.has(type))
    return { keep: true, why: `it is what a ${role === 'tool' ? 'tool' : type} says` };
  if (content.length > LONGEST) return KEPT;
  if (words(content).length === 0) return dropped('it has no words');
  const language = languages.of(content);
  if (language.smallTalk(content, speaker === undefined ? [] : [speaker]) === 'greeting')
    return dropped(EMPTY.greeting);
  const sentences = language.sentences(content).filter((sentence) => words(sentence).length > 0);
  const talk = sentences.map((sentence) => language.emptyTalk(sentence));
  const last = talk.at(-1);
  return last === undefined || talk.includes(undefined) ? KEPT : dropped(EMPTY[last]);
}
