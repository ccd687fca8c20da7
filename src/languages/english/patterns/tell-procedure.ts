import { isOrdinary } from '../entities/ordinary-words.ts';
import { baseVerb, presentVerb } from './base-verb.ts';
import type { Sentence } from './read-sentences.ts';
import { type Step, stepsOf } from './steps.ts';
import { capital } from './tell-habit.ts';

const FEWEST_STEPS = 2;
const WHOSE = /\b(?:my|our|his|her|their|your)\b(?! (?:to|and|at|on|in|for|if|that)\b|$)/gi;
const POINTS_AWAY = /\b(?:I|me|we|us|you|him|her|them|she|he)\b/;
const PARTICLE = /^\s+(?:(?:out|up|off|down|back|away)(?=$|[\s,;.])|(?:in|on|over)(?=$|[,;.]| (?:at|again|and)\b))/;

/** "The user usually runs the tests, then deploys to staging."; undefined if these are no two things that are done. */
export function tellSteps(steps: readonly Step[], speaker: string): string | undefined {
  const done = steps.filter((step, at) => isAction(step) || (at > 0 && isElided(step))).map(tellStep);
  const told = done.filter((step, at) => done.indexOf(step) === at);
  const hasObjects = told.filter((step) => step.includes(' ')).length >= told.length / 2;
  if (told.length < FEWEST_STEPS || !hasObjects || told.some((step) => POINTS_AWAY.test(step))) return undefined;
  return `${capital(speaker)} usually ${told.join(', then ')}.`;
}

const isAction = ({ beginsWithVerb, isDone }: Step): boolean => beginsWithVerb || isDone;

/** "connected to the bastion, then to the host" */
const isElided = ({ words }: Step): boolean => words.length > 1 && /^(?:to|into|onto)$/.test(words[0]?.lower ?? '');

/** The steps of each telling, the fullest first. */
export const stepsToTell = (sentences: readonly Sentence[], core: ReadonlySet<string>): Step[][] =>
  sentences.map(({ text }) => stepsOf(text, core)).sort((a, b) => fullness(b) - fullness(a));

/** First what has most that is done, then most of what is shared, in the fewest other words. */
function fullness(steps: readonly Step[]): number {
  const done = steps.filter(isAction);
  const shared = new Set(done.flatMap((step) => step.shared)).size;
  const length = steps.reduce((sum, { words }) => sum + words.length, 0);
  const verbs = done.filter(({ beginsWithVerb }) => beginsWithVerb).length;
  return shared + done.length / 10 + verbs / 20 - length / 1000;
}

/** As it is done, up to the last word that is shared. */
function tellStep(step: Step): string {
  const { text, words, shared, beginsWithVerb } = step;
  const [first] = words;
  if (first === undefined) return text;
  if (!beginsWithVerb && step.isDone) return tellDone(step);
  const last = words.findLastIndex(({ stem }) => stem !== undefined && shared.includes(stem));
  const end = words[Math.max(last, 0)] ?? first;
  const cut = end.from + end.raw.length;
  const particle = PARTICLE.exec(text.slice(cut))?.[0] ?? '';
  const opening = beginsWithVerb ? presentVerb(baseVerb(first.lower)) : first.lower;
  return `${opening}${text.slice(first.from + first.raw.length, cut)}${particle}`.replace(WHOSE, 'the');
}

/** "mail checked" → "checks the mail". */
function tellDone({ words }: Step): string {
  const at = words.findLastIndex(({ stem }) => stem !== undefined);
  const object = words
    .slice(0, at)
    .map(({ raw }, index) => (index === 0 && !/\p{Lu}/u.test(raw.slice(1)) && !isName(raw) ? raw.toLowerCase() : raw));
  const isNamed = /^(?:the|a|an|all|both)$/.test(object[0] ?? '') || isName(object[0] ?? '');
  const particle = words.slice(at + 1).map(({ raw }) => raw);
  return [presentVerb(baseVerb(words[at]?.lower ?? '')), isNamed ? '' : 'the', ...object, ...particle]
    .filter((word) => word !== '')
    .join(' ')
    .replace(WHOSE, 'the');
}

/** Written with a capital where no sentence begins. */
const isName = (raw: string): boolean => /^\p{Lu}/u.test(raw) && !isOrdinary(raw.toLowerCase());
