import { baseVerb, unmarked } from './base-verb.ts';
import { habitSearch } from './find-habits.ts';
import { type Theme, themeSearch } from './find-themes.ts';
import { joinRoutines, type Routine } from './join-routines.ts';
import type { Occurrence } from './occurrence.ts';
import type { Pattern } from './pattern.ts';
import { isInMind } from './read-acts.ts';
import { type ReadClause, readClauses, SPEAKER } from './read-clauses.ts';
import { readSentences, type Sentence } from './read-sentences.ts';
import { happensOnce, saysItRecurs } from './recurs.ts';
import { resultOf } from './result-of.ts';
import { areSteps, stepsOf } from './steps.ts';
import { tellHabit, weekdayIn } from './tell-habit.ts';
import { stepsToTell, tellSteps } from './tell-procedure.ts';
import { tellWish } from './tell-wish.ts';
import { isNote } from './telling.ts';
import { stemOf } from './vocabulary.ts';

/** What shows everywhere shows in the latest of it. */
const MOST_READ = 20;
/** What tells of a theme has so many of the words it is known by. */
const FEWEST_SHARED = 2;

/** What can be learnt from what recurs, without a model. The occurrences are in the order of time. */
export const findPatterns = (occurrences: readonly Occurrence[], minOccurrences = 3): Pattern[] =>
  resultOf(patternSearch(occurrences, minOccurrences));

/** The same a little at a time, so that others get a turn, and of the patterns only so many. */
export function* patternSearch(
  occurrences: readonly Occurrence[],
  minOccurrences: number,
  most = Number.POSITIVE_INFINITY,
): Generator<undefined, Pattern[]> {
  // In notes the same words are the same thing; in talk only the same verb of the same thing is.
  const notes = occurrences.map((occurrence) => (isNote(occurrence) ? occurrence : { ...occurrence, text: '' }));
  const patterns: Pattern[] = [];
  const themes = yield* themeSearch(notes, minOccurrences, most);
  for (const routine of joinRoutines(themes, notes, minOccurrences)) {
    const pattern = patternOf(routine, notes);
    if (pattern !== undefined) patterns.push(pattern);
    yield;
  }
  for (const habit of yield* habitSearch(occurrences, minOccurrences))
    if (!patterns.some((pattern) => areOne(pattern, habit))) patterns.push(habit);
  return patterns.slice(0, most);
}

const areOne = (one: Pattern, other: Pattern): boolean =>
  other.sources.filter((source) => one.sources.includes(source)).length >=
  Math.min(one.sources.length, other.sources.length) / 2;

interface Told {
  readonly sentence: Sentence;
  readonly occurrence: Occurrence;
}

/** How something is done if several themes follow each other, or at least half of the sources of one tell steps of it; else what is so. */
function patternOf(routine: Routine, occurrences: readonly Occurrence[]): Pattern | undefined {
  const sources = [...new Set(routine.flatMap((theme) => theme.sources))].sort((a, b) => a - b);
  const told = routine.map((theme) => ({ theme, all: sentencesOf(theme, occurrences) }));
  const [first, ...more] = told;
  const speaker = occurrences[sources[0] ?? 0]?.speaker ?? SPEAKER;
  if (sources.some((source) => occurrences[source]?.speaker !== occurrences[sources[0] ?? 0]?.speaker))
    return undefined;
  if (first === undefined || more.length > 0) {
    const steps = told.flatMap(
      ({ theme, all }) =>
        stepsToTell(
          all.map(({ sentence }) => sentence),
          theme.core,
        )[0] ?? [],
    );
    return patternWith('procedural', tellSteps(steps, speaker), sources);
  }
  const { theme, all } = first;
  const sentences = all.map(({ sentence }) => sentence);
  if (theme.areRequests) return patternWith('semantic', tellWish(sentences, theme.core, speaker), sources);
  const stepwise = sentences.filter(({ text }) => areSteps(stepsOf(text, theme.core)));
  return stepwise.length >= sentences.length / 2
    ? patternWith('procedural', howItIsDone(sentences, theme.core, speaker), sources)
    : patternWith('semantic', whatIsSo(all, theme.core), sources);
}

const patternWith = (
  type: Pattern['type'],
  content: string | undefined,
  sources: readonly number[],
): Pattern | undefined => (content === undefined ? undefined : { type, content, sources });

function howItIsDone(sentences: readonly Sentence[], core: ReadonlySet<string>, speaker: string): string | undefined {
  for (const steps of stepsToTell(sentences, core)) {
    const content = tellSteps(steps, speaker);
    if (content !== undefined) return content;
  }
  return undefined;
}

/** Told after the clause that holds most of what is shared, in the fewest words. */
function whatIsSo(all: readonly Told[], core: ReadonlySet<string>): string | undefined {
  const weekday = weekdayIn(core);
  const recurs = weekday !== undefined || all.some(({ sentence }) => saysItRecurs(sentence.text));
  const fewest = FEWEST_SHARED - (weekday === undefined ? 0 : 1);
  const read = all.flatMap(({ sentence, occurrence }) => readClauses(sentence.text, occurrence));
  // What is only ever said to be so, of nobody, is a saying.
  const happened = read.some(({ group }) => group.past);
  const clauses = read
    .filter(({ isSpeaker }) => isSpeaker || happened)
    .map((clause) => ({ clause, shared: sharedBy(clause, core) }))
    .filter(({ clause, shared }) => shared >= fewest && canRecur(clause, recurs))
    .sort((a, b) => b.shared - a.shared || a.clause.group.rest.length - b.clause.group.rest.length);
  for (const { clause } of clauses) {
    const content = tellHabit(clause, core, fewest, weekday);
    if (content !== undefined) return content;
  }
  return undefined;
}

function canRecur({ group, perfect }: ReadClause, recurs: boolean): boolean {
  const verb = baseVerb(unmarked(group.rest[0]?.fold ?? ''));
  return (group.copula || !isInMind(verb)) && (recurs || !(perfect || happensOnce(verb)));
}

const sharedBy = ({ named, group }: ReadClause, core: ReadonlySet<string>): number =>
  new Set([...named, ...group.rest].flatMap(({ fold }) => stemOf(fold) ?? []).filter((stem) => core.has(stem))).size;

/** Of each source, the sentence that holds most of what is shared. */
const sentencesOf = ({ sources, core }: Theme, occurrences: readonly Occurrence[]): Told[] =>
  sources.slice(-MOST_READ).flatMap((source) => {
    const occurrence = occurrences[source] as Occurrence;
    const [sentence] = readSentences(occurrence).toSorted((a, b) => sharedIn(b, core) - sharedIn(a, core));
    return sentence === undefined ? [] : [{ sentence, occurrence }];
  });

const sharedIn = ({ words }: Sentence, core: ReadonlySet<string>): number =>
  new Set(words.flatMap(({ stem }) => (stem !== undefined && core.has(stem) ? [stem] : []))).size;
