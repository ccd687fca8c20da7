import { GIVEN_NAMES } from '../entities/given-names.ts';
import { folded } from './clause-word.ts';
import { ARTICLES } from './function-words.ts';
import type { Reading } from './reading.ts';

/** Families of states, each as groups: one is in one group of a family at a time. */
const OF_PEOPLE: readonly (readonly string[])[] = [
  ['vegetarian', 'vegan', 'pescatarian; pescetarian', 'omnivore; omnivorous; carnivore; meat eater; meat-eater'],
  ['single; divorced; widowed; unmarried', 'engaged', 'married'],
  ['employed', 'unemployed; jobless; out of work; between jobs', 'retired'],
  ['smoker', 'non-smoker; nonsmoker; ex-smoker; former smoker'],
  ['homeowner; home owner', 'renter; tenant', 'homeless'],
  ['sick; ill; unwell; in hospital', 'healthy; well; fit; recovered; better; feeling better; out of hospital'],
];
const OF_THINGS: readonly (readonly string[])[] = [
  ['down; offline; out of order', 'up; online; up and running; back up; back online'],
  ['open; reopened', 'closed; merged; resolved'],
  ['in progress; under way; unfinished', 'done; finished; complete; completed'],
  ['pending; in review; under review; awaiting approval', 'approved', 'rejected; declined; denied'],
  ['blocked', 'unblocked'],
  ['broken', 'fixed; repaired'],
  ['available; in stock; for sale', 'unavailable; sold; sold out; out of stock'],
  ['draft', 'published'],
  ['vacant', 'occupied; rented out'],
  ['enabled; on; switched on; turned on', 'disabled; off; switched off; turned off'],
];
const FAMILIES = [...OF_PEOPLE, ...OF_THINGS];

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
  const said = folded(words.filter(({ fold }) => !ARTICLES.has(fold)));
  if (relation === 'state' || relation === 'is a') return PLACES.get(said);
  // "in progress", "feeling better"
  if (relation.startsWith('be ')) return PLACES.get(`${relation.slice(3)} ${said}`);
  if (relation === 'out of') return PLACES.get(`${relation} ${said}`);
  if (relation === 'feel') return PLACES.get(`feeling ${said}`);
  return single ? PLACES.get(IMPLIED.get(relation) ?? '') : undefined;
}

/** "is vegetarian" and "is vegan", "is single" and "is married to Tom". */
export function areExclusiveStates(older: Reading, newer: Reading): boolean {
  const [was, is] = [placeOf(older), placeOf(newer)];
  if (!was || !is || was[0] !== is[0] || was[1] === is[1]) return false;
  if (was[0] >= OF_PEOPLE.length && GIVEN_NAMES.has(newer.subject)) return false;
  const nested = [older, newer].every(({ words }) => NESTED.has(folded(words)));
  return !nested || newer.fresh || newer.change;
}
