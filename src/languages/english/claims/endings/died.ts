import { wordList } from '../../../../text/word-list.ts';
import { mayBeSame } from '../apposition.ts';
import { folded } from '../clause-word.ts';
import { ownerAndNoun } from '../identity.ts';
import type { Ending } from '../reading.ts';
import type { Sentence } from '../sentence.ts';
import { foldSubject } from '../subject.ts';
import { isWhenOnly, nounAndName } from './ended-words.ts';

const PETS = wordList(
  `dog cat puppy kitten rabbit bunny hamster horse pony parrot bird budgie canary fish goldfish turtle tortoise ferret lizard gecko snake rat
  mouse chicken hen goat donkey pig pet labrador poodle terrier retriever shepherd beagle tabby cockatiel`,
);
const isPet = (subject: string): boolean => PETS.has(subject.split(' ').at(-1) ?? '');

const DIED = /^(?:died|passed away|put down|put to sleep)(?= |$)/;
const CAUSE = /^(?:of|from|after)$/;

/** "Rex died", "Ana's dog died": nobody has it any more. */
export function died({ clause, named, bearer, group: { rest, negated, copula } }: Sentence): Ending | undefined {
  const phrase = negated ? undefined : DIED.exec(folded(rest))?.[0];
  if (phrase === undefined || copula !== phrase.startsWith('put')) return undefined;
  const tail = rest.slice(phrase.split(' ').length);
  if (!isWhenOnly(tail) && !CAUSE.test(tail[0]?.fold ?? '')) return undefined;
  const owned = ownerAndNoun(named);
  if (!owned) {
    const who = named.every(({ capital }) => capital) ? folded(named) : undefined;
    return ({ relation, subject, words }) => {
      const { noun, name } = nounAndName(words);
      if (relation === 'name') return isPet(subject) && folded(words) === who && mayBeSame(bearer, subject);
      if (bearer !== '' && bearer === `${subject} ${relation}`) return isPet(bearer) && folded(words) === who;
      if (relation === 'own') return PETS.has(noun) && name === who;
      return relation === 'state' && subject === who && PETS.has(words.at(-1)?.fold ?? '') && isOwned(words);
    };
  }
  const owner = foldSubject(owned.owner, clause);
  const gone = nounAndName(owned.noun);
  return ({ relation, subject, words }) => {
    if (relation === 'name') return gone.name === '' && subject === `${owner} ${gone.noun}` && isPet(subject);
    if (relation === 'state')
      return subject === gone.name && folded(words) === `${owner} ${gone.noun}` && PETS.has(gone.noun);
    const { noun, name } = nounAndName(words);
    const isSame = name === '' || gone.name === '' || name === gone.name;
    return relation === 'own' && subject === owner && PETS.has(noun) && noun === gone.noun && isSame;
  };
}

const isOwned = (words: Parameters<typeof folded>[0]): boolean =>
  words.some(({ possessive, fold }) => possessive || fold === 'my' || fold === 'our');
