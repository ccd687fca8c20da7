import type { ComponentContext, SessionBatch } from '../../contracts/component.ts';
import { type Languages, USER } from '../../contracts/language.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { termsOf } from '../../text/terms.ts';
import { QUESTION, type ReadSentence, sureSentences } from '../read-sentences.ts';
import { MOST_TAGS, type Trial, tellingWords } from './count-trials.ts';

/** A sentence with so many words that mean something may name what was done; one with fewer points to what was said before. */
const FEWEST_TELLING = 3;
/** Fewer tell nothing that could have been done: "Let me know!" */
const FEWEST_OF_STEP = 2;
/** What names a thing may only complain of it: "The build keeps failing." */
const SURE = 0.75;
const LONGEST_STEP = 200;
const ERROR = /\b(?:[A-Z][A-Za-z]{2,40}(?:Error|Exception)|E[A-Z]{4,20}|SQLITE_[A-Z]{2,30})\b/g;
const MOST_READ = 4000;

/** Something that was done or was to be done, and by which turn. */
interface Step {
  readonly text: string;
  readonly turn: number;
}

type Told = readonly (readonly ReadSentence[])[];

export interface Outcomes {
  readonly trials: readonly Trial[];
  /** The turns that tell of a success of what was said or done before them. */
  readonly successes: readonly StoredEpisode[];
}

/**
 * The strategies a session tells the outcome of. An outcome belongs to the step of the last turns whose words it shares; else to what its own
 * sentence names, if that is new; else to the last step: a decision, a tool that was called, or what somebody else said.
 */
export async function findTrials(
  { before, episodes }: SessionBatch,
  lookBack: number,
  context: ComponentContext,
): Promise<Outcomes> {
  const { languages } = context;
  const turns = [...before, ...episodes];
  // The oldest turn only helps to understand the next one: without the turn before it, it would be read a second time.
  const told = await sureSentences(
    { before: before.slice(0, 1), episodes: turns.slice(before.length > 0 ? 1 : 0) },
    context,
  );
  if (before.length > 0) told.unshift([]);
  const trials: Trial[] = [];
  const successes: StoredEpisode[] = [];
  const counted = new Set<string>();
  for (const [at, turn] of turns.entries()) {
    for (const sentence of told[at] ?? []) {
      const { kind } = sentence;
      if ((kind !== 'worked' && kind !== 'failed') || turn.role === 'assistant') continue;
      const step = stepOf(sentence, at, turns, told, lookBack, languages);
      if (kind === 'worked' && step?.text !== sentence.text && at >= before.length) successes.push(turn);
      // What is told twice of a step was tried once.
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

/** What the outcome in a sentence is the outcome of. */
function stepOf(
  { kind, chance, text }: ReadSentence,
  at: number,
  turns: readonly StoredEpisode[],
  told: Told,
  lookBack: number,
  languages: Languages,
): Step | undefined {
  const from = Math.max(0, at - lookBack);
  const decided = decisionsIn(from, at, told, text);
  const stepsBefore = turns.slice(from, at).map((_, back) => stepsIn(from + back, at, turns, languages));
  const about = aboutOf(text, languages);
  const nearest =
    nearestTo(about, decided.flat(), 1, languages) ?? nearestTo(about, stepsBefore.flat(), FEWEST_OF_STEP, languages);
  if (nearest !== undefined) return nearest;
  const telling = tellingWords(text, languages.of(text)).length;
  if (telling >= FEWEST_TELLING && kind === 'failed' && chance < SURE) return undefined;
  const known = new Set(turns.slice(from, at).flatMap(({ content }) => stemsIn(content.slice(-MOST_READ), languages)));
  const own = telling >= FEWEST_TELLING ? { text, turn: at } : undefined;
  const isNew = !about.every((stem) => known.has(stem));
  if (isNew && telling >= (languages.of(text).claim(text) === undefined ? FEWEST_TELLING + 1 : FEWEST_TELLING))
    return own;
  const [last] = decided;
  // Of several things that were decided at once nobody can say which it was.
  if (last !== undefined) return last.length === 1 ? last[0] : undefined;
  return lastStep(stepsBefore) ?? own;
}

/** What somebody else said last that could be done, as a whole. */
function lastStep(steps: readonly (readonly Step[])[]): Step | undefined {
  const last = steps.findLast((each) => each.length > 0);
  const text = last?.map((step) => step.text).join(' ') ?? '';
  return last?.[0] === undefined || text.length > LONGEST_STEP ? undefined : { ...last[0], text };
}

/** What was decided in each turn of a range that decided anything, the last first. */
const decisionsIn = (from: number, through: number, told: Told, except: string): Step[][] =>
  told
    .slice(from, through + 1)
    .map((sentences, back) =>
      sentences
        .filter(({ kind, text }) => kind === 'decision' && text !== except)
        .map(({ text }) => ({ text, turn: from + back })),
    )
    .filter((steps) => steps.length > 0)
    .reverse();

/** What a turn says to somebody else that could be done, a sentence each; what it asks only where it says nothing. */
function stepsIn(turn: number, at: number, turns: readonly StoredEpisode[], languages: Languages): Step[] {
  const { content, metadata, role, speaker, type } = turns[turn] as StoredEpisode;
  if (metadata.tool !== undefined) return [{ text: `Using the ${metadata.tool} tool.`, turn }];
  if ((speaker ?? role) === (turns[at]?.speaker ?? turns[at]?.role) || type === 'error') return [];
  const language = languages.of(content);
  const telling = language
    .sentences(content.slice(0, MOST_READ))
    .map((sentence) => sentence.trim())
    .filter((sentence) => tellingWords(sentence, language).length >= FEWEST_OF_STEP);
  const said = telling.filter((sentence) => !QUESTION.test(sentence));
  const asked = telling.filter((sentence) => tellingWords(sentence, language).length >= FEWEST_TELLING).slice(-1);
  return (said.length > 0 ? said : asked).map((text) => ({ text, turn }));
}

/** The one step that shares most of the words of what an outcome is about. */
function nearestTo(
  about: readonly string[],
  steps: readonly Step[],
  fewest: number,
  languages: Languages,
): Step | undefined {
  const shared = steps.map(({ text }) => {
    const stems = new Set(stemsIn(text, languages));
    return about.filter((stem) => stems.has(stem)).length;
  });
  const most = Math.max(0, ...shared);
  const nearest = steps.filter((_, at) => shared[at] === most);
  return most >= fewest && most > about.length / 2 && nearest.length === 1 ? nearest[0] : undefined;
}

/** What an outcome is told of: the subject of its claim, if it is one. */
function aboutOf(text: string, languages: Languages): string[] {
  const subject = languages.of(text).claim(text)?.subject ?? USER;
  return stemsIn(subject === USER ? text : subject, languages);
}

const stemsIn = (text: string, languages: Languages): string[] => [
  ...new Set(tellingWords(text, languages.of(text)).flatMap(termsOf)),
];

function tagsOf(strategy: string, episodes: readonly StoredEpisode[], languages: Languages): string[] {
  const found = [
    ...episodes.flatMap(({ metadata }) => metadata.tool ?? []),
    ...episodes.flatMap(({ content }) => content.slice(0, MOST_READ).match(ERROR) ?? []),
    ...languages
      .of(strategy)
      .names(strategy)
      .map(({ text }) => text),
  ];
  return [...new Set(found.map((tag) => tag.toLowerCase().slice(0, 60)))].slice(0, MOST_TAGS);
}
