import type { ComponentContext, ModelFinding, SessionBatch } from '../contracts/component.ts';
import type { Languages, SmallTalk } from '../contracts/language.ts';
import type { SentenceReading } from '../contracts/reader.ts';
import type { StoredEpisode } from '../model/episode.ts';
import { type Finding, findingOf } from '../reconcile/finding.ts';
import { isSameName } from '../reconcile/voices.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

export interface ReadSentence extends SentenceReading {
  readonly text: string;
  readonly episode: StoredEpisode;
  /** It says how the assistant should speak. */
  readonly isOfManner: boolean;
}

/** Longer talk is pasted, not said. */
const MAX_TALK_CHARS = 1200;
const MAX_TALK_LINES = 8;
const MAX_NOTE_CHARS = 20_000;
const MAX_SENTENCES = 120;
const CODE = /```[^`]*(?:```|$)/g;
const QUOTED_LINE = /^\s{0,20}>/;
/** The question mark may be full-width or Arabic; closing quotes and brackets may follow it. */
export const QUESTION = /[?？؟]["'”’»)]*$/u;
const CLAUSE = /,? (?:and|but) (?=(?:I|I['’]m) )/;
/** "The dog and I" are one subject: at most so many words since a comma, none of them a pronoun. */
const SHARED_SUBJECT = /(?:^|, )(?!(?:I|we|he|she|it|they|you)\b)(?:[^\s,]+ ){0,2}[^\s,]+ and I /i;
const SUPPOSED = /^(?:if|when|imagine|suppose|wish)\b/i;
const MIN_CLAUSE_WORDS = 3;
const BULLET = /^\s{0,20}(?:[-*•+]|\d{1,3}[.)])\s+/;

/** Below this chance every second kind is wrong. */
const MIN_CHANCE = 0.5;
const MIN_WORDS = 2;
const MAX_BEFORE_CHARS = 400;
/** A longer sentence is a text without full stops. */
const MAX_SENTENCE_CHARS = 400;

/** For held-out writers, 89 of 100 sentences above it are labelled as lasting; 71 of 100 sentences labelled so reach it, and 5 of 100 others. */
export const MIN_LASTS = 0.75;
/** Chance × lasting from which a directive lasts: 67 of 100 by writers left out reach it, and 5 of 100 sentences that look like one. */
const MIN_STANDING = 0.55;
/** The reader is less sure of directives on manner ("Keep it short."), and hardly any belongs to one task. */
const MIN_STANDING_OF_MANNER = 0.2;

export const minLastsOf = ({
  kind,
  chance,
  isOfManner,
}: Pick<ReadSentence, 'kind' | 'chance' | 'isOfManner'>): number =>
  kind === 'directive' ? (isOfManner ? MIN_STANDING_OF_MANNER : MIN_STANDING) / chance : MIN_LASTS;

export const isOfCurrentWork = (reading: Pick<ReadSentence, 'kind' | 'chance' | 'lasts' | 'isOfManner'>): boolean =>
  reading.lasts < minLastsOf(reading);

export async function readSureSentences(...asked: Parameters<typeof readSentences>): Promise<ReadSentence[][]> {
  return (await readSentences(...asked)).map((each) => each.filter(isSure));
}

export const isSure = ({ chance }: Pick<SentenceReading, 'chance'>): boolean => chance >= MIN_CHANCE;

/**
 * Left out: tool results, code, quotations and pasted texts, which nobody said, and languages other than English, which the reader has not
 * learnt.
 */
export async function readSentences(
  { before, episodes }: Pick<SessionBatch, 'before' | 'episodes'>,
  { languages, reader, signal }: Pick<ComponentContext, 'languages' | 'reader' | 'signal'>,
): Promise<ReadSentence[][]> {
  const names = [...new Set([...before, ...episodes].flatMap(({ speaker }) => speaker ?? []))];
  const inputs: { text: string; role: StoredEpisode['role']; before: string }[][] = [];
  for (const [at, episode] of episodes.entries()) {
    await yieldToEventLoop();
    const previous = (episodes[at - 1] ?? before.at(-1))?.content.slice(-MAX_BEFORE_CHARS) ?? '';
    const own = sentencesOf(episode, languages, names);
    inputs.push(
      own.map((text, nth) => ({
        text,
        role: episode.role,
        before: [previous, ...own.slice(0, nth)].join(' ').slice(-MAX_BEFORE_CHARS).trim(),
      })),
    );
  }
  const sentences = inputs.flat();
  if (sentences.length === 0 || reader?.sentences === undefined) return inputs.map(() => []);
  const read = await reader.sentences(sentences, { signal });
  if (read.length !== sentences.length) throw new Error(`the reader must read each of ${sentences.length} sentences`);
  const readings = read.values();
  return inputs.map((each, at) =>
    each.map(({ text }) => {
      const reading = readings.next().value as SentenceReading;
      const isOfManner = reading.kind === 'directive' && languages.of(text).manners(text).length > 0;
      return { ...reading, text, episode: episodes[at] as StoredEpisode, isOfManner };
    }),
  );
}

function sentencesOf(
  { content, role, type, metadata }: StoredEpisode,
  languages: Languages,
  names: readonly string[],
): string[] {
  if (role === 'tool' || type === 'toolResult' || type === 'error' || metadata.trust === 'document') return [];
  const lines = ownLines(content.slice(0, MAX_NOTE_CHARS).replace(CODE, '\n'));
  const isTalk = type === 'conversation' && role !== 'system';
  if (
    isTalk &&
    (content.length > MAX_NOTE_CHARS || lines.join('\n').length > MAX_TALK_CHARS || lines.length > MAX_TALK_LINES)
  )
    return [];
  const language = languages.of(lines.join('\n'));
  if (language.code !== 'en') return [];
  return lines
    .flatMap((line) => language.sentences(line))
    .flatMap((sentence) => clausesOf(sentence.trim()))
    .filter(
      (sentence) =>
        sentence.length <= MAX_SENTENCE_CHARS &&
        sentence.split(/\s+/, MIN_WORDS).length === MIN_WORDS &&
        // A user's question may ask for something to be done; an assistant's is of no kind that a component stores.
        !(role === 'assistant' && QUESTION.test(sentence)) &&
        !isEmpty(language.smallTalk(sentence, names)),
    )
    .slice(0, MAX_SENTENCES);
}

function clausesOf(sentence: string): string[] {
  if (SUPPOSED.test(sentence) || SHARED_SUBJECT.test(sentence)) return [sentence];
  const clauses = sentence.split(CLAUSE);
  return clauses.every((clause) => clause.split(/\s+/).length >= MIN_CLAUSE_WORDS) ? clauses : [sentence];
}

/** Greetings and nudges are of no kind that a component stores. An acknowledgement may be: "It is done!" */
const isEmpty = (talk: SmallTalk | undefined): boolean => talk === 'greeting' || talk === 'nudge';

const ownLines = (content: string): string[] =>
  content
    .split('\n')
    .filter((line) => line.trim() !== '' && !QUOTED_LINE.test(line))
    .map((line) => line.replace(BULLET, ''));

export const prefixSpeaker = ({ speaker }: Pick<StoredEpisode, 'speaker'>, text: string): string =>
  speaker === undefined ? text : `${speaker}: ${text}`;

export const roleAndSpeakerOf = ({
  role,
  speaker,
}: Pick<StoredEpisode, 'role' | 'speaker'>): Record<string, string> => ({
  role,
  ...(speaker !== undefined && { speaker }),
});

/** Takes the first of several speakers who is not the subject of the finding, so that nobody seems to say of themselves what somebody else said. */
export function findingWithVoice(modelFinding: ModelFinding, { isUser }: Pick<ComponentContext, 'isUser'>): Finding {
  const { episodes, text } = modelFinding;
  const finding = findingOf(modelFinding);
  const voices = new Set(episodes.map((episode) => JSON.stringify(roleAndSpeakerOf(episode))));
  const isAbout = ({ speaker }: StoredEpisode): boolean =>
    speaker === undefined || isUser?.(speaker) === true || isSameName(speaker, text);
  const teller = voices.size === 1 ? undefined : (episodes.find((each) => !isAbout(each)) ?? episodes.at(-1));
  return { ...finding, metadata: { ...roleAndSpeakerOf(teller ?? episodes[0]), ...finding.metadata } };
}
