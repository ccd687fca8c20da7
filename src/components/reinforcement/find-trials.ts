import type { ComponentContext, SessionBatch } from '../../contracts/component.ts';
import type { Languages } from '../../contracts/language.ts';
import type { StoredEpisode } from '../../model/episode.ts';
import { type ReadSentence, sureSentences } from '../read-sentences.ts';
import { MOST_TAGS, type Trial, tellingWords } from './count-trials.ts';

/** A sentence with so many words that mean something names what was done; one with fewer points to what was said before. */
const FEWEST_TELLING = 3;
/** What names a thing may only complain of it: "The build keeps failing." */
const SURE = 0.8;
const LONGEST_STEP = 200;
const ERROR = /\b(?:[A-Z][A-Za-z]{2,40}(?:Error|Exception)|E[A-Z]{4,20}|SQLITE_[A-Z]{2,30})\b/g;
const MOST_READ = 4000;

/** Something that was done or was to be done, and by which turn. */
interface Step {
  readonly text: string;
  readonly turn: number;
}

/**
 * The strategies a session tells the outcome of. An outcome belongs to what its own sentence names, else to the step just before it:
 * the decision of the last turns that made one, a tool that was called, or one sentence that somebody else said.
 */
export async function findTrials(
  { before, episodes }: SessionBatch,
  lookBack: number,
  context: ComponentContext,
): Promise<Trial[]> {
  const { languages } = context;
  const turns = [...before, ...episodes];
  // The oldest turn only helps to understand the next one: without the turn before it, it would be read a second time.
  const told = await sureSentences(
    { before: before.slice(0, 1), episodes: turns.slice(before.length > 0 ? 1 : 0) },
    context,
  );
  if (before.length > 0) told.unshift([]);
  const trials: Trial[] = [];
  const counted = new Set<number>();
  for (const [at, turn] of turns.entries()) {
    for (const { kind, chance, text } of told[at] ?? []) {
      if ((kind !== 'worked' && kind !== 'failed') || turn.role === 'assistant') continue;
      const isNamed = tellingWords(text, languages.of(text)).length >= FEWEST_TELLING;
      if (isNamed && kind === 'failed' && chance < SURE) continue;
      const step = isNamed ? { text, turn: at } : stepBefore(at, turns, told, lookBack);
      // What is told twice of a step was tried once.
      if (step === undefined || (!isNamed && counted.has(step.turn))) continue;
      if (!isNamed) counted.add(step.turn);
      if (at < before.length) continue;
      const sources = turns.slice(step.turn, at + 1);
      trials.push({
        ...{ strategy: step.text, task: '', outcome: kind },
        episodes: [...new Set([turns[step.turn] ?? turn, turn])],
        tags: tagsOf(step.text, sources, languages),
      });
    }
  }
  return trials;
}

function stepBefore(
  at: number,
  turns: readonly StoredEpisode[],
  told: readonly (readonly ReadSentence[])[],
  lookBack: number,
): Step | undefined {
  for (let turn = at; turn >= Math.max(0, at - lookBack); turn -= 1) {
    const decisions = told[turn]?.filter(({ kind }) => kind === 'decision') ?? [];
    // Of several things that were decided at once nobody can say which it was.
    if (decisions.length > 0) return decisions.length === 1 ? { text: decisions[0]?.text ?? '', turn } : undefined;
  }
  const last = turns[at - 1];
  if (last === undefined) return undefined;
  if (last.metadata.tool !== undefined) return { text: `Using the ${last.metadata.tool} tool.`, turn: at - 1 };
  const isStep = isOneSentence(last.content) && (last.speaker ?? last.role) !== (turns[at]?.speaker ?? turns[at]?.role);
  return isStep ? { text: last.content.trim(), turn: at - 1 } : undefined;
}

const isOneSentence = (text: string): boolean =>
  text.length <= LONGEST_STEP && /^[^.!?\n]{8,}[.!]?$/.test(text.trimEnd());

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
