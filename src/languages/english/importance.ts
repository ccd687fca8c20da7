import type { MemoryType } from '../../model/memory.ts';
import { isGreeting, isQuestion } from './small-talk.ts';

export interface ImportanceReading {
  readonly importance: number;
  readonly why: string;
}

/** The signs of importance stand near the beginning; a document is not read to its end for them. */
const MOST_READ = 2000;

/** What each type matters where its words say nothing more. */
export const IMPORTANCE_OF_TYPE: Readonly<Record<MemoryType, number>> = {
  semantic: 0.6,
  procedural: 0.6,
  episodic: 0.5,
  working: 0.4,
};

/** The first that holds decides: what does harm when it is forgotten comes first, then what hardly matters. */
const SIGNS: readonly (readonly [importance: number, why: string, pattern: RegExp])[] = [
  [
    0.95,
    'health or safety depends on it',
    /\b(?:allerg(?:y|ic|ies)|anaphyla\w+|intoleran(?:t|ce)|diabet(?:es|ic)|epilep(?:sy|tic)|c(?:o)?eliac|asthma\w*|medication|emergency|blood type|pregnant)\b/i,
  ],
  [
    0.9,
    'names a secret or how to get in',
    /\b(?:pass(?:word|phrase|code)|api[ -]?keys?|access tokens?|private keys?|credentials?|pin (?:is|code)|two-factor|2fa)\b/i,
  ],
  [
    0.9,
    'lays down what must or must not be',
    /\b(?:must|never|always|under no circumstances|not allowed|forbidden|mandatory|require[sd]?)\b/i,
  ],
  [
    0.9,
    'is said to matter',
    /\b(?:important|critical|crucial|essential|vital|urgent|do not forget|don['’]t forget)\b/i,
  ],
  [
    0.85,
    'sets a limit in time or money',
    /\b(?:deadline|due (?:on|by|date)|no later than|expires?|at the latest|budget)\b/i,
  ],
  [
    0.3,
    'is small talk',
    /^\W*(?:lol|haha\w*|ok(?:ay)?|cool|nice|wow|great|sure|thanks?|thank you|by the way|btw|what a|how lovely)\b|\b(?:weather|sunny|raining) (?:is|today|outside|again)\b/i,
  ],
  [0.4, 'is only a guess', /\b(?:maybe|perhaps|might|not sure|i guess|possibly)\b/i],
  [
    0.8,
    'corrects or decides something',
    /\b(?:actually|correction|no longer|decided|agreed|from now on|instead of)\b/i,
  ],
  [
    0.75,
    'tells what somebody likes or wants',
    /\b(?:prefers?|likes?|loves?|hates?|dislikes?|favou?rite|wants?|goal is|cannot stand|can['’]t stand)\b/i,
  ],
  [
    0.75,
    'tells who somebody is',
    /\b(?:my name is|birthday|born|married|wife|husband|daughter|son|children|lives? in|works? (?:at|for|as))\b/i,
  ],
];

/** How much it matters that this is not forgotten, by its words, else by its type; and why. */
export function importanceOf(content: string, type: MemoryType): ImportanceReading {
  const text = content.slice(0, MOST_READ);
  if (isGreeting(text)) return { importance: 0.1, why: 'is a greeting' };
  const sign = SIGNS.find(([, , pattern]) => pattern.test(text));
  if (sign !== undefined) return { importance: sign[0], why: sign[1] };
  if (isQuestion(text)) return { importance: 0.3, why: 'only asks' };
  return { importance: IMPORTANCE_OF_TYPE[type], why: `is ${type}` };
}
