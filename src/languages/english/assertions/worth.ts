import type { Utterance } from '../../../contracts/language.ts';
import { wordList, words as wordsOf } from '../../../text/words.ts';
import { isOrdinary } from '../entities/ordinary-words.ts';
import { STOP_WORDS } from '../stop-words.ts';
import { isPast } from '../verbs.ts';
import type { Candidate, Reading } from './find-assertions.ts';
import { isTelling } from './kinds.ts';
import * as lexicon from './lexicon.ts';
import { isAssistant, namesFor } from './render.ts';
import type { Token } from './tokens.ts';
import { MODALS, subjectAt, verbOf } from './verbs.ts';
import { worthBias, worthWeights } from './worth-numbers.ts';

/** From it on a candidate is remembered. Lower finds more and means less: docs/decisions/0009 has the curve, which is flat here. */
export const LEAST_WORTH = 0.12;

const WEIGHTS: readonly (readonly [string, number])[] = Object.entries(worthWeights);

/** The chance that someone who takes notes of the chat would note this, as fitted; see bench/quality/fit-assertions. */
export function worthOf(candidate: Candidate, features: Features): number {
  let sum: number = worthBias;
  for (const [name, weight] of WEIGHTS) sum += weight * (features[name] ?? 0);
  return withTelling(1 / (1 + Math.exp(-sum)), candidate, LEAST_WORTH);
}

/** What was said to be kept is, whatever its chance. */
export const withTelling = (worth: number, { clauses }: Pick<Candidate, 'clauses'>, least: number): number =>
  isTelling(clauses) ? Math.max(worth, least) : worth;

/** By name, mostly from 0 to 1. */
export type Features = Readonly<Record<string, number>>;

/** From here on more words make a statement no fuller. */
const SATURATED = 12;
const LONG_TURN = 150;
/** How much of the turn before still stands in the room, in characters from its end. */
const HEARD = 2000;
const AFTER_COMMANDS = wordList('me us the a it this that these my all up with to on in for');

const is = (isTrue: boolean): number => Number(isTrue);

/** What can be told of a candidate and its turn without knowing what the words mean. */
export function featuresOf(
  candidate: Candidate,
  reading: Reading,
  turn: Utterance,
  before: readonly Utterance[],
): Features {
  const first = candidate.clauses[0]?.tokens ?? [];
  const tokens = candidate.clauses.flatMap((clause) => clause.tokens);
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  const content = words.filter((token) => token.form === undefined && !STOP_WORDS.has(token.lower));
  return {
    ...subjectFeatures(first, tokens),
    ...wordFeatures(words, content, tokens, verbOf(first)),
    ...turnFeatures(candidate, reading, words.length),
    ...aroundFeatures(content, turn, before),
  };
}

function subjectFeatures(first: readonly Token[], tokens: readonly Token[]): Features {
  const subject = first[subjectAt(first)];
  const bySpeaker = subject?.person === 'speaker';
  const mentions = (person: Token['person']) => tokens.filter((token) => token.person === person).length;
  return {
    speakerSubject: is(bySpeaker && subject.form === 'subject'),
    speakerOwns: is(bySpeaker && subject.form === 'possessive'),
    listenerSubject: is(subject?.person === 'listener'),
    command: is(subject?.form === undefined && looksLikeCommand(first)),
    mentionsSpeaker: is(mentions('speaker') > 0),
    mentionsListener: mentions('listener') / 2,
  };
}

function looksLikeCommand([first, second]: readonly Token[]): boolean {
  const head = first?.lower ?? '';
  const isVerbLike = isOrdinary(head) && !STOP_WORDS.has(head) && !/(?:s|ing)$/.test(head);
  return isVerbLike && AFTER_COMMANDS.has(second?.lower ?? '');
}

function wordFeatures(
  words: readonly Token[],
  content: readonly Token[],
  tokens: readonly Token[],
  verb: string,
): Features {
  const count = (list: ReadonlySet<string>) => words.filter(({ lower }) => list.has(lower)).length;
  const has = (list: ReadonlySet<string>) => is(count(list) > 0);
  const share = (list: ReadonlySet<string>) => (3 * count(list)) / words.length;
  const rare = content.filter(({ lower, kind }) => kind === 'word' && !isOrdinary(lower)).length;
  return {
    size: Math.min(content.length, SATURATED) / 10,
    tiny: is(content.length <= 2),
    small: is(content.length === 3 || content.length === 4),
    contentShare: content.length / words.length,
    modal: is(MODALS.has(verb)),
    perfect: is(/^(?:has|have)$/.test(verb) && words.some(({ lower }) => isPast(lower) || lower === 'been')),
    hypothetical: has(lexicon.HYPOTHETICAL),
    negative: has(lexicon.NEGATIVE),
    people: has(lexicon.PEOPLE_AND_PETS),
    life: has(lexicon.LIFE),
    named: Math.min(3, tokens.filter(isName).length) / 3,
    rareShare: rare / Math.max(1, content.length),
    praise: share(lexicon.PRAISE),
    social: share(lexicon.SOCIAL),
    task: share(lexicon.TASK),
    vague: share(lexicon.VAGUE),
  };
}

/** A capital that no sentence's beginning explains. */
const isName = ({ text, form, lower }: Token, at: number, tokens: readonly Token[]): boolean =>
  form === undefined && at > 0 && tokens[at - 1]?.kind !== 'mark' && /^\p{Lu}/u.test(text) && !STOP_WORDS.has(lower);

function turnFeatures(candidate: Candidate, { sentences, words }: Reading, length: number): Features {
  return {
    listed: is(candidate.sentences.some(({ isListed }) => isListed)),
    shareOfTurn: length / Math.max(1, words),
    turnLength: Math.log(1 + words) / 5,
    longTurn: is(words > LONG_TURN),
    asks: is(sentences.some(({ isQuestion }) => isQuestion)),
    lowercase: is(/^[a-z]/.test(sentences[0]?.text ?? '')),
  };
}

function aroundFeatures(content: readonly Token[], turn: Utterance, before: readonly Utterance[]): Features {
  const heard = before.at(-1)?.content.slice(-HEARD) ?? '';
  const said = new Set(wordsOf(heard));
  return {
    given: content.filter(({ lower }) => said.has(lower)).length / Math.max(1, content.length),
    answersQuestion: is(heard.includes('?')),
    toAssistant: is(isAssistant(namesFor(turn, before).listener)),
  };
}
