import { type ClauseWord, folded } from './clause-word.ts';
import { isState } from './exclusive-states.ts';
import type { Predicate } from './reading.ts';
import { trimValue } from './value.ts';
import { stemList, verbStem } from './verb-forms.ts';

const BECOMES = stemList('become turn go get');

/** "became a vegan", "got engaged to Hanna". */
export function readBecame(rest: readonly ClauseWord[]): Predicate | undefined {
  const [verb, ...said] = rest;
  if (!verb || said.length === 0 || !BECOMES.has(verbStem(verb.fold))) return undefined;
  const common = { lasting: true, change: true };
  if (said[0]?.fold === 'engaged' && said[1]?.fold === 'to' && said[2]?.capital)
    return { ...common, relation: 'engag to', single: true, value: said.slice(2) };
  const { words } = trimValue(said);
  return isState(folded(words)) ? { ...common, relation: 'state', single: false, value: said } : undefined;
}
