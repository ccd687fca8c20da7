import type { SpokenSentence } from '../../languages/english/assertions/spoken-sentences.ts';
import { wordList } from '../../text/word-list.ts';
import { words } from '../../text/words.ts';
import { actAs } from './acts.ts';
import { isSupposed } from './clauses.ts';
import { plainTask } from './phrases.ts';

const MOST_WORDS = 14;
const GOAL =
  /^(?:[^,]{1,60}[,;] )?(?:(?:i|we)(?:['’]m|['’]re| am| are)? (?:really |just |also )*(?:need|want|have|trying|hoping|would like) to|how (?:do|can|could|should) (?:i|we)|(?:can|could|would) you(?: please)?|help (?:me|us)(?: to)?)\s+(?<what>[a-z][^,;:]+?)(?:[,;:] .*)?[?.!]*$/i;
export const TROUBLE =
  /\b(?:fail(?:s|ed|ing|ure)?|crash\w*|broken|breaks|errors?|exception|locked|stuck|hangs?|freezes|jams?|leaks?|slow|blank|down|flaky|wrong|problem|issue|bug|trouble|keeps? \w+ing|never \w+s|times? out|timing out|timeouts?|runs? out|running out|does(?: not|n['’]t) \w+|won['’]t \w+|(?:can|could)(?:not|n['’]t|['’]t) \w+|refuses|hurts?|aches?|pain|insomnia)\b/i;
const TROUBLED =
  /^(?:i|we)(?:['’]m|['’]re| am| are|['’]ve been| have been)? (?:having|have|facing|running into|struggling with) (?:(?:some |a |an |lots of )?(?:trouble|troubles|problems?|issues?|difficult(?:y|ies)) with )?(?<what>(?:the|my|our|an?) [^,;:]+)/i;
/** A thing by its name, of which the sentence then tells. */
const ABOUT_THING = /^(?:the|my|our|all|every|both|an?)\s/i;
const AIMS = wordList(
  'solve resolve speed improve prevent stop get make find reach achieve lose gain cure ease learn debug diagnose grow win quit beat overcome',
);

/** What a sentence says is wanted or wrong: "speed up the nightly report", "when the migration fails …". */
export function taskIn({ text, isQuestion, isListed }: SpokenSentence): string {
  if (isListed || isSupposed(text)) return '';
  const goal = GOAL.exec(text)?.groups?.['what'];
  const [verb = ''] = words(goal ?? '');
  const isGoal = goal !== undefined && (AIMS.has(verb) || actAs('base', verb) !== undefined);
  const isTrouble = !isQuestion && ABOUT_THING.test(text) && TROUBLE.test(text) && !/[,:;]/.test(text);
  const troubled = isQuestion && !isGoal ? undefined : TROUBLED.exec(text)?.groups?.['what'];
  const met = troubled !== undefined && TROUBLE.test(text) ? `fix ${troubled}` : '';
  const told = isGoal ? goal : met !== '' ? met : isTrouble ? `when ${lowered(text)}` : '';
  return words(told).length > MOST_WORDS ? '' : plainTask(told);
}

const lowered = (text: string): string =>
  /^[A-Z][a-z' ’]/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
