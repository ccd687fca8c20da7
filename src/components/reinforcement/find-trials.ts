import type { ComponentContext, SessionBatch } from '../../contracts/component.ts';
import { type Languages, USER } from '../../contracts/language.ts';
import { termsOf } from '../../languages/terms.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { QUESTION, type ReadSentence, readSureSentences } from '../read-sentences.ts';
import { contentWordsOf, MAX_TAGS, type Trial } from './count-trials.ts';

/** A sentence with so many content words may name the action; a shorter one refers to an earlier one. */
const MIN_CONTENT_WORDS = 3;
/** A shorter sentence names nothing that could be done: "Let me know!" */
const MIN_STEP_WORDS = 2;
/** A failure that names a thing may only be a complaint: "The build keeps failing." */
const MIN_FAILURE_CHANCE = 0.75;
const MAX_STEP_CHARS = 200;
const ERROR = /\b(?:[A-Z][A-Za-z]{2,40}(?:Error|Exception)|E[A-Z]{4,20}|SQLITE_[A-Z]{2,30})\b/g;
const MAX_READ_CHARS = 4000;

interface Step {
  readonly text: string;
  readonly turn: number;
}

type SentencesByTurn = readonly (readonly ReadSentence[])[];

export interface TrialOutcomes {
  readonly trials: readonly Trial[];
  /** Turns that report a success of something said or done before them. */
  readonly successes: readonly StoredEpisode[];
}

/**
 * The strategies whose outcome a session reports. An outcome belongs to the step of the last turns that shares its words; else to its own
 * sentence, if that names something new; else to the last step: a decision, a tool call, or another speaker's proposal.
 */
export async function findTrials(
  { before, episodes }: SessionBatch,
  lookBack: number,
  context: ComponentContext,
): Promise<TrialOutcomes> {
  const { languages } = context;
  const turns = [...before, ...episodes];
  // The oldest turn only gives context: read without the turn before it, it would be read a second time.
  const sentencesByTurn = await readSureSentences(
    { before: before.slice(0, 1), episodes: turns.slice(before.length > 0 ? 1 : 0) },
    context,
  );
  if (before.length > 0) sentencesByTurn.unshift([]);
  const trials: Trial[] = [];
  const successes: StoredEpisode[] = [];
  const counted = new Set<string>();
  for (const [at, turn] of turns.entries()) {
    for (const sentence of sentencesByTurn[at] ?? []) {
      const { kind } = sentence;
      if ((kind !== 'worked' && kind !== 'failed') || turn.role === 'assistant') continue;
      const step = stepOf(sentence, at, turns, sentencesByTurn, lookBack, languages);
      if (kind === 'worked' && step?.text !== sentence.text && at >= before.length) successes.push(turn);
      // A step with two reports was tried once.
      if (step === undefined || (step.text !== sentence.text && counted.has(JSON.stringify(step)))) continue;
      counted.add(JSON.stringify(step));
      if (at < before.length) continue;
      const sources = turns.slice(step.turn, at + 1);
      trials.push({
        ...{ strategy: step.text, task: '', outcome: kind },
        episodes: [...new Set([turns[step.turn] ?? turn, turn])],
        tags: tagsOf(step.text, sources, languages),
      });
    }
  }
  return { trials, successes };
}

function stepOf(
  { kind, chance, text }: ReadSentence,
  at: number,
  turns: readonly StoredEpisode[],
  sentencesByTurn: SentencesByTurn,
  lookBack: number,
  languages: Languages,
): Step | undefined {
  const from = Math.max(0, at - lookBack);
  const decided = decisionsIn(from, at, sentencesByTurn, text);
  const stepsBefore = turns.slice(from, at).map((_, back) => stepsIn(from + back, at, turns, languages));
  const about = aboutOf(text, languages);
  const nearest =
    nearestTo(about, decided.flat(), 1, languages) ?? nearestTo(about, stepsBefore.flat(), MIN_STEP_WORDS, languages);
  if (nearest !== undefined) return nearest;
  const contentWordCount = contentWordsOf(text, languages.of(text)).length;
  if (contentWordCount >= MIN_CONTENT_WORDS && kind === 'failed' && chance < MIN_FAILURE_CHANCE) return undefined;
  const known = new Set(
    turns.slice(from, at).flatMap(({ content }) => stemsIn(content.slice(-MAX_READ_CHARS), languages)),
  );
  const own = contentWordCount >= MIN_CONTENT_WORDS ? { text, turn: at } : undefined;
  const isNew = !about.every((stem) => known.has(stem));
  if (
    isNew &&
    contentWordCount >= (languages.of(text).claim(text) === undefined ? MIN_CONTENT_WORDS + 1 : MIN_CONTENT_WORDS)
  )
    return own;
  const [last] = decided;
  // Several decisions at once: the tried one is unknown.
  if (last !== undefined) return last.length === 1 ? last[0] : undefined;
  return lastStep(stepsBefore) ?? own;
}

function lastStep(steps: readonly (readonly Step[])[]): Step | undefined {
  const last = steps.findLast((each) => each.length > 0);
  const text = last?.map((step) => step.text).join(' ') ?? '';
  return last?.[0] === undefined || text.length > MAX_STEP_CHARS ? undefined : { ...last[0], text };
}

const decisionsIn = (from: number, through: number, sentencesByTurn: SentencesByTurn, except: string): Step[][] =>
  sentencesByTurn
    .slice(from, through + 1)
    .map((sentences, back) =>
      sentences
        .filter(({ kind, text }) => kind === 'decision' && text !== except)
        .map(({ text }) => ({ text, turn: from + back })),
    )
    .filter((steps) => steps.length > 0)
    .reverse();

function stepsIn(turn: number, at: number, turns: readonly StoredEpisode[], languages: Languages): Step[] {
  const { content, metadata, role, speaker, type } = turns[turn] as StoredEpisode;
  if (metadata.tool !== undefined) return [{ text: `Using the ${metadata.tool} tool.`, turn }];
  if ((speaker ?? role) === (turns[at]?.speaker ?? turns[at]?.role) || type === 'error') return [];
  const language = languages.of(content);
  const candidates = language
    .sentences(content.slice(0, MAX_READ_CHARS))
    .map((sentence) => sentence.trim())
    .filter((sentence) => contentWordsOf(sentence, language).length >= MIN_STEP_WORDS);
  const statements = candidates.filter((sentence) => !QUESTION.test(sentence));
  const questions = candidates
    .filter((sentence) => contentWordsOf(sentence, language).length >= MIN_CONTENT_WORDS)
    .slice(-1);
  return (statements.length > 0 ? statements : questions).map((text) => ({ text, turn }));
}

function nearestTo(
  about: readonly string[],
  steps: readonly Step[],
  minShared: number,
  languages: Languages,
): Step | undefined {
  const shared = steps.map(({ text }) => {
    const stems = new Set(stemsIn(text, languages));
    return about.filter((stem) => stems.has(stem)).length;
  });
  const maxShared = Math.max(0, ...shared);
  const nearest = steps.filter((_, at) => shared[at] === maxShared);
  return maxShared >= minShared && maxShared > about.length / 2 && nearest.length === 1 ? nearest[0] : undefined;
}

function aboutOf(text: string, languages: Languages): string[] {
  const subject = languages.of(text).claim(text)?.subject ?? USER;
  return stemsIn(subject === USER ? text : subject, languages);
}

const stemsIn = (text: string, languages: Languages): string[] => [
  ...new Set(contentWordsOf(text, languages.of(text)).flatMap(termsOf)),
];

function tagsOf(strategy: string, episodes: readonly StoredEpisode[], languages: Languages): string[] {
  const tags = [
    ...episodes.flatMap(({ metadata }) => metadata.tool ?? []),
    ...episodes.flatMap(({ content }) => content.slice(0, MAX_READ_CHARS).match(ERROR) ?? []),
    ...languages
      .of(strategy)
      .names(strategy)
      .map(({ text }) => text),
  ];
  return [...new Set(tags.map((tag) => tag.toLowerCase().slice(0, 60)))].slice(0, MAX_TAGS);
}
