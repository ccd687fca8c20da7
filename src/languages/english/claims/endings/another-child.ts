import { ownerAndNoun } from '../identity.ts';
import { amountOf } from '../numbers.ts';
import type { Ending } from '../reading.ts';
import type { Sentence } from '../sentence.ts';
import { foldSubject } from '../subject.ts';
import { verbStem } from '../verb-forms.ts';

const ORDINALS: ReadonlyMap<string, number> = new Map(
  'first second third fourth fifth sixth'.split(' ').map((word, index) => [word, index + 1]),
);
const CHILDREN = new Set(['child', 'children', 'kid', 'kids'].map((noun) => `number of ${verbStem(noun)}`));

/** "Ana's third child was born", where Ana has two. */
export function anotherChild({ clause, named, group: { rest, negated, copula } }: Sentence): Ending | undefined {
  const { owner, noun = [] } = ownerAndNoun(named) ?? {};
  const [ordinal, child] = noun;
  const count = ORDINALS.get(ordinal?.fold ?? '');
  if (!owner || !count || !copula || negated || rest[0]?.fold !== 'born') return undefined;
  if (noun.length !== 2 || !/^(?:child|kid|baby)$/.test(child?.fold ?? '')) return undefined;
  const subject = foldSubject(owner, clause);
  return ({ relation, subject: parent, words }) =>
    CHILDREN.has(relation) && parent === subject && (amountOf(words)?.number ?? count) < count;
}
