import { isGivenName } from '../../languages/english/entities/known-names.ts';
import { PLACE_NAMES } from '../../languages/english/entities/place-names.ts';
import { wordList } from '../../text/word-list.ts';
import { ACTIONS, ANYWHERE, actionWith } from './actions.ts';

/** Where work happens and what it happens with: they stand as they are until somebody changes them. */
const STANDING = wordList(
  `agent api app application architecture backend backup browser bucket cache ci cli cloud cluster codebase compiler container cpu cron daemon
  dashboard database db deployment directory disk docker domain editor emulator endpoint environment firewall folder framework frontend
  gateway gpu hardware hook host image infrastructure instance interpreter internet kernel laptop library linter log machine mainframe
  memory middleware module monorepo network node package pipeline platform plugin port prod production project proxy queue quota ram
  registry repo repository request router runner runtime sandbox schema scheduler sdk server service shell site stack staging storage
  subnet suite system tenant terminal test token tool toolchain upload download vm vpn warehouse webhook website wifi workflow workspace
  account build license plan url http https ssh dns sql json csv pdf html css xml jwt ssl tls ssd aws gcp ui`,
);

/** Of them, those that people also speak of elsewhere. */
const COMMONPLACE = wordList(
  'account agent environment host image license memory network package plan platform port project runtime service site stack storage system test tool',
);

/** What work changes, of computers. */
const DIGITAL = wordList(
  `algorithm branch changelog code commit config configuration dependency function indexer merge method migration parser patch pod pr
  query readme refactoring release replica renderer rollout script secret timeout widget retry leak login`,
);

/** What else work makes and is bounded by. */
const WORK = wordList(
  `agenda analysis announcement appendix apology article audience benchmark brief budget bug campaign chapter chart client column component
  crash customer data dataset deadline deck demo design diagram diff document documentation draft email error experiment export feature
  field file fix flag flow form format header import index interface issue launch layout meeting message metric milestone mockup
  newsletter notes objective option outline output page paper parameter performance pitch presentation proposal prototype pull question
  redesign report requirement research result review roadmap route row schedule scope screen section slide spec specification
  spreadsheet sprint strategy summary survey table task template text theme thread ticket title tooltip translation version
  workshop`,
);

const IDENTIFIER =
  /\b[\w-]+\.(?:[cm]?[jt]sx?|py|rs|go|c|h|cpp|java|rb|md|json|ya?ml|toml|sql|sh|html|css|csv|txt|pdf|xml|lock|env|ipynb)\b|(?:^|\s)(?:[\w.~-]*\/){1,}[\w.-]{2,}|\b\w+_\w+\b|\b[a-z]+[A-Z]\w*|\b[A-Z]{2,}-\d+\b/;
const MEASURE = /\b\d+(?:\.\d+)? ?(?:[KMGT]i?B|ms|fps|rpm|qps)\b|\bv?\d+\.\d+\b/;

const has = (words: ReadonlySet<string>, word: string): boolean =>
  words.has(word) ||
  (word.endsWith('s') && words.has(word.slice(0, -1))) ||
  (word.endsWith('es') && words.has(word.slice(0, -2))) ||
  (word.endsWith('ies') && words.has(`${word.slice(0, -3)}y`));

export const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}'_/.-]*[\p{L}\p{N}]/gu) ?? [];

const partsOf = (text: string): string[] => wordsOf(text).flatMap((word) => [word, ...word.split('-')]);

export const isStandingNoun = (word: string): boolean => has(STANDING, word);
export const isCommonplace = (word: string): boolean => has(COMMONPLACE, word);
export const isDigitalNoun = (word: string): boolean => has(DIGITAL, word) || isMadeOfAction(word);
export const isWorkNoun = (word: string): boolean => has(WORK, word) || isDigitalNoun(word);

/** "importer", "rendering", but not "trainer" or "cleaning". */
function isMadeOfAction(word: string): boolean {
  const action = actionWith('er', word) ?? actionWith('er', word.replace(/s$/, '')) ?? actionWith('ing', word);
  return action !== undefined && ACTIONS.has(action) && !ANYWHERE.has(action);
}

/** Names things of computers: by a word for one, or by how it is written. */
export const isTechnical = (text: string): boolean =>
  IDENTIFIER.test(text) ||
  MEASURE.test(text) ||
  partsOf(text).some((word) => (isStandingNoun(word) && !has(COMMONPLACE, word)) || isDigitalNoun(word));

/** Speaks of work rather than of life. */
export const isAboutWork = (text: string): boolean =>
  isTechnical(text) || partsOf(text).some((word) => isWorkNoun(word) || isStandingNoun(word));

const CALENDAR =
  /^(?:jan|feb|mar|apr|may|june?|july?|aug|sep|oct|nov|dec|mon|tues|wednes|thurs|fri|satur|sun)(?:\p{L}*)$/iu;

/** A product, a company, a version: not a person, a place or a date. */
export function hasNamedThing(text: string): boolean {
  const names = text.match(/(?<=\s)\p{Lu}\p{L}+/gu) ?? [];
  return names.some(
    (name) => !CALENDAR.test(name) && !PLACE_NAMES.has(name.toLowerCase()) && !isGivenName(name.toLowerCase()),
  );
}
