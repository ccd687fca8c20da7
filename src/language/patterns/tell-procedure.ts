import { baseVerb } from './base-verb.ts';
import type { Sentence } from './read-sentences.ts';
import { type Step, stepsOf } from './steps.ts';

/** "Usually: run the tests, then deploy to staging, then tell the channel." */
export const tellSteps = (steps: readonly Step[]): string => {
  const told = steps.map(tellStep);
  return `Usually: ${told.filter((step, at) => told.indexOf(step) === at).join(', then ')}.`;
};

/** The steps of the fullest telling. */
export const stepsToTell = (sentences: readonly Sentence[], core: ReadonlySet<string>): Step[] =>
  sentences.map(({ text }) => stepsOf(text, core)).sort((a, b) => fullness(b) - fullness(a))[0] ?? [];

/** Most of what is shared; among those, the one with the most verbs and the fewest other words. */
function fullness(steps: readonly Step[]): number {
  const shared = new Set(steps.flatMap((step) => step.shared)).size;
  const verbs = steps.filter(({ beginsWithVerb }) => beginsWithVerb).length;
  const length = steps.reduce((sum, { words }) => sum + words.length, 0);
  return shared + verbs / 10 - length / 1000;
}

/** As it is told to do it, up to the last word that is shared. */
function tellStep({ text, words, shared, beginsWithVerb }: Step): string {
  const last = words.findLastIndex(({ stem }) => stem !== undefined && shared.includes(stem));
  const end = words[Math.max(last, 0)];
  const cut = end === undefined ? text : text.slice(0, end.from + end.raw.length);
  const [first] = words;
  if (first === undefined) return cut;
  const opening = beginsWithVerb ? baseVerb(first.lower) : isName(first.raw) ? first.raw : lowered(first.raw);
  return `${opening}${cut.slice(first.from + first.raw.length)}`;
}

/** A word with capitals inside, or of capitals alone, is written so. */
const isName = (raw: string): boolean => /\p{Lu}/u.test(raw.slice(1));
const lowered = (raw: string): string => raw.charAt(0).toLowerCase() + raw.slice(1);
