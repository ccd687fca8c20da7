import { folded } from '../clause-word.ts';
import { sameWords } from '../compare-values.ts';
import { withoutFrequency } from '../frequency.ts';
import type { Ending } from '../reading.ts';
import type { Sentence } from '../sentence.ts';
import { foldSubject } from '../subject.ts';
import { trimValue } from '../value.ts';
import { stemList } from '../verb-forms.ts';

const SOLD = /^(?:sold|got rid of|gave away|given away|traded in|scrapped)(?= (?:his|her|their|my|our|the) )/;
const GAVE_UP = /^(?:gave up|given up|quit)(?= )/;
/** What is driven is had. */
const USED = new Set([...stemList('drive ride'), ...['car', 'bike', 'bicycle', 'motorbike', 'van']]);
const CONSUMED = stemList('eat drink smoke play');

/** "sold her Volvo": of "has a Volvo" the claims themselves tell. */
export function sold({ clause, named, group: { rest, negated } }: Sentence): Ending | undefined {
  const phrase = negated ? undefined : SOLD.exec(folded(rest))?.[0];
  if (phrase === undefined) return undefined;
  const { words } = trimValue(rest.slice(phrase.split(' ').length));
  const subject = foldSubject(named, clause);
  return (older) => USED.has(older.relation) && older.subject === subject && sameWords(older.words, words);
}

/** "gave up coffee", whoever drinks it. */
export function gaveUp({ clause, named, group: { rest, negated } }: Sentence): Ending | undefined {
  const phrase = negated ? undefined : GAVE_UP.exec(folded(rest))?.[0];
  if (phrase === undefined) return undefined;
  const { words } = trimValue(rest.slice(phrase.split(' ').length));
  const subject = foldSubject(named, clause);
  return (older) =>
    CONSUMED.has(older.relation) && older.subject === subject && sameWords(withoutFrequency(older.words), words);
}
