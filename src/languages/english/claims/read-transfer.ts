import type { ClauseWord } from './clause-word.ts';
import type { Predicate } from './reading.ts';
import { trimValue } from './value.ts';
import { stemList, verbStem } from './verb-forms.ts';
import { timeParts } from './when-words.ts';

/** What a transfer gives its thing: another place, another make, or itself as something else. */
export const TRANSFERS = { place: 'put elsewhere', make: 'made anew', being: 'made another' } as const;

export const TRANSFERRED: ReadonlySet<string> = new Set(Object.values(TRANSFERS));

/** How each verb leads to what takes the place. */
const VERBS: ReadonlyMap<string, { readonly link: string; readonly relation: string }> = new Map(
  (
    [
      ['move relocate transfer', 'to', TRANSFERS.place],
      ['migrate switch convert port change upgrade', 'to', TRANSFERS.being],
      ['replace', 'with', TRANSFERS.being],
      ['rewrite rewrote rewritten', 'in', TRANSFERS.make],
    ] as const
  ).flatMap(([verbs, link, relation]) => [...stemList(verbs)].map((verb) => [verb, { link, relation }] as const)),
);
const OWN = /^(?:the|his|her|their|my|our|its)$/;
const LONGEST_OBJECT = 4;

/** "migrated the database to MySQL", "rewrote the frontend in Svelte". */
export function readTransfer(rest: readonly ClauseWord[]): Predicate | undefined {
  const verb = VERBS.get(verbStem(rest[0]?.fold ?? ''));
  const at = verb ? rest.findIndex(({ fold, capital }, index) => index > 2 && fold === verb.link && !capital) : -1;
  const object = rest.slice(2, at);
  if (!verb || at < 0 || !OWN.test(rest[1]?.fold ?? '') || object.length > LONGEST_OBJECT) return undefined;
  if (object.some((word) => /^(?:from|to|in|with|for)$/.test(word.fold) || word.possessive)) return undefined;
  const value = rest.slice(at + 1);
  if (value.length === 0 || timeParts(value) || !trimValue(value).words[0]?.capital) return undefined;
  return { relation: verb.relation, single: false, value, subject: object, movable: true, lasting: true, change: true };
}
