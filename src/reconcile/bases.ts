import { claimKey, readClaim } from '../languages/english/claims/read-claim.ts';
import { cuesOf, restsOn } from '../languages/english/claims/relations.ts';
import type { Entry } from './entry.ts';
import type { Held } from './held.ts';

/** The memories that this one rests on: a commute rests on where its subject lives. */
export async function basesOf({ id, content }: Entry, held: Held): Promise<string[]> {
  const claim = readClaim(content);
  if (claim === undefined) return [];
  const bases: string[] = [];
  for (const relation of restsOn(claim.relation)) {
    const key = claimKey({ ...claim, relation });
    const rivals = await held.rivalsOf({ content: [claim.subject, ...cuesOf(relation)].join(' ') });
    const base = rivals.find((rival) => {
      const other = rival.id === id ? undefined : readClaim(rival.content);
      return other !== undefined && !other.negated && claimKey(other) === key;
    });
    if (base !== undefined) bases.push(base.id);
  }
  return bases;
}
