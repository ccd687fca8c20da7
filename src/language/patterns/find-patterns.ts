import { findThemes, type Theme } from './find-themes.ts';
import { joinRoutines, type Routine } from './join-routines.ts';
import type { Occurrence } from './occurrence.ts';
import type { Pattern } from './pattern.ts';
import { readSentences, type Sentence } from './read-sentences.ts';
import { resultOf } from './result-of.ts';
import { areSteps, type Step, stepsOf } from './steps.ts';
import { tellHabit, tellWish } from './tell-habit.ts';
import { stepsToTell, tellSteps } from './tell-procedure.ts';

/** What shows everywhere shows in the latest of it. */
const MOST_READ = 20;

/** What can be learnt from what recurs, without a model. The occurrences are in the order of time. */
export const findPatterns = (occurrences: readonly Occurrence[], minOccurrences = 3): Pattern[] =>
  resultOf(patternSearch(findThemes(occurrences, minOccurrences), occurrences, minOccurrences));

/** What themes come to, one at a time, so that others get a turn. */
export function* patternSearch(
  themes: readonly Theme[],
  occurrences: readonly Occurrence[],
  minOccurrences: number,
): Generator<undefined, Pattern[]> {
  const patterns: Pattern[] = [];
  for (const routine of joinRoutines(themes, occurrences, minOccurrences)) {
    patterns.push(patternOf(routine, occurrences));
    yield;
  }
  return patterns;
}

/** How something is done if several themes follow each other, or at least half of the sources of one tell steps of it; else what is so. */
function patternOf(routine: Routine, occurrences: readonly Occurrence[]): Pattern {
  const sources = [...new Set(routine.flatMap((theme) => theme.sources))].sort((a, b) => a - b);
  const told = routine.map((theme) => ({ theme, sentences: sentencesOf(theme, occurrences) }));
  const steps = told.flatMap(({ theme, sentences }) => stepsToTell(sentences, theme.core));
  const [first, ...more] = told;
  if (first === undefined || more.length > 0)
    return { type: 'procedural', content: tellSteps(doneAmong(steps)), sources };
  const { theme, sentences } = first;
  if (theme.areRequests) return { type: 'semantic', content: tellWish(sentences, theme.core), sources };
  const stepwise = sentences.filter(({ text }) => areSteps(stepsOf(text, theme.core)));
  return stepwise.length >= sentences.length / 2
    ? { type: 'procedural', content: tellSteps(steps), sources }
    : { type: 'semantic', content: tellHabit(sentences, theme.core), sources };
}

/** What is done, without what is told beside it. */
function doneAmong(steps: readonly Step[]): readonly Step[] {
  const done = steps.filter((step) => step.isDone);
  return done.length > 0 ? done : steps;
}

/** Of each source, the sentence that holds most of what is shared. */
const sentencesOf = ({ sources, core }: Theme, occurrences: readonly Occurrence[]): Sentence[] =>
  sources.slice(-MOST_READ).flatMap((source) => fullest(readSentences(occurrences[source]?.text ?? ''), core) ?? []);

const sharedBy = ({ words }: Sentence, core: ReadonlySet<string>): number =>
  new Set(words.flatMap(({ stem }) => (stem !== undefined && core.has(stem) ? [stem] : []))).size;

const fullest = (sentences: readonly Sentence[], core: ReadonlySet<string>): Sentence | undefined =>
  sentences.toSorted((a, b) => sharedBy(b, core) - sharedBy(a, core))[0];
