import type { ClauseWord } from './clause-word.ts';
import { readAmount, readRise } from './read-amount.ts';
import { readIdentity } from './read-identity.ts';
import { readKnown } from './read-known.ts';
import { readLinked, readPlace } from './read-linked.ts';
import { readPost, readRole } from './read-role.ts';
import { readSwitch } from './read-switch.ts';
import { readWhen } from './read-when.ts';
import type { Predicate } from './reading.ts';
import { isParticiple } from './verb-forms.ts';
import type { VerbGroup } from './verb-group.ts';

/** "is red", "is a nurse": of such things much is true at once. */
function readState(rest: readonly ClauseWord[]): Predicate | undefined {
  if (rest.length === 0) return undefined;
  const indefinite = /^(?:a|an)$/.test(rest[0]?.fold ?? '');
  return { relation: indefinite ? 'is a' : 'state', single: false, value: rest };
}

/** What a form of "to be" says of its subject. */
export function readCopula(group: VerbGroup, named: readonly ClauseWord[]): Predicate | undefined {
  const { rest, past } = group;
  const passive = isParticiple(rest[0]?.fold ?? '') && !rest[0]?.capital;
  const known = (passive ? readSwitch(rest, named) : undefined) ?? readKnown(group, named);
  if (known) return known;
  const predicate =
    readRise(rest, named) ??
    readWhen(rest, named) ??
    readAmount(rest, named) ??
    readRole(rest) ??
    readPost(rest, named) ??
    readLinked(rest, named) ??
    readPlace(rest, named) ??
    readIdentity(rest, named) ??
    readState(rest);
  // A passive tells how something came to be what it is.
  return predicate && { ...predicate, former: past && !passive };
}
