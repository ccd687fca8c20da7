import { type ClauseWord, folded } from '../clause-word.ts';
import type { Ending, Reading } from '../reading.ts';
import type { Sentence } from '../sentence.ts';
import { foldSubject, mayBePerson } from '../subject.ts';
import { trimValue } from '../value.ts';
import { isHead, isWhenOnly, membersOf, nounAndName } from './ended-words.ts';

const SPOUSES = /^(?:husband|wife|spouse|partner)$/;
const PARTNERS = /^(?:girlfriend|boyfriend|partner|fiance|fiancee)$/;
const NO_MORE = /\b(?:no longer|any ?more|any longer)\b/;

/** Whom one parted from: nobody named, a name, or "her husband". */
const isOther = (other: readonly ClauseWord[], value: readonly ClauseWord[], nouns: RegExp): boolean =>
  other.length === 0 || nouns.test(other.at(-1)?.fold ?? '') || isHead(other, value);

function wasMarried(older: Reading, other: readonly ClauseWord[]): boolean {
  if (older.relation === 'spouse') return isOther(other, older.words, SPOUSES);
  return older.relation === 'state' && folded(older.words) === 'married';
}

function wasTogether({ relation, words }: Reading, other: readonly ClauseWord[]): boolean {
  if (relation === 'partner' || relation === 'engag to') return isOther(other, words, PARTNERS);
  const { noun, name } = nounAndName(words);
  if (relation !== 'own' || !PARTNERS.test(noun)) return false;
  return other.length === 0 || other.at(-1)?.fold === noun || (name !== '' && folded(other) === name);
}

/** "got divorced", "broke up with Tom", "is no longer with Tom". */
export function parted({ clause, named, group }: Sentence): Ending | undefined {
  const { rest, negated, copula } = group;
  const said = folded(rest);
  const members = membersOf(named);
  const isGone = copula && negated && rest[0]?.fold === 'with' && NO_MORE.test(folded(clause.words));
  const phrase = isGone
    ? 'with'
    : negated
      ? undefined
      : /^(?:got )?divorced(?= |$)|^(?:broke|broken|split) up(?= |$)/.exec(said)?.[0];
  if (phrase === undefined) return undefined;
  const tail = rest.slice(phrase.split(' ').length);
  const from = isGone ? tail : /^(?:with|from)$/.test(tail[0]?.fold ?? '') ? tail.slice(1) : [];
  if (from.length === 0 && !isWhenOnly(tail)) return undefined;
  const other = trimValue(from).words;
  if (from.length > 0 && !other.at(-1)?.capital && !PARTNERS.test(other.at(-1)?.fold ?? '')) return undefined;
  const test = phrase.includes('divorced') ? wasMarried : wasTogether;
  const pairs = members.map((member, at) => ({
    subject: foldSubject(member, clause),
    other: members[1 - at] ?? other,
    isPerson: mayBePerson(member),
  }));
  return (older) =>
    pairs.some(({ subject, other, isPerson }) => isPerson && subject === older.subject && test(older, other)) ||
    (members.length > 1 && isSamePair(older, members) && test(older, []));
}

/** "Ana and Tom" and "Tom and Ana". */
const isSamePair = ({ subject }: Reading, members: readonly (readonly ClauseWord[])[]): boolean =>
  subject.split(' and ').toSorted().join(' and ') === members.map(folded).toSorted().join(' and ');
