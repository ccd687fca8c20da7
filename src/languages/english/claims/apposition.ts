import { wordList } from '../../../text/word-list.ts';
import type { ClauseWord } from './clause-word.ts';
import { ownerAndNoun } from './identity.ts';
import { isKin } from './subject.ts';

const PETS = wordList('dog cat puppy kitten pet horse rabbit parrot hamster');
const LONGEST_NAME = 3;

/** Someone named beside what she is to another. */
export interface Apposition {
  /** "Ana's sister". */
  readonly role: readonly ClauseWord[];
  /** "Ellen". */
  readonly name: readonly ClauseWord[];
}

/** "Ana's sister Ellen". */
export function appositionOf(named: readonly ClauseWord[]): Apposition | undefined {
  const { owner, noun = [] } = ownerAndNoun(named) ?? {};
  const at = noun.findIndex(({ capital }) => capital);
  const name = noun.slice(at);
  const role = noun[at - 1];
  if (!owner || !role || at > 2 || name.length > LONGEST_NAME || named[0]?.fold !== owner[0]?.fold) return undefined;
  if (!name.every(({ capital, possessive }) => capital && !possessive)) return undefined;
  return isKin(role.fold) || PETS.has(role.fold) ? { role: [...owner, ...noun.slice(0, at)], name } : undefined;
}

/** Who is told apart by what she is to another is not the same for her name. */
export const mayBeSame = (left: string, right: string): boolean => left === '' || right === '' || left === right;
