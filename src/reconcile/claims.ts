import type { MentionedRelationship } from '../contracts/component.ts';
import type { Claim, Language, Languages } from '../contracts/language.ts';
import { foldName } from '../model/graph.ts';
import type { Finding, MemoryEntry } from './finding.ts';
import type { StoredMemories } from './stored-memories.ts';

/** The memories that a memory depends on: a commute depends on the home. */
export async function basesOf(
  { id, content }: MemoryEntry,
  stored: StoredMemories,
  languages: Languages,
): Promise<string[]> {
  const language = languages.of(content);
  const claim = language.claim(content);
  if (claim === undefined) return [];
  const bases: string[] = [];
  for (const relation of language.restsOn(claim.relation)) {
    const rivals = await stored.rivalsOf(baseText(claim, relation, language));
    const base = rivals.find((rival) => {
      const other = rival.id === id ? undefined : language.claim(rival.content);
      return other !== undefined && !other.negated && isSameRelation(other, { ...claim, relation });
    });
    if (base !== undefined) bases.push(base.id);
  }
  return bases;
}

export function baseTexts(content: string, languages: Languages): string[] {
  const language = languages.of(content);
  const claim = language.claim(content);
  if (claim === undefined) return [];
  return language.restsOn(claim.relation).map((relation) => baseText(claim, relation, language));
}

const baseText = ({ subject }: Claim, relation: string, language: Language): string =>
  [subject, ...language.cues(relation)].join(' ');

const isSameRelation = (one: Claim, other: Claim): boolean =>
  one.subject === other.subject && one.relation === other.relation;

/** The value of a relationship is short; a longer one says more, and names whom that concerns. */
const MAX_VALUE_WORDS = 8;

/** Relationships between named entities in the claims of findings. */
export function relationshipsAmong(findings: readonly Finding[], languages: Languages): MentionedRelationship[] {
  return findings.flatMap(({ content, entities, confidence }) => {
    const claim = languages.of(content).claim(content);
    if (claim === undefined || claim.negated || claim.relation === '') return [];
    if (claim.value.split(' ').length > MAX_VALUE_WORDS) return [];
    const named = (text: string) => entities.find(({ name }) => folded(text).includes(folded(name)))?.name;
    const [from, to] = [named(claim.subject), named(claim.value)];
    if (from === undefined || to === undefined || from === to) return [];
    return [{ from, to, relation: claim.relation, confidence }];
  });
}

/** Claims fold their subject, so accents are ignored. */
const folded = (text: string): string => foldName(text).normalize('NFKD').replace(/\p{M}/gu, '');
