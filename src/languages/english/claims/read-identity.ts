import { type ClauseWord, isName } from './clause-word.ts';
import { attributeName, isAttribute, isSeveral, ownerAndNoun } from './identity.ts';
import type { Predicate } from './reading.ts';
import { isPerson } from './subject.ts';

const RELATIVE = /^(?:where|that|which|who|whose|whom)$/;

/** "Ana's favourite colour is blue", "The mayor of Ems is Ida", "The town where Ida was born is Ems". */
export function readIdentity(rest: readonly ClauseWord[], named: readonly ClauseWord[]): Predicate | undefined {
  const article = /^(?:a|an)$/.test(rest[0]?.fold ?? '');
  const value = article ? rest.slice(1) : rest;
  const first = named[0]?.fold ?? '';
  if (first === 'the' && named.some(({ fold, capital }) => !capital && RELATIVE.test(fold)))
    return { relation: 'is', single: true, value, classed: true };
  const owned = ownerAndNoun(named);
  const definite = /^(?:the|my|our)$/.test(first) && named.at(-1)?.fold !== 'user';
  if (!owned && !definite) return undefined;
  const noun = owned?.noun ?? named.filter(({ fold }) => fold !== 'the');
  const classed = isAttribute(noun);
  if (!classed && (!isName(value) || (article && isPerson(noun)))) return undefined;
  const subscribed = noun.at(-1)?.fold === 'plan' && isName(value);
  const common = { single: subscribed || !isSeveral(noun), value, lasting: true, classed };
  return owned
    ? { ...common, relation: attributeName(owned.noun), subject: owned.owner }
    : { ...common, relation: 'is' };
}
