import { BASE_VERBS } from '../assertions/verbs.ts';
import type { Sentence } from './read-sentences.ts';
import { capital } from './tell-habit.ts';

const FOR = /^(?:give|show|send|get) me (?=\S+ )/i;
const POLITE = /\b(?:please|for me|as well|too|from now on)\b/gi;
const POINTS_AWAY = /\b(?:i|we|our|us|you|your|this|that|these|those|following|below|above|next)\b/i;
const FEWEST_WORDS = 3;

/**
 * "The user often asks to make the answer short.": how they want things, whatever they ask for. Undefined if it is the same
 * task again and again, which is no wish.
 */
export function tellWish(
  sentences: readonly Sentence[],
  core: ReadonlySet<string>,
  speaker: string,
): string | undefined {
  const asked = sentences.flatMap(({ text }) => requestsIn(text, core));
  const [best] = asked.toSorted((a, b) => b.shared - a.shared || a.clause.length - b.clause.length);
  const verbs = asked.map(({ clause }) => clause.split(' ')[0]);
  const isOneTask = verbs.some((verb) => {
    const times = verbs.filter((other) => other === verb).length;
    return times > 1 && times >= sentences.length / 2;
  });
  if (best === undefined || isOneTask) return undefined;
  const { clause } = best;
  const wish = FOR.test(clause)
    ? `for ${clause.replace(FOR, '')}`
    : `to ${clause.replace(/\bme\b/g, 'them').replace(/\bmy\b/g, 'their')}`;
  return POINTS_AWAY.test(wish) ? undefined : `${capital(speaker)} often asks ${wish}.`;
}

interface Request {
  readonly clause: string;
  readonly shared: number;
}

/** The parts of a sentence that ask for what is shared. */
const requestsIn = (sentence: string, core: ReadonlySet<string>): Request[] =>
  sentence
    .replace(/[.!?…]+$/, '')
    .split(/[,;:]\s+/)
    .map((part) => part.replace(POLITE, '').replace(/\s+/g, ' ').trim())
    .map((part) => `${part.charAt(0).toLowerCase()}${part.slice(1).replace(/ there$/, '')}`)
    .filter((part) => BASE_VERBS.has(part.split(' ')[0] ?? '') && part.split(' ').length >= FEWEST_WORDS)
    .map((clause) => ({ clause, shared: sharedIn(clause.slice(clause.indexOf(' ')).toLowerCase(), core) }))
    .filter(({ shared }) => shared > 0);

const sharedIn = (text: string, core: ReadonlySet<string>): number =>
  [...core].filter((stem) => text.includes(stem)).length;
