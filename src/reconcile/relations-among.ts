import { readClaim } from '../languages/english/claims/read-claim.ts';
import { foldWord } from '../languages/english/claims/words.ts';
import type { Finding, FoundRelation } from './finding.ts';

/** Ties between two named things, as the findings claim them. */
export function relationsAmong(findings: readonly Finding[]): FoundRelation[] {
  return findings.flatMap(({ content, entities, confidence }) => {
    const claim = readClaim(content);
    if (claim === undefined || claim.negated || claim.relation === '') return [];
    const named = (text: string) => entities.find(({ name }) => foldWord(text).includes(foldWord(name)))?.name;
    const [from, to] = [named(claim.subject), named(claim.value)];
    if (from === undefined || to === undefined || from === to) return [];
    return [{ from, to, relation: claim.relation, confidence }];
  });
}
