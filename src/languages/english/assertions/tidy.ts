import { wordList } from '../../../text/words.ts';
import type { Token } from './tokens.ts';

const phrases = (text: string): readonly (readonly string[])[] =>
  text.split(/[|\n]\s*/).map((phrase) => phrase.split(' '));

/** Nothing is lost when they go from the head of a sentence. */
const HEADS = phrases(
  `hey|hi|hello|yo|oh|ah|aw|aww|wow|whoa|yay|yeah|yea|yep|yup|yes|nope|nah|hmm|um|uh|ok|okay|alright|all right|sure thing|indeed|honestly|actually
  basically|anyway|anyways|so|and|but|also|plus|btw|by the way|lol|haha|hahaha|phew|ugh|dude|bro|gosh|omg|oh my god|oh my gosh|cheers|congratulations
  thank you so much|thanks so much|thanks a lot|thanks again|of course|for sure|in fact|to be honest|tbh|you know|i mean|i guess|i must say|i have to say
  as you know|like i said|no problem|no worries|gotcha|understood|guess what|fyi|long story short|on top of that|additionally|moreover|meanwhile
  unfortunately|luckily|thankfully|hopefully|frankly|obviously|overall|in short|first off|firstly|secondly|just so you know|oh and`,
);
/** These only before a mark: "no time", "good friends", "my friend Leo", "I see my aunt". */
const HEADS_BEFORE_MARK = phrases(
  `no|right|sure|cool|nice|great|awesome|perfect|excellent|fantastic|wonderful|good|amazing|sweet|sorry|man|first|second|look|see|listen|then|or|well
  exactly|thanks|thank you|congrats|totally|definitely|absolutely|really|just|truly|clearly|seriously|finally|fortunately|lately|besides|dear|guys
  my guy|my friend|i see|got it|good news|great news|bad news|big news|exciting news|update|quick update|fun fact|side note|heads up|for context
  about me|ps|reminder|one more thing|important|remember|please remember|note|please note|keep in mind|do not forget|please do not forget`,
);
const FILLERS = wordList(
  'really just super definitely totally actually literally honestly basically kinda sorta absolutely truly very seriously simply btw lol haha',
);
const FILLER_PAIRS = new Set(['kind of', 'sort of', 'you know', 'of course', 'i guess', 'i mean', 'for sure']);
const BE = wordList('am is are was were be been being feel feels felt seem seems look looks get got getting');
const DETERMINERS = wordList('a an the this that these those my your his her our their what some any one');
const LIGHT_MARKS = new Set([',', '!', '.', '-', '–', '—', ':', '…', ';', ')']);
const isLight = (token: Token | undefined): boolean => token?.kind === 'mark' && LIGHT_MARKS.has(token.text);

/** Without greetings, calls by name, interjections and fillers. */
export function tidy(tokens: readonly Token[], isCall: (word: string) => boolean): Token[] {
  let at = 0;
  for (let next = stepOver(tokens, at, isCall); next > at; next = stepOver(tokens, at, isCall)) at = next;
  return withoutFillers(withoutCallAtEnd(tokens.slice(at), isCall));
}

function stepOver(tokens: readonly Token[], at: number, isCall: (word: string) => boolean): number {
  const token = tokens[at];
  if (token === undefined) return at;
  if (token.kind === 'mark') return token.text === '$' || token.text === '(' ? at : at + 1;
  const isCalled = isLight(tokens[at + 1]) || at + 1 === tokens.length || (at > 0 && !isLight(tokens[at - 1]));
  if (isCall(token.lower) && isCalled) return at + 1;
  const ends = (all: readonly (readonly string[])[]) =>
    all
      .filter((phrase) => phrase.every((word, index) => tokens[at + index]?.lower === word))
      .map(({ length }) => at + length);
  const isAlone = (end: number) => end >= tokens.length || isLight(tokens[end]) || isCall(tokens[end]?.lower ?? '');
  return Math.max(calledToMind(tokens, at), ...ends(HEADS), ...ends(HEADS_BEFORE_MARK).filter(isAlone));
}

const CALLS_TO_MIND =
  /^(?:please )?(?:remember|note|keep in mind|bear in mind|do not forget) (?:that )?(?=(?:i|we|my|our|the|his|her|their) )/;

/** "Remember that my code is 12": the words before the fact, unless it is only "remember the milk". */
function calledToMind(tokens: readonly Token[], at: number): number {
  const ahead = tokens.slice(at, at + 7).map(({ lower }) => lower);
  const call = CALLS_TO_MIND.exec(`${ahead.join(' ')} `)?.[0].trim() ?? '';
  const isOwn = call.endsWith(' that') || /^(?:i|we|my|our)$/.test(ahead[call.split(' ').length] ?? '');
  return call !== '' && isOwn ? at + call.split(' ').length : at;
}

/** "…, Bob!" */
function withoutCallAtEnd(tokens: readonly Token[], isCall: (word: string) => boolean): readonly Token[] {
  let end = tokens.length;
  while (end > 0 && tokens[end - 1]?.kind === 'mark' && !/[)"”%]/.test(tokens[end - 1]?.text ?? '')) end--;
  if (isCall(tokens[end - 1]?.lower ?? '') && tokens[end - 2]?.text === ',') end -= 2;
  return tokens.slice(0, end);
}

function withoutFillers(tokens: readonly Token[]): Token[] {
  const kept: Token[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const [previous, token, next] = [tokens[at - 1], tokens[at] as Token, tokens[at + 1]];
    if (FILLER_PAIRS.has(`${token.lower} ${next?.lower}`) && !DETERMINERS.has(previous?.lower ?? '')) at++;
    else if (!isFiller(token, previous, next)) kept.push(token);
  }
  // What is left around a dropped word: ", ," or a comma at the head.
  return kept.filter(
    ({ text }, at) => text !== ',' || (at > 0 && kept[at + 1] !== undefined && kept[at + 1]?.text !== ','),
  );
}

function isFiller(token: Token, previous: Token | undefined, next: Token | undefined): boolean {
  if (token.kind !== 'word' || previous?.lower === 'not') return false;
  if (token.lower === 'so') return BE.has(previous?.lower ?? '') && !/^(?:that|far|i|we)$/.test(next?.lower ?? 'that');
  if (token.lower === 'just') return !/^(?:as|like|in|not)$/.test(next?.lower ?? '');
  return FILLERS.has(token.lower);
}
