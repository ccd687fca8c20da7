import { isPast, thirdPerson } from '../assertions/verbs.ts';
import { baseVerb } from './base-verb.ts';
import type { Sentence, Word } from './read-sentences.ts';
import { TIMES, WEEKDAYS } from './vocabulary.ts';

const ACTOR = /^(?:I|we)\s+(?:(?:always|usually|often|also|just)\s+)*/i;
/** What was so that one time. */
const THAT_TIME =
  /,?\s*\b(?:once more|once again|yet again|as usual|as ever|as before|again|today|yesterday|tonight|this time|(?:this|last|next) (?:morning|afternoon|evening|night|week|month|year))\b/gi;
const WEEKDAY = new RegExp(`\\b(?:(?:on|this|last|next|every)\\s+)?(${[...WEEKDAYS].join('|')})s?\\b`, 'gi');
const PARTICLE = /^(?:over|out|up|off|on|down|away|back|in|through)$/;
const CLAUSE = /[,;:]|\s(?:and|but|so|because|since|as|while|when)\s/;
/** A clause that goes on for longer is cut where what is shared ends. */
const MOST_MORE = 40;

/** "Usually takes the train to work.", after the telling that holds most of what is shared in the fewest words. */
export function tellHabit(sentences: readonly Sentence[], core: ReadonlySet<string>): string {
  const particles = particlesIn(sentences, core);
  const [best] = sentences
    .map((sentence) => trimmed(sentence, core, particles))
    .sort((a, b) => b.shared - a.shared || b.form - a.form || a.text.length - b.text.length);
  if (best === undefined) return '';
  const [first = '', ...rest] = best.text
    .replace(THAT_TIME, '')
    .replace(WEEKDAY, (_, day: string) => `on ${capital(day.toLowerCase())}s`)
    .trim()
    .split(/\s+/);
  if (isDone(first)) return `Usually ${[thirdPerson(baseVerb(first.toLowerCase())), ...rest].join(' ')}.`;
  return `Usually: ${[isPlain(first) ? first.toLowerCase() : first, ...rest].join(' ')}.`;
}

/** "Usually asks: make the answer short." */
export function tellWish(sentences: readonly Sentence[], core: ReadonlySet<string>): string {
  const [best] = sentences
    .flatMap(({ text }) => text.replace(/[.!?…]+$/, '').split(/[,;:]\s+/))
    .map((clause) => clause.replace(/\b(?:please|for me|as well)\b/gi, '').trim())
    .map((clause) => ({ clause, shared: [...core].filter((stem) => clause.toLowerCase().includes(stem)).length }))
    .sort((a, b) => b.shared - a.shared || isBare(a.clause) - isBare(b.clause) || a.clause.length - b.clause.length);
  const clause = best?.clause.replace(/\s+/g, ' ') ?? '';
  return `Usually asks: ${clause.charAt(0).toLowerCase()}${clause.slice(1)}.`;
}

/** "Metric, please.": what is asked for is told better in a few more words. */
const isBare = (clause: string): number => (clause.split(/\s+/).length < 3 ? 1 : 0);

interface Trimmed {
  readonly text: string;
  readonly shared: number;
  /** How well it can be told: best what somebody did who need not be named, worst what begins with a time. */
  readonly form: number;
}

/** "ran over": what follows a shared word in at least half of the tellings. */
function particlesIn(sentences: readonly Sentence[], core: ReadonlySet<string>): ReadonlySet<string> {
  const counts = new Map<string, number>();
  for (const { words } of sentences)
    for (const lower of new Set(
      words.filter((_, at) => isShared(words[at - 1], core) || isShared(words[at - 2], core)).map((word) => word.lower),
    ))
      if (PARTICLE.test(lower)) counts.set(lower, (counts.get(lower) ?? 0) + 1);
  return new Set([...counts].filter(([, count]) => count >= sentences.length / 2).map(([particle]) => particle));
}

const isShared = (word: Word | undefined, core: ReadonlySet<string>): boolean =>
  word?.stem !== undefined && core.has(word.stem);

function trimmed({ text, words }: Sentence, core: ReadonlySet<string>, particles: ReadonlySet<string>): Trimmed {
  const last = words.findLastIndex((word) => isShared(word, core));
  const hasParticle = particles.has(words[last + 1]?.lower ?? '');
  const spoken = cutAfter(text, words[hasParticle ? last + 1 : last]).replace(ACTOR, '');
  const first = words.find((word) => isShared(word, core));
  return {
    text: spoken,
    shared: new Set(words.filter((word) => isShared(word, core)).map(({ stem }) => stem)).size + (hasParticle ? 1 : 0),
    form: isDone(spoken.split(/\s+/)[0] ?? '') ? 1 : TIMES.has(first?.stem ?? '') ? -1 : 0,
  };
}

/** Up to and with this word; a clause that was begun before it is told to its end. */
function cutAfter(text: string, word: Word | undefined): string {
  if (word === undefined) return text;
  const end = word.from + word.raw.length;
  const rest = /^[^,;:.!?…]*/.exec(text.slice(end))?.[0] ?? '';
  return CLAUSE.test(text.slice(0, end)) && rest.length <= MOST_MORE
    ? text.slice(0, end + rest.length)
    : text.slice(0, end);
}

const isDone = (word: string): boolean => isPast(word.toLowerCase()) && !/^(?:was|were)$/i.test(word);
const isPlain = (word: string): boolean =>
  /^(?:the|a|an|my|our|his|her|their|its|no|on|at|in|for|before|after|when)$/i.test(word);
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
