import { wordList } from '../../../text/word-list.ts';
import type { Token } from './token.ts';

/** Nothing is lost when they go from the head of a sentence. */
const HEADS: readonly (readonly string[])[] =
  `hey|hi|hello|hiya|yo|oh|ooh|ah|aw|aww|awww|wow|whoa|woah|yay|yeah|yea|yep|yup|yes|no|nope|nah|hmm|hm|um|uh|well|ok|okay|alright|all right|right
sure|sure thing|totally|definitely|absolutely|exactly|indeed|honestly|actually|basically|anyway|anyways|anyhow|so|and|but|also|plus|then|or
btw|by the way|lol|haha|hahaha|phew|ugh|oof|man|dude|bro|gosh|omg|oh my god|oh my gosh|oh my goodness|my goodness|my guy|my friend|my brother|buddy|mate|boss|guys|dear
thanks|thank you|thank you so much|thanks so much|thanks a lot|thanks again|thanks a bunch|cheers|congrats|congratulations|cool|nice|great|awesome|perfect|excellent|fantastic|wonderful|good|amazing|sweet|sorry
of course|for sure|in fact|to be honest|to be fair|tbh|you know|you see|i mean|i guess|i must say|i have to say|i must admit|as you know|like i said|as i said|no problem|no worries|got it|gotcha|understood|i see|guess what|look|listen|see
fyi|long story short|on top of that|on another note|in other news|speaking of which|as for me|additionally|furthermore|moreover|besides|meanwhile|unfortunately|fortunately|luckily|thankfully|hopefully|lately|frankly|obviously|clearly|seriously|truly|really|just|overall|in short|in a nutshell|first|first off|firstly|secondly|second|finally|good news|great news|bad news
big news|huge news|exciting news|happy news|sad news|some news|update|quick update|small update|fun fact|random fact|side note|quick note|quick question|heads up|just so you know|for the record|for context|some context|a bit about me|about me|ps|p.s|true story|confession|reminder|oh and|one more thing|important
remember|please remember|note|please note|keep in mind|please keep in mind|bear in mind|do not forget|please do not forget|write this down|write that down|write down`
    .split(/[|\n]/)
    .map((phrase) => phrase.split(' '));

const HEADS_BY_WORD = new Map<string, (typeof HEADS)[number][]>();
for (const head of HEADS) HEADS_BY_WORD.set(head[0] as string, [...(HEADS_BY_WORD.get(head[0] as string) ?? []), head]);

/** They may be followed by what the sentence needs: "no time", "good friends", "my friend Leo", "I see my aunt". */
const ONLY_BEFORE_MARK = new Set(
  `no|right|sure|cool|nice|great|awesome|perfect|excellent|fantastic|wonderful|good|amazing|sweet|sorry|man|first|second|look|see|listen|then|or
exactly|thanks|well|congrats|totally|definitely|absolutely|really|just|truly|clearly|seriously|finally|fortunately|lately|besides|dear|guys|boss
my guy|my friend|my brother|my goodness|i see|good news|great news|bad news|buddy|mate|got it|as for me|thank you
big news|huge news|exciting news|happy news|sad news|some news|update|quick update|small update|fun fact|random fact|side note|quick note|quick question|heads up|for the record|for context|some context|a bit about me|about me|ps|p.s|true story|confession|reminder|one more thing|important
remember|please remember|note|please note|keep in mind|please keep in mind|bear in mind|do not forget|please do not forget|write this down|write that down|write down`.split(
    /[|\n]/,
  ),
);

const FILLERS = wordList(
  `really just super definitely totally actually literally honestly basically kinda sorta absolutely truly very seriously incredibly extremely
  simply certainly obviously quite btw lol haha pretty`,
);
const FILLER_PAIRS = new Set([
  'kind of',
  'sort of',
  'you know',
  'of course',
  'i guess',
  'i mean',
  'for sure',
  'a bit',
  'by far',
  'for real',
]);
const BE = wordList('am is are was were be been being feel feels felt seem seems looked look looks get got getting');
const DETERMINERS = wordList('a an the this that these those my your his her our their what some any one');

const LIGHT_MARKS = new Set([',', '!', '.', '-', '–', '—', ':', '…', ';', ')']);
const isLight = (token: Token | undefined): boolean => token?.kind === 'mark' && LIGHT_MARKS.has(token.text);

/** Without greetings, calls by name, interjections and fillers. */
export function tidy(tokens: readonly Token[], isCall: (word: string) => boolean): Token[] {
  return withoutFillers(withoutCallAtEnd(tokens.slice(headLength(tokens, isCall)), isCall));
}

function headLength(tokens: readonly Token[], isCall: (word: string) => boolean): number {
  let at = 0;
  while (at < tokens.length) {
    const next = stepOver(tokens, at, isCall);
    if (next === at) return at;
    at = next;
  }
  return at;
}

function stepOver(tokens: readonly Token[], at: number, isCall: (word: string) => boolean): number {
  const token = tokens[at];
  if (token === undefined) return at;
  if (token.kind === 'mark') return token.text === '$' || token.text === '(' ? at : at + 1;
  if (
    isCall(token.lower) &&
    (isLight(tokens[at + 1]) || at + 1 === tokens.length || (at > 0 && !isLight(tokens[at - 1])))
  )
    return at + 1;
  let longest = calledToMind(tokens, at);
  for (const phrase of HEADS_BY_WORD.get(token.lower) ?? []) {
    const end = at + phrase.length;
    if (end <= longest || !phrase.every((word, index) => tokens[at + index]?.lower === word)) continue;
    const isAlone = end >= tokens.length || isLight(tokens[end]) || isCall(tokens[end]?.lower ?? '');
    if (isAlone || !ONLY_BEFORE_MARK.has(phrase.join(' '))) longest = end;
  }
  return longest;
}

const CALLS_TO_MIND = /^(?:please )?(?:remember|note|keep in mind|bear in mind|do not forget)(?= )/;
const LONGEST_CALL = 6;
/** What a statement begins with, unlike "remember that trip". */
const OPENS_STATEMENT = wordList('i we my our the he she they his her their there it you your all every no a an');

/** "Remember that the code is 12": the words before the fact, unless it is only "remember the milk". */
function calledToMind(tokens: readonly Token[], at: number): number {
  const ahead = tokens.slice(at, at + LONGEST_CALL).map(({ lower }) => lower);
  const call = CALLS_TO_MIND.exec(`${ahead.join(' ')} `)?.[0].split(' ').length ?? 0;
  if (call === 0) return at;
  const isThat = ahead[call] === 'that';
  const next = tokens[at + call + Number(isThat)];
  if (isThat) return OPENS_STATEMENT.has(next?.lower ?? '') || /^\p{Lu}/u.test(next?.text ?? '') ? at + call + 1 : at;
  return /^(?:i|we|my|our)$/.test(next?.lower ?? '') ? at + call : at;
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
    const token = tokens[at] as Token;
    const next = tokens[at + 1];
    if (
      FILLER_PAIRS.has(`${token.lower} ${next?.lower}`) &&
      !DETERMINERS.has(tokens[at - 1]?.lower ?? '') &&
      token.lower !== 'a'
    ) {
      at++;
      continue;
    }
    if (token.lower === 'by' && next?.lower === 'the' && tokens[at + 2]?.lower === 'way') {
      at += tokens[at - 1]?.text === ',' && tokens[at + 3]?.text === ',' ? 3 : 2;
      if (tokens[at]?.text === ',') kept.pop();
      continue;
    }
    if (isFiller(token, tokens[at - 1], next)) continue;
    kept.push(token);
  }
  return withoutEmptyCommas(kept);
}

function isFiller(token: Token, previous: Token | undefined, next: Token | undefined): boolean {
  if (token.kind !== 'word') return false;
  if (token.lower === 'so')
    return BE.has(previous?.lower ?? '') && next?.kind === 'word' && !['that', 'far', 'i', 'we'].includes(next.lower);
  if (token.lower === 'pretty') return BE.has(previous?.lower ?? '') && next?.kind === 'word';
  if (token.lower === 'just')
    return !['as', 'like', 'in', 'not'].includes(next?.lower ?? '') && previous?.lower !== 'not';
  return FILLERS.has(token.lower) && previous?.lower !== 'not';
}

/** What is left around a dropped word: ", ," or a comma at the head. */
function withoutEmptyCommas(tokens: readonly Token[]): Token[] {
  return tokens.filter(
    (token, at) => token.text !== ',' || (at > 0 && tokens[at + 1] !== undefined && tokens[at + 1]?.text !== ','),
  );
}
