import type { ClauseWord } from './clause-word.ts';
import { attributeName } from './identity.ts';
import type { Predicate } from './reading.ts';
import { fromTo } from './replacement.ts';
import { isPerson } from './subject.ts';
import { stemList, verbStem } from './verb-forms.ts';
import { timeParts } from './when-words.ts';

const SWITCHES = stemList(
  'switch migrate upgrade change convert transition transfer shift go move relocate downgrade swap rename push port',
);
const MOVES = stemList('move relocate');
const EXCHANGES: ReadonlyMap<string, string> = new Map(
  [
    ['replace', 'with'],
    ['swap', 'for'],
    ['trade', 'for'],
    ['exchange', 'for'],
    ['leave', 'for'],
  ].map(([verb = '', link = '']) => [verbStem(verb), link]),
);
const LEAVE = verbStem('leave');
const BESIDE_OBJECT = /^(?:his|her|their|my|our|its|over|back)$/;

/** "switched from X to Y", "changed her major from X to Y". */
export function readSwitch(rest: readonly ClauseWord[], named: readonly ClauseWord[]): Predicate | undefined {
  const verb = verbStem(rest[0]?.fold ?? '');
  const change = SWITCHES.has(verb) ? fromTo(rest) : undefined;
  if (!change) return undefined;
  const link = rest.findIndex(({ fold }) => fold === 'from' || fold === 'to');
  const object = rest.slice(1, link).filter(({ fold }) => !BESIDE_OBJECT.test(fold));
  const common = { ...change, single: true, lasting: true, change: true };
  if (timeParts(change.value)) return { ...common, relation: 'when' };
  if (object.length > 0) return { ...common, relation: attributeName(object) };
  if (MOVES.has(verb) && isPerson(named)) return { ...common, relation: 'home' };
  return { ...common, relation: 'use', single: false };
}

/** "replaced X with Y", "left X for Y". */
export function readExchange(rest: readonly ClauseWord[]): Predicate | undefined {
  const verb = verbStem(rest[0]?.fold ?? '');
  const link = EXCHANGES.get(verb);
  const at = link ? rest.findIndex(({ fold }) => fold === link) : -1;
  if (at < 2 || at === rest.length - 1) return undefined;
  const [replaced, value] = [rest.slice(1, at), rest.slice(at + 1)];
  if (verb === LEAVE && !(replaced[0]?.capital && value[0]?.capital)) return undefined;
  // "left Oslo for Rome" may be a trip: it ends nothing but what it names.
  const relation = verb === LEAVE ? 'employer' : 'use';
  return { relation, single: false, value, replaced, lasting: true, change: true };
}
