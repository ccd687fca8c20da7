import { wordList, words } from '../../text/words.ts';

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
const MAX_GREETING_WORDS = 8;

/** "Hi!", "Good morning, Anna", "Thanks, bye": only a greeting, with the given names at most. */
export function isGreeting(text: string, names: readonly string[] = []): boolean {
  const spoken = words(text);
  if (spoken.length === 0 || spoken.length > MAX_GREETING_WORDS || isQuestion(text)) return false;
  const known = new Set(names.flatMap(words));
  const rest = words(spoken.join(' ').replace(GREETING, ''));
  return rest.length < spoken.length && rest.every((word) => ADDRESSES.has(word) || known.has(word));
}

const ACKNOWLEDGING = wordList(
  `ok okay okie dokie k kk yes yeah yep yup no nope nah sure alright right fine great good nice cool perfect awesome excellent amazing
  lovely brilliant wonderful thanks thank thx ty tysm ta cheers np you u so much very a lot again got it get sounds looks that this that's it's
  is was works makes sense go ahead please lol lmao rofl haha hahaha hehe hmm hm mm mhm uh um oh ah aha omg wow interesting funny hilarious job
  work well done i see understood agreed exactly indeed absolutely definitely totally correct true welcome you're are all the best same too
  really pretty never mind nevermind anyway whatever deal gotcha ack noted roger will do sorry oops yay and hi hello hey gm gn bye goodbye
  morning evening night to meet meeting pleasure fair enough sweet neat point idea know mate man dude buddy talk later soon love like not of course
  maybe perhaps guess think hope aight for now then appreciate appreciated many whoa once`,
);
/** "hahaha", "hmmm", "yesss", "lool". */
const DRAWN_OUT = /^(?:(?:ha|he|hi){2,}h?|h+m+|lo+l+|a+h+|o+h+|ye+s+|no+|wo+w+|so+|he+y+|hi+|he+ll+o+)$/;
const NUDGING = wordList(
  `next more once over start again another other shorter longer simpler faster slower louder back now continue stop wait one sec second moment minute just brb
  afk please ok okay and for a the`,
);

/** "Okay, got it", "hahaha", "sounds good, thank you so much": only an acknowledgement. */
export const isAcknowledgement = (text: string): boolean =>
  words(text).every((word) => ACKNOWLEDGING.has(word) || DRAWN_OUT.test(word));

export const isNudge = (text: string): boolean => words(text).every((word) => NUDGING.has(word));

export function isQuestion(text: string): boolean {
  const sentences = text.match(/[^.!?…]+[.!?…]*/g)?.map((sentence) => sentence.trim()) ?? [];
  const spoken = sentences.filter((sentence) => words(sentence).length > 0);
  return spoken.length > 0 && spoken.every((sentence) => sentence.endsWith('?'));
}
