import { type Language, type Languages, USER } from '../contracts/language.ts';
import { happenedAt, type Memory } from '../model/memory.ts';
import { isBelow, trustOfMemory } from '../model/trust.ts';
import type { Distinct } from './dedupe.ts';
import type { Plan } from './plan.ts';

/** So many of the best are compared. */
const BEST = 24;
const BELOW = 1e-6;

/**
 * What a tool, a document or an import says against somebody of more trust stands below that and is told as in doubt. `read` are the
 * contradictions that a reader found, by the id of the less trusted.
 */
export function inDoubt(
  items: readonly Distinct[],
  plan: Plan,
  languages: Languages,
  read: ReadonlyMap<string, readonly string[]>,
): readonly Distinct[] {
  const best = items.slice(0, BEST);
  const less = best.filter(({ memory }) => isBelow(trustOfMemory(memory), 'agent'));
  const contradicted = new Map(
    less.flatMap((item) => {
      const against = best.filter((other) => isAgainst(other, item, plan, languages, read));
      return against.length === 0 ? [] : [[item, against] as const];
    }),
  );
  if (contradicted.size === 0) return items;
  const marked = items.map((item): Distinct => {
    const against = contradicted.get(item);
    if (against === undefined) return item;
    const since = Math.max(...[item, ...against].map(({ memory }) => happenedAt(memory).getTime()));
    const score = Math.min(item.score, ...against.map((other) => other.score - BELOW));
    return { ...item, score, memory: { doubtedAt: new Date(since), ...item.memory } };
  });
  return plan.mode === 'relevant' ? marked.sort((a, b) => b.score - a.score) : marked;
}

function isAgainst(
  { memory: trusted, outdated }: Distinct,
  { memory: doubtful, folded }: Distinct,
  plan: Plan,
  languages: Languages,
  read: ReadonlyMap<string, readonly string[]>,
): boolean {
  if (!isBelow(trustOfMemory(doubtful), trustOfMemory(trusted))) return false;
  if (outdated !== undefined || trusted.status !== 'active' || trusted.doubtedAt !== undefined) return false;
  const language = languages.of(trusted.content);
  return [doubtful, ...folded].some(
    (said) => read.get(said.id)?.includes(trusted.id) || contradicts(said, trusted, language, plan),
  );
}

function contradicts(said: Memory, held: Memory, language: Language, plan: Plan): boolean {
  return (
    language.compare(held.content, said.content) === 'contradiction' ||
    language.otherwise(held.content, said.content) !== undefined ||
    answersInName(said, held, language, plan)
  );
}

/** Asked for the user's own home, a tool that tells where "Ana" lives may mean the user: who says "I" knows better. */
function answersInName(said: Memory, held: Memory, language: Language, { query, people }: Plan): boolean {
  if (people.length > 0 || language.memoryNeed(query, []).personal === undefined) return false;
  const own = language.claim(held.content);
  const other = language.claim(said.content);
  if (own?.subject !== USER || other === undefined || own.relation !== other.relation) return false;
  const isNamed = language.names(said.content).some(({ text }) => text.toLowerCase() === other.subject);
  return isNamed && own.single && other.single && own.value !== other.value;
}
