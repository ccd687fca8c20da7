import { readClaim } from '../languages/english/claims/read-claim.ts';
import { findEntities } from '../languages/english/entities/find-entities.ts';

/** Whether two statements have their subject or a name in common. */
export function areAboutSame(one: string, other: string): boolean {
  const [left, right] = [subjectsOf(one), subjectsOf(other)];
  return left.some((subject) => right.includes(subject));
}

function subjectsOf(text: string): string[] {
  const claim = readClaim(text);
  const names = findEntities(text).map((found) => found.text.toLowerCase());
  const opening = /^the \w+/i.exec(text)?.[0].toLowerCase();
  return [...names, ...(claim === undefined ? [] : [claim.subject]), ...(opening === undefined ? [] : [opening])];
}
