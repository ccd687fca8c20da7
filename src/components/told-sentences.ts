import type { Languages, SentenceKind } from '../contracts/language.ts';
import type { StoredEpisode } from '../model/episode.ts';

/** A sentence that somebody said themselves, of a kind that its language knows. */
export interface ToldSentence {
  readonly kind: SentenceKind;
  readonly text: string;
  readonly episode: StoredEpisode;
}

/** A longer turn of talk is pasted, not said. */
const LONGEST_SAID = 1200;
const MOST_LINES = 8;
/** What is set up or noted down may be long. */
const LONGEST_NOTE = 20_000;
const MOST_SENTENCES = 120;
const CODE = /```[^`]*(?:```|$)/g;
const QUOTED_LINE = /^\s{0,20}>/;
const BULLET = /^\s{0,20}(?:[-*•+]|\d{1,3}[.)])\s+/;

/** The sentences of a turn that are working talk. What a tool returned, code, quotations and pasted texts are not said by anybody. */
export function toldSentences(episode: StoredEpisode, languages: Languages): ToldSentence[] {
  const { content, role, type } = episode;
  if (role === 'tool' || type === 'toolResult' || type === 'error') return [];
  const said = ownLines(content.slice(0, LONGEST_NOTE).replace(CODE, '\n'));
  const isTalk = type === 'conversation' && role !== 'system';
  if (isTalk && (content.length > LONGEST_NOTE || said.join('\n').length > LONGEST_SAID || said.length > MOST_LINES))
    return [];
  const language = languages.of(said.join('\n'));
  const sentences = said.flatMap((line) => language.sentences(line)).slice(0, MOST_SENTENCES);
  return sentences.flatMap((sentence) => {
    const text = sentence.trim();
    const kind = language.kindOf(text, role);
    return kind === undefined ? [] : [{ kind, text, episode }];
  });
}

const ownLines = (content: string): string[] =>
  content
    .split('\n')
    .filter((line) => line.trim() !== '' && !QUOTED_LINE.test(line))
    .map((line) => line.replace(BULLET, ''));

/** A sentence as it is kept: in the words of whoever said it, by name where it is known. */
export const toldBy = ({ speaker }: Pick<StoredEpisode, 'speaker'>, text: string): string =>
  speaker === undefined ? text : `${speaker}: ${text}`;

/** Who said it: recall asks whose words they are. */
export const voiceOf = ({ role, speaker }: Pick<StoredEpisode, 'role' | 'speaker'>): Record<string, string> => ({
  role,
  ...(speaker !== undefined && { speaker }),
});

const SPEAKER = /^\p{L}[^:\n]{0,60}: /u;

/** What was said, without who said it: two people may say what contradicts. */
export const withoutSpeaker = (content: string): string => content.replace(SPEAKER, '');
