import type { Utterance } from '../../../contracts/language.ts';
import { wordList, words as wordsOf } from '../../../text/words.ts';
import { isOrdinary } from '../entities/ordinary-words.ts';
import { STOP_WORDS } from '../stop-words.ts';
import type { Candidate, Reading } from './candidates.ts';
import { PRAISE, SOCIAL, VAGUE } from './refuse.ts';
import { isAssistant, namesFor } from './rewrite.ts';
import type { Token } from './tokens.ts';
import { subjectAt } from './verbs.ts';
import { worthBias, worthWeights } from './worth-numbers.ts';

/** By name, mostly from 0 to 1. */
export type Features = Readonly<Record<string, number>>;

/** From here on more words make a statement no fuller. */
const SATURATED = 12;
const LONG_TURN = 150;
/** How much of the turn before is heard, in characters from its end. */
const HEARD = 2000;
const NEGATIVE = wordList('not no never none nothing nobody neither nor without cannot');
const PEOPLE_AND_PETS = wordList(
  `wife husband partner spouse fiance son sons daughter daughters kid kids child children baby family mom mum mother dad father parents parent sister
  sisters brother brothers sibling siblings friend friends girlfriend boyfriend grandma grandpa grandmother grandfather aunt uncle cousin nephew niece
  dog dogs cat cats pet pets pup puppy puppies kitten boss colleague colleagues coworker neighbor neighbors roommate team crew client clients mentor`,
);

/** The chance that someone who takes notes of the chat would note this, as fitted; see bench/quality/fit-assertions. */
export function worthOf(features: Features, weights: Features = worthWeights, bias: number = worthBias): number {
  const sum = Object.entries(weights).reduce((total, [name, weight]) => total + weight * (features[name] ?? 0), bias);
  return 1 / (1 + Math.exp(-sum));
}

/** What can be told of a candidate and its turn without knowing what the words mean. */
export function featuresOf(
  { clauses }: Candidate,
  reading: Reading,
  turn: Utterance,
  before: readonly Utterance[],
): Features {
  const tokens = clauses.flatMap((clause) => clause.tokens);
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  const content = words.filter((token) => token.form === undefined && !STOP_WORDS.has(token.lower));
  const subject = tokens[subjectAt(clauses[0]?.tokens ?? [])];
  const heard = before.at(-1)?.content.slice(-HEARD) ?? '';
  const told = new Set(wordsOf(heard));
  const isAny = (list: ReadonlySet<string>) => Number(words.some(({ lower }) => list.has(lower)));
  const share = (list: ReadonlySet<string>) => (3 * words.filter(({ lower }) => list.has(lower)).length) / words.length;
  const shareOfContent = (holds: (token: Token) => boolean) =>
    content.filter(holds).length / Math.max(1, content.length);
  return {
    size: Math.min(content.length, SATURATED) / 10,
    tiny: Number(content.length <= 2),
    clauses: (clauses.length - 1) / 3,
    contentShare: content.length / words.length,
    speakerSubject: Number(subject?.person === 'speaker' && subject.form === 'subject'),
    speakerOwns: Number(subject?.person === 'speaker' && subject.form === 'possessive'),
    listenerSubject: Number(subject?.person === 'listener'),
    mentionsSpeaker: Number(tokens.some(({ person }) => person === 'speaker')),
    mentionsListener: tokens.filter(({ person }) => person === 'listener').length / 2,
    negative: isAny(NEGATIVE),
    people: isAny(PEOPLE_AND_PETS),
    named: Math.min(3, tokens.filter(isName).length) / 3,
    rareShare: shareOfContent(({ lower, kind }) => kind === 'word' && !isOrdinary(lower)),
    praise: share(PRAISE),
    social: share(SOCIAL),
    vague: share(VAGUE),
    shareOfTurn: words.length / Math.max(1, reading.words),
    turnLength: Math.log(1 + reading.words) / 5,
    longTurn: Number(reading.words > LONG_TURN),
    asks: Number(reading.sentences.some(({ isQuestion }) => isQuestion)),
    lowercase: Number(/^[a-z]/.test(reading.sentences[0]?.text ?? '')),
    given: shareOfContent(({ lower }) => told.has(lower)),
    answersQuestion: Number(heard.includes('?')),
    toAssistant: Number(isAssistant(namesFor(turn, before).listener)),
  };
}

/** A capital that no sentence's beginning explains. */
function isName({ text, kind, form, lower }: Token, at: number, tokens: readonly Token[]): boolean {
  const opens = at === 0 || tokens[at - 1]?.kind === 'mark';
  return !opens && kind === 'word' && form === undefined && /^\p{Lu}/u.test(text) && !STOP_WORDS.has(lower);
}
