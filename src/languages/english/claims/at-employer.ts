import { ORGANIZATION_NAMES } from '../entities/brand-names.ts';
import { folded } from './clause-word.ts';
import { employerFirst } from './read-role.ts';
import type { Reading } from './reading.ts';

const COMPANY =
  /\b(?:inc|corp|corporation|ltd|llc|gmbh|ag|labs|technologies|logistics|consulting|solutions|software|systems)$/;

/** "works as a nurse at Acme", and "is at Meta now", as what "works at" says; itself if it says so already, undefined if it does not. */
export function atEmployer(reading: Reading, beside: Reading): Reading | undefined {
  const { relation, words, fresh } = reading;
  if (relation === 'employer') return reading;
  if (beside.relation !== 'employer' || reading.negated || beside.negated) return undefined;
  if (relation === 'job') {
    const turned = employerFirst(words);
    return turned && { ...reading, relation: 'employer', words: turned };
  }
  const name = folded(words);
  const isCompany = ORGANIZATION_NAMES.has(name) || COMPANY.test(name);
  return relation === 'be at' && fresh && isCompany
    ? { ...reading, relation: 'employer', single: true, lasting: true }
    : undefined;
}
