import { mayBeSame } from './apposition.ts';
import { clauseWords, isName } from './clause-word.ts';
import { compareValues, sameWords } from './compare-values.ts';
import { attributeName, isAttribute } from './identity.ts';
import { TRANSFERRED, TRANSFERS } from './read-transfer.ts';
import type { Reading } from './reading.ts';
import { isOtherHost, isOtherTool, isOtherVersion, isTool } from './tool-kinds.ts';
import { stemList, verbStem } from './verb-forms.ts';

const PLACED = new Set(['place', 'be in', 'be on', 'be at']);
const KEPT = new Set([
  'host',
  ...['store', 'keep', 'host', 'deploy', 'run', 'manage', 'track', 'save'].flatMap((verb) =>
    ['in', 'on', 'at', 'to', 'by'].map((link) => `${verbStem(verb)} ${link}`),
  ),
]);
const MADE = new Set(
  ['write', 'build', 'implement'].flatMap((verb) => ['in', 'with', 'on'].map((link) => `${verbStem(verb)} ${link}`)),
);
/** Relations in which one tool of a kind takes the place of another. */
const USED = new Set(['use', 'be on', 'is', 'is on', ...stemList('run require need')]);
const serves = (relation: string): boolean =>
  USED.has(relation) || PLACED.has(relation) || KEPT.has(relation) || MADE.has(relation);

/** Where something is takes another place of the same sort: "room 4", "room 7", and "Lisbon", "Porto". */
function isElsewhere(older: Reading, newer: Reading): boolean {
  if (!PLACED.has(older.relation) || newer.relation !== 'place' || !newer.change) return false;
  if (compareValues({ ...older, relation: 'place' }, newer) !== 'different') return false;
  if (isName(older.words) || isName(newer.words)) return older.relation === 'place' && older.single && newer.single;
  const shares = (at: 0 | -1) => older.words.at(at)?.fold === newer.words.at(at)?.fold;
  return older.words.length === newer.words.length && older.words.length > 1 && (shares(-1) || shares(0));
}

/** "switched to Zed", who uses Vim; "upgraded to Node 22", who runs Node 20. */
function isSwitchedAway(older: Reading, newer: Reading): boolean {
  const otherVersion = isOtherVersion(older.words, newer.words);
  if (newer.switched) return serves(older.relation) && (otherVersion || isOtherTool(older.words, newer.words));
  if (!newer.fresh || older.relation !== newer.relation || !serves(newer.relation)) return false;
  if (otherVersion) return true;
  return KEPT.has(newer.relation) && isOtherHost(older.words, newer.words);
}

/** "migrated the database to MySQL", where the database is Postgres: the thing itself, or what its mover has of that name. */
function isTransferred(older: Reading, newer: Reading): boolean {
  const { relation, subject, mover } = newer;
  if (sameWords(older.words, newer.words)) return false;
  const isThing = older.subject === subject || older.subject === `${mover} ${subject}`;
  const isOther = isOtherTool(older.words, newer.words) || isOtherVersion(older.words, newer.words);
  if (isThing && (PLACED.has(older.relation) || KEPT.has(older.relation)))
    return relation !== TRANSFERS.make && (isOther || isSameSort(older, newer));
  if (isThing && MADE.has(older.relation)) return isOther || (relation === TRANSFERS.make && isSameSort(older, newer));
  const noun = clauseWords(subject);
  const isOwned = older.subject === mover && older.relation === attributeName(noun);
  if (!isOwned && !(isThing && older.relation === 'is')) return false;
  return isOther || (relation === TRANSFERS.being && isAttribute(noun) && isName(older.words));
}

/** Who is moved from Berlin to Slack still is in Berlin. */
const isSameSort = (older: Reading, newer: Reading): boolean =>
  older.single && isName(older.words) && isTool(older.words) === isTool(newer.words);

/** The newer tells of another of the kind that the older names, which has taken its place. */
export function isOtherOfKind(older: Reading, newer: Reading): boolean {
  if (older.negated || newer.negated || newer.additive || newer.passing) return false;
  if (TRANSFERRED.has(newer.relation)) return isTransferred(older, newer);
  return (
    older.subject === newer.subject &&
    mayBeSame(older.bearer, newer.bearer) &&
    (isSwitchedAway(older, newer) || isElsewhere(older, newer))
  );
}
