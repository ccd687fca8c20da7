import { wordList } from '../../../text/word-list.ts';
import { isOrdinary } from '../entities/ordinary-words.ts';
import { STOP_WORDS } from '../stop-words.ts';
import type { Candidate, Reading } from './candidates.ts';
import * as lexicon from './lexicon.ts';
import type { Surroundings } from './surroundings.ts';
import type { Token } from './token.ts';
import { isPast, MODALS, subjectAt, verbOf } from './verbs.ts';

/** By name, mostly from 0 to 1. */
export type Features = Readonly<Record<string, number>>;

/** From here on more words make a statement no fuller. */
const SATURATED = 12;
const LONG_TURN = 150;
const REASONS = wordList('because since so which');
const AFTER_COMMANDS = wordList('me us the a it this that these my all up with to on in for');

const is = (isTrue: boolean): number => Number(isTrue);

/** What can be told of a candidate and its turn without knowing what the words mean. */
export function featuresOf(candidate: Candidate, reading: Reading, around: Surroundings): Features {
  const tokens = candidate.clauses.flatMap((clause) => clause.tokens);
  const words = tokens.filter(({ kind }) => kind !== 'mark');
  const content = words.filter((token) => token.form === undefined && !STOP_WORDS.has(token.lower));
  return {
    ...lengthFeatures(candidate, words, content),
    ...subjectFeatures(candidate.clauses[0]?.tokens ?? [], tokens),
    ...verbFeatures(candidate.clauses[0]?.tokens ?? []),
    ...wordFeatures(words, content, tokens),
    ...turnFeatures(candidate, reading, words.length),
    ...aroundFeatures(content, around),
  };
}

function lengthFeatures({ clauses }: Candidate, words: readonly Token[], content: readonly Token[]): Features {
  const size = content.length;
  return {
    size: Math.min(size, SATURATED) / 10,
    oversize: Math.max(0, size - SATURATED) / 10,
    tiny: is(size <= 2),
    small: is(size === 3 || size === 4),
    clauses: (clauses.length - 1) / 3,
    contentShare: size / words.length,
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
    vagueSubject: is(lexicon.VAGUE.has(subject?.lower ?? '')),
    thirdSubject: is(/^(?:he|she)$/.test(subject?.lower ?? '')),
    command: is(subject?.form === undefined && looksLikeCommand(first)),
    mentionsSpeaker: is(mentions('speaker') > 0),
    speakers: mentions('speaker') / 3,
    mentionsListener: mentions('listener') / 2,
  };
}

function looksLikeCommand([first, second]: readonly Token[]): boolean {
  const head = first?.lower ?? '';
  const isVerbLike = isOrdinary(head) && !STOP_WORDS.has(head) && !/(?:s|ing)$/.test(head);
  return isVerbLike && AFTER_COMMANDS.has(second?.lower ?? '');
}

function verbFeatures(first: readonly Token[]): Features {
  const verb = verbOf(first);
  const { TASTE, BELIEF, AIM, HAVE_FORMS, BE_FORMS } = lexicon;
  return {
    taste: is(TASTE.has(verb)),
    belief: is(BELIEF.has(verb)),
    aim: is(AIM.has(verb)),
    having: is(HAVE_FORMS.has(verb)),
    pastEvent: is(isPast(verb) && !TASTE.has(verb) && !BELIEF.has(verb)),
    modal: is(MODALS.has(verb)),
    progressive: is(BE_FORMS.has(verb) && first.some(isGerund)),
    perfect: is(/^(?:has|have)$/.test(verb) && first.some(({ lower }) => isPast(lower) || lower === 'been')),
  };
}

const isGerund = ({ lower }: Token): boolean => lower.endsWith('ing') && lower.length > 5;

function wordFeatures(words: readonly Token[], content: readonly Token[], tokens: readonly Token[]): Features {
  const count = (list: ReadonlySet<string>) => words.filter(({ lower }) => list.has(lower)).length;
  const has = (list: ReadonlySet<string>) => is(count(list) > 0);
  const share = (list: ReadonlySet<string>) => (3 * count(list)) / words.length;
  const rare = content.filter(({ lower, kind }) => kind === 'word' && !isOrdinary(lower)).length;
  return {
    deciding: has(lexicon.DECIDING),
    aiming: has(lexicon.AIM),
    tasting: has(lexicon.TASTE),
    obliged: has(lexicon.OBLIGED),
    habitual: has(lexicon.HABITUAL),
    hypothetical: has(lexicon.HYPOTHETICAL),
    negative: has(lexicon.NEGATIVE),
    people: has(lexicon.PEOPLE_AND_PETS),
    life: has(lexicon.LIFE),
    because: has(REASONS),
    activities: is(content.some(isGerund)),
    named: Math.min(3, tokens.filter(isName).length) / 3,
    numbers: is(words.some(({ lower, kind }) => kind === 'word' && /\d/.test(lower))),
    dated: is(words.some(({ kind }) => kind === 'date')),
    quoted: is(tokens.some(({ text }) => text === '"' || text === '“')),
    rareShare: rare / Math.max(1, content.length),
    praise: share(lexicon.PRAISE),
    social: share(lexicon.SOCIAL),
    task: share(lexicon.TASK),
    vague: share(lexicon.VAGUE),
  };
}

/** A capital that no sentence's beginning explains. */
const isName = ({ text, kind, form, lower }: Token, at: number, tokens: readonly Token[]): boolean =>
  kind === 'word' &&
  form === undefined &&
  at > 0 &&
  tokens[at - 1]?.kind !== 'mark' &&
  /^\p{Lu}/u.test(text) &&
  !STOP_WORDS.has(lower);

function turnFeatures(candidate: Candidate, { sentences, clauses, words }: Reading, length: number): Features {
  return {
    listed: is(candidate.sentences.some(({ isListed }) => isListed)),
    exclaimed: is(candidate.sentences.some(({ text }) => text.endsWith('!'))),
    shareOfTurn: length / Math.max(1, words),
    firstInTurn: is(candidate.from === 0),
    alone: is(clauses === candidate.to - candidate.from + 1),
    turnLength: Math.log(1 + words) / 5,
    longTurn: is(words > LONG_TURN),
    asks: is(sentences.some(({ isQuestion }) => isQuestion)),
    lowercase: is(/^[a-z]/.test(sentences[0]?.text ?? '')),
  };
}

function aroundFeatures(content: readonly Token[], around: Surroundings): Features {
  return {
    given: content.filter(({ lower }) => around.said.has(lower)).length / Math.max(1, content.length),
    answersQuestion: is(around.answersQuestion),
    toAssistant: is(around.isToAssistant),
  };
}
