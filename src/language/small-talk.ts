import { words } from './words.ts';

const GREETING = new RegExp(
  `\\b(?:${[
    'hi|hello|hey|heya|hiya|howdy|yo|greetings|welcome(?: back)?|sup',
    '(?:good )?(?:morning|afternoon|evening)|good (?:day|night)|goodnight',
    'bye(?: bye)?|goodbye|farewell|cheers|later|ttyl|cya',
    'ta|thx|thanks(?: a lot| so much| again)?|thank you(?: so much| very much)?|you too',
    'see (?:you|ya)(?: later| soon| tomorrow| around| then)?|take care',
    'have a (?:good|great|nice|lovely) (?:day|evening|night|weekend|one|time)',
  ].join('|')})\\b`,
  'g',
);
const ADDRESSES = new Set('all and everybody everyone folks friend friends guys my dear there'.split(' '));
const LONGEST = 8;

/** "Hi!", "Good morning, Anna", "Thanks, bye": nothing but a greeting, at most with the names given. */
export function isGreeting(text: string, names: readonly string[] = []): boolean {
  const said = words(text);
  if (said.length === 0 || said.length > LONGEST || isQuestion(text)) return false;
  const known = new Set(names.flatMap(words));
  const rest = words(said.join(' ').replace(GREETING, ''));
  return rest.length < said.length && rest.every((word) => ADDRESSES.has(word) || known.has(word));
}

/** A text that only asks: every sentence of it ends in a question mark. */
export function isQuestion(text: string): boolean {
  const sentences = text.match(/[^.!?…]+[.!?…]*/g)?.map((sentence) => sentence.trim()) ?? [];
  const spoken = sentences.filter((sentence) => words(sentence).length > 0);
  return spoken.length > 0 && spoken.every((sentence) => sentence.endsWith('?'));
}
