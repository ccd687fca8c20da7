import { saySame, statementOf } from '../../languages/english/same-statement.ts';
import { termsOf } from '../../text/terms.ts';
import { words } from '../../text/words.ts';
import { GENERIC, tellingWords } from './phrases.ts';
import type { Trial } from './trial.ts';

const STRATEGY_OVERLAP = 0.6;
const TASK_OVERLAP = 0.5;
/** Ways to say that something was taken up; what was taken up is the strategy. */
const TAKING_UP =
  /^(?:(?:using|trying|adopting|choosing|introducing)|(?:switching|moving|changing|migrating|upgrading) to|going with)\s+/i;
const NEGATION = /\b(?:not|no|never|without|instead)\b|n['’]t\b/i;
const NUMBER = /\d+(?:[.,]\d+)*|\b(?:two|three|four|five|six|seven|eight|nine|ten|half|twice|double)\b/gi;
const NAME = /(?<=\S\s)[A-Z][\p{L}\d.+#-]*/gu;
const OPPOSITES =
  `on/off up/down before/after in/out to/from more/less more/fewer with/without above/below start/end first/last
  morning/evening enabling/disabling increasing/decreasing raising/lowering adding/removing longer/shorter larger/smaller`
    .split(/\s+/)
    .map((pair) => pair.split('/') as [string, string]);
const GENERIC_STEMS = new Set([...GENERIC, 'rid', 'still'].flatMap(termsOf));

type Tried = Pick<Trial, 'strategy' | 'task'>;

/** Whether two trials are of one strategy for one purpose. Texts decide, never vectors: opposites lie close together. */
export function isSameTrial(one: Tried, other: Tried): boolean {
  return isSameStrategy(one.strategy, other.strategy) && isSameTask(one, other);
}

function isSameStrategy(one: string, other: string): boolean {
  const [left, right] = [one.replace(TAKING_UP, ''), other.replace(TAKING_UP, '')];
  if (!agree(left, right)) return false;
  if (saySame(statementOf(left), statementOf(right))) return true;
  const isSameAct = termsOf(left)[0] === termsOf(right)[0] || left !== one || right !== other;
  return isSameAct && overlap(stemsOf(left), stemsOf(right)) >= STRATEGY_OVERLAP;
}

/** A purpose that nobody named may be any, if the strategy is told in more than a word. */
function isSameTask(one: Tried, other: Tried): boolean {
  if (one.task === '' || other.task === '')
    return one.task === other.task || Math.min(stemsOf(one.strategy).size, stemsOf(other.strategy).size) > 1;
  const [left, right] = [stemsOf(one.task), stemsOf(other.task)];
  if (!agree(one.task, other.task)) return false;
  const shared = sharedBy(left, right);
  const isWithin = shared > 0 && shared === Math.min(left.size, right.size);
  return isWithin || overlap(left, right) >= TASK_OVERLAP;
}

/** Numbers, names and negation are the same, and neither says the opposite of the other. */
function agree(left: string, right: string): boolean {
  const [of, other] = [new Set(words(left)), new Set(words(right))];
  const contrary = OPPOSITES.some(([a, b]) => (of.has(a) && other.has(b)) !== (of.has(b) && other.has(a)));
  return (
    !contrary &&
    NEGATION.test(left) === NEGATION.test(right) &&
    listOf(left, NUMBER) === listOf(right, NUMBER) &&
    namesOf(left).every((name) => other.has(name)) &&
    namesOf(right).every((name) => of.has(name))
  );
}

const listOf = (text: string, what: RegExp): string => (text.toLowerCase().match(what) ?? []).sort().join(' ');
const namesOf = (text: string): string[] => (text.match(NAME) ?? []).flatMap(words);

function stemsOf(text: string): Set<string> {
  const stems = tellingWords(text).flatMap(termsOf);
  const telling = stems.filter((stem) => !GENERIC_STEMS.has(stem));
  return new Set(telling.length > 0 ? telling : stems);
}

const sharedBy = (left: ReadonlySet<string>, right: ReadonlySet<string>): number =>
  [...left].filter((stem) => right.has(stem)).length;

function overlap(left: ReadonlySet<string>, right: ReadonlySet<string>): number {
  const shared = sharedBy(left, right);
  return shared === 0 ? 0 : shared / (left.size + right.size - shared);
}
