import { classNoun, classOf } from './class-noun.ts';
import type { ClauseWord } from './clause-word.ts';
import { ARTICLES, PREPOSITIONS } from './function-words.ts';
import { attributeName } from './identity.ts';
import { readCount, readMeasure, readRise, readTurned } from './read-amount.ts';
import { readBecame } from './read-became.ts';
import { readCourse } from './read-course.ts';
import { readKnown } from './read-known.ts';
import { readMoved } from './read-moved.ts';
import { readExchange, readSwitch } from './read-switch.ts';
import { readTransfer } from './read-transfer.ts';
import { readWhen } from './read-when.ts';
import type { Predicate } from './reading.ts';
import { verbStem } from './verb-forms.ts';
import type { VerbGroup } from './verb-group.ts';

const USE = verbStem('use');
const LONGEST_USE = 3;

/** "uses X as her editor". */
function readUseAs(rest: readonly ClauseWord[]): Predicate | undefined {
  const as = rest.findIndex(({ fold }) => fold === 'as');
  const [article, ...noun] = rest.slice(as + 1);
  if (as < 2 || verbStem(rest[0]?.fold ?? '') !== USE || !ARTICLES.has(article?.fold ?? '')) return undefined;
  if (noun.length === 0 || noun.length > LONGEST_USE) return undefined;
  return { relation: attributeName(noun), single: true, value: rest.slice(1, as), lasting: true };
}

/** Of one value only where it names the kind of that: "plays the position of V". */
function readPlain({ rest, past }: VerbGroup): Predicate | undefined {
  const [verb, second] = rest;
  if (!verb || !second) return undefined;
  const link = PREPOSITIONS.has(second.fold) && rest.length > 2 ? [second.fold] : [];
  const said = rest.slice(1 + link.length);
  const classed = classNoun(said);
  return {
    relation: [verbStem(verb.fold), ...link, ...classOf(said, classed)].join(' '),
    single: classed > 0,
    value: said.slice(classed),
    classed: classed > 0,
    former: past && classed === 0,
  };
}

const PUT_OFF = /^(?:moved|pushed|rescheduled|postponed|delayed|shifted|brought|changed|bumped)$/;

/** "got moved to Friday". */
function readPassive({ rest }: VerbGroup, named: readonly ClauseWord[]): Predicate | undefined {
  const [verb, moved] = rest;
  if (!/^(?:got|gets|gotten)$/.test(verb?.fold ?? '') || !PUT_OFF.test(moved?.fold ?? '')) return undefined;
  return readSwitch(rest.slice(1), named) ?? readWhen(rest.slice(1), named);
}

/** What a verb other than "to be" says of its subject. */
export function readAction(group: VerbGroup, named: readonly ClauseWord[]): Predicate | undefined {
  const { rest } = group;
  return (
    readMoved(rest) ??
    readCourse(rest, named) ??
    readTransfer(rest) ??
    readPassive(group, named) ??
    readSwitch(rest, named) ??
    readRise(rest, named) ??
    readExchange(rest) ??
    readUseAs(rest) ??
    readCount(rest) ??
    readTurned(rest, named) ??
    readBecame(rest) ??
    readKnown(group, named) ??
    readMeasure(rest, named) ??
    readPlain(group)
  );
}
