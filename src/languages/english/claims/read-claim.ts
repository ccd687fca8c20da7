import type { Claim } from './claim.ts';
import { readStatement } from './read-statement.ts';

/** What a sentence claims; undefined if it is not one plain claim. */
export function readClaim(text: string): Claim | undefined {
  const reading = readStatement(text);
  if (!reading || reading.pronoun) return undefined;
  const { subject, relation, value, negated, single, replaces } = reading;
  return { subject, relation, value, negated, single, ...(replaces !== undefined && { replaces }) };
}

/** Claims about the same relation of the same subject share it. */
export const claimKey = ({ subject, relation }: Pick<Claim, 'subject' | 'relation'>): string =>
  `${subject}|${relation}`;
