import { folded } from './clause-word.ts';
import { ARTICLES } from './function-words.ts';
import type { Reading } from './reading.ts';

/** Families of states, each as groups: one is in one group of a family at a time. */
const FAMILIES: readonly (readonly string[])[] = [
  ['vegetarian', 'vegan', 'pescatarian; pescetarian', 'omnivore; omnivorous; carnivore; meat eater; meat-eater'],
  ['single; divorced; widowed; unmarried', 'engaged', 'married'],
  ['employed', 'unemployed; jobless; out of work; between jobs', 'retired'],
  ['smoker', 'non-smoker; nonsmoker; ex-smoker; former smoker'],
  ['homeowner; home owner', 'renter; tenant', 'homeless'],
];

const PLACES: ReadonlyMap<string, readonly [family: number, group: number]> = new Map(
  FAMILIES.flatMap((groups, family) =>
    groups.flatMap((names, group) => names.split('; ').map((name) => [name, [family, group]] as const)),
  ),
);

/** Relations that say in which state one is by naming another. */
const IMPLIED: ReadonlyMap<string, string> = new Map([
  ['spouse', 'married'],
  ['engag to', 'engaged'],
  ['employer', 'employed'],
]);

/** Whoever is the one may be called the other, unless she changed. */
const NESTED = new Set(['vegetarian', 'vegan']);

export const isState = (name: string): boolean => PLACES.has(name);

function placeOf({ relation, single, words }: Reading): readonly [number, number] | undefined {
  if (relation === 'state' || relation === 'is a')
    return PLACES.get(folded(words.filter(({ fold }) => !ARTICLES.has(fold))));
  return single ? PLACES.get(IMPLIED.get(relation) ?? '') : undefined;
}

/** "is vegetarian" and "is vegan", "is single" and "is married to Tom". */
export function areExclusiveStates(older: Reading, newer: Reading): boolean {
  const [was, is] = [placeOf(older), placeOf(newer)];
  if (!was || !is || was[0] !== is[0] || was[1] === is[1]) return false;
  const nested = [older, newer].every(({ words }) => NESTED.has(folded(words)));
  return !nested || newer.fresh || newer.change;
}
