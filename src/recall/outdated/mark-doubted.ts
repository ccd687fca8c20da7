import { type Language, type Languages, USER } from '../../contracts/language.ts';
import { happenedAt, type Memory } from '../../model/memory.ts';
import { isBelow, trustOfMemory } from '../../model/trust.ts';
import type { DistinctMemory } from '../dedupe.ts';
import type { Plan } from '../plan.ts';
import { below } from './outdated.ts';

const MAX_COMPARED = 24;

/** Doubts and lowers a memory of a tool, document or import that a more trusted one contradicts. `readContradictions` are by the id of the former. */
export function markDoubted(
  items: readonly DistinctMemory[],
  plan: Plan,
  languages: Languages,
  readContradictions: ReadonlyMap<string, readonly string[]>,
): readonly DistinctMemory[] {
  const best = items.slice(0, MAX_COMPARED);
  const lessTrustedItems = best.filter(({ memory }) => isBelow(trustOfMemory(memory), 'agent'));
  const contradicted = new Map(
    lessTrustedItems.flatMap((item) => {
      const against = best.filter((other) => isAgainst(other, item, plan, languages, readContradictions));
      return against.length === 0 ? [] : [[item, against] as const];
    }),
  );
  if (contradicted.size === 0) return items;
  const marked = items.map((item): DistinctMemory => {
    const against = contradicted.get(item);
    if (against === undefined) return item;
    const since = Math.max(...[item, ...against].map(({ memory }) => happenedAt(memory).getTime()));
    const score = below(item.score, Math.min(...against.map((other) => other.score)));
    return { ...item, score, memory: { doubtedAt: new Date(since), ...item.memory } };
  });
  return plan.mode === 'relevant' ? marked.sort((a, b) => b.score - a.score) : marked;
}

function isAgainst(
  { memory: trusted, outdated }: DistinctMemory,
  { memory: doubtful, folded }: DistinctMemory,
  plan: Plan,
  languages: Languages,
  readContradictions: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (!isBelow(trustOfMemory(doubtful), trustOfMemory(trusted))) return false;
  if (outdated !== undefined || trusted.status !== 'active' || trusted.doubtedAt !== undefined) return false;
  const language = languages.of(trusted.content);
  return [doubtful, ...folded].some(
    (lessTrusted) =>
      readContradictions.get(lessTrusted.id)?.includes(trusted.id) || contradicts(lessTrusted, trusted, language, plan),
  );
}

function contradicts(lessTrusted: Memory, trusted: Memory, language: Language, plan: Plan): boolean {
  return (
    language.compare(trusted.content, lessTrusted.content) === 'contradiction' ||
    language.contradictingSentence(trusted.content, lessTrusted.content) !== undefined ||
    answersInName(lessTrusted, trusted, language, plan)
  );
}

/** If the query asks about the user, a tool that says where "Ana" lives may mean the user, who knows better. */
function answersInName(lessTrusted: Memory, trusted: Memory, language: Language, { query, people }: Plan): boolean {
  if (people.length > 0 || language.memoryNeed(query, []).personal === undefined) return false;
  const own = language.claim(trusted.content);
  const other = language.claim(lessTrusted.content);
  if (own?.subject !== USER || other === undefined || own.relation !== other.relation) return false;
  const isNamed = language.names(lessTrusted.content).some(({ text }) => text.toLowerCase() === other.subject);
  return isNamed && own.single && other.single && own.value !== other.value;
}
