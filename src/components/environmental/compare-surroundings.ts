import { type ClaimRelation, compareClaims } from '../../languages/english/claims/compare.ts';
import { type ClauseParts, clauseParts } from '../work-talk/clause-parts.ts';

const NUMBER = /\d+(?:[.,]\d+)*/g;
const ALLOWED = /^(?:can|may|is (?:able|allowed|permitted) to) /i;
const FORBIDDEN = /^(?:cannot|(?:can|may|must) not|is not (?:able|allowed|permitted) to) /i;
const VERSION = /\b([A-Z][\w.+#-]*) v?(\d+(?:\.\d+)*)\b/g;

/** As claims compare; and one thing has one version of another, one figure in the same place, and is allowed or not. */
export function compareSurroundings(older: string, newer: string): ClaimRelation {
  const relation = compareClaims(older, newer);
  if (relation !== 'unrelated') return relation;
  const [before, after] = [clauseParts(older), clauseParts(newer)];
  if (before === undefined || after === undefined || before.subject.join(' ') !== after.subject.join(' '))
    return relation;
  const isOther = hasOtherFigure(before, after) || hasOtherVersion(before, after) || isTurned(before, after);
  return isOther ? 'contradiction' : relation;
}

const hasOtherFigure = ({ rest: before }: ClauseParts, { rest: after }: ClauseParts): boolean =>
  before !== after && before.replace(NUMBER, '#') === after.replace(NUMBER, '#');

function hasOtherVersion({ rest: before }: ClauseParts, { rest: after }: ClauseParts): boolean {
  const held = new Map([...before.matchAll(VERSION)].map(([, name, version]) => [name, version]));
  return [...after.matchAll(VERSION)].some(([, name, version]) => held.has(name) && held.get(name) !== version);
}

function isTurned({ rest: before }: ClauseParts, { rest: after }: ClauseParts): boolean {
  const deed = (rest: string) => rest.replace(FORBIDDEN, '').replace(ALLOWED, '');
  const isForbidden = FORBIDDEN.test(after);
  return (
    isForbidden !== FORBIDDEN.test(before) && ALLOWED.test(isForbidden ? before : after) && deed(before) === deed(after)
  );
}
