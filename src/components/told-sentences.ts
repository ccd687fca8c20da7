import { breathe } from '../breathe.ts';
import type { ComponentContext, SessionBatch } from '../contracts/component.ts';
import type { Languages, SmallTalk } from '../contracts/language.ts';
import type { SentenceKind } from '../contracts/reader.ts';
import type { StoredEpisode } from '../model/episode.ts';

/** A sentence that somebody said themselves, and what kind it is. */
export interface ToldSentence {
  readonly kind: SentenceKind;
  /** How likely it is that kind. */
  readonly chance: number;
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
/** The question mark may be full-width or Arabic; closing quotes and brackets may follow it. */
const QUESTION = /[?？؟]["'”’»)]*$/u;
const BULLET = /^\s{0,20}(?:[-*•+]|\d{1,3}[.)])\s+/;

/** Of those read less surely, every other is wrong. */
const LEAST_SURE = 0.5;
const FEWEST_WORDS = 2;
/** A longer sentence is a text without full stops. */
const LONGEST_SENTENCE = 400;

/**
 * What kinds of sentences each turn has, in order, as far as a reader can tell. What a tool returned, code, quotations and pasted texts are not
 * said by anybody; other languages than English it has not learnt.
 */
export async function toldSentences(
  { before, episodes }: Pick<SessionBatch, 'before' | 'episodes'>,
  { languages, reader, signal }: Pick<ComponentContext, 'languages' | 'reader' | 'signal'>,
): Promise<ToldSentence[][]> {
  const names = [...new Set([...before, ...episodes].flatMap(({ speaker }) => speaker ?? []))];
  const said: { text: string; role: StoredEpisode['role']; before: string | undefined }[][] = [];
  for (const [at, episode] of episodes.entries()) {
    await breathe();
    const heard = (episodes[at - 1] ?? before.at(-1))?.content;
    said.push(sentencesOf(episode, languages, names).map((text) => ({ text, role: episode.role, before: heard })));
  }
  const sentences = said.flat();
  if (sentences.length === 0 || reader?.kinds === undefined) return said.map(() => []);
  const read = await reader.kinds(sentences, { signal });
  if (read.length !== sentences.length)
    throw new Error(`the reader must tell the kind of each of ${sentences.length} sentences`);
  const kinds = read.values();
  return said.map((each, at) =>
    each.flatMap(({ text }) => {
      const { kind, chance } = kinds.next().value as (typeof read)[number];
      return chance >= LEAST_SURE ? [{ kind, chance, text, episode: episodes[at] as StoredEpisode }] : [];
    }),
  );
}

function sentencesOf(
  { content, role, type, metadata }: StoredEpisode,
  languages: Languages,
  names: readonly string[],
): string[] {
  if (role === 'tool' || type === 'toolResult' || type === 'error' || metadata.trust === 'document') return [];
  const said = ownLines(content.slice(0, LONGEST_NOTE).replace(CODE, '\n'));
  const isTalk = type === 'conversation' && role !== 'system';
  if (isTalk && (content.length > LONGEST_NOTE || said.join('\n').length > LONGEST_SAID || said.length > MOST_LINES))
    return [];
  const language = languages.of(said.join('\n'));
  if (language.code !== 'en') return [];
  return said
    .flatMap((line) => language.sentences(line))
    .map((sentence) => sentence.trim())
    .filter(
      (sentence) =>
        sentence.length <= LONGEST_SENTENCE &&
        sentence.split(/\s+/, FEWEST_WORDS).length === FEWEST_WORDS &&
        // A user's question may ask for something to be done; an assistant's is of no kind that a component keeps.
        !(role === 'assistant' && QUESTION.test(sentence)) &&
        !isEmpty(language.smallTalk(sentence, names)),
    )
    .slice(0, MOST_SENTENCES);
}

/** Greetings and nudges are of no kind that a component keeps. An acknowledgement may be of one: "It is done!" */
const isEmpty = (talk: SmallTalk | undefined): boolean => talk === 'greeting' || talk === 'nudge';

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
