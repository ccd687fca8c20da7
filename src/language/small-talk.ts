import { words } from './words.ts';

const GREETING_WORDS = new Set(
  `afternoon bye cheers cya day evening farewell good goodbye goodnight greetings hello hey heya hi hiya howdy later morning
  night see sup ta take care thank thanks there thx tty ttyl welcome what's whats wassup yo you all everyone everybody guys
  folks again have a nice great lovely weekend one too`.split(/\s+/),
);
const GREETING_OPENERS = new Set(
  `bye cheers cya farewell good goodbye goodnight greetings hello hey heya hi hiya howdy morning see sup ta take thank thanks thx
  ttyl welcome what's whats wassup yo have`.split(/\s+/),
);

/** "Hi!", "Good morning, Anna", "Thanks, bye": nothing but a greeting, at most with the names given. */
export function isGreeting(text: string, names: readonly string[] = []): boolean {
  const said = words(text);
  const known = new Set(names.flatMap(words));
  if (said.length === 0 || said.length > 8 || !GREETING_OPENERS.has(said[0] ?? '')) return false;
  return said.every((word) => GREETING_WORDS.has(word) || known.has(word));
}

/** A text that only asks: every sentence of it ends in a question mark. */
export function isQuestion(text: string): boolean {
  const sentences = text.match(/[^.!?…]+[.!?…]*/g)?.map((sentence) => sentence.trim()) ?? [];
  const spoken = sentences.filter((sentence) => words(sentence).length > 0);
  return spoken.length > 0 && spoken.every((sentence) => sentence.endsWith('?'));
}
