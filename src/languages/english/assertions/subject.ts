import type { Clause } from './clauses.ts';
import type { Names } from './names.ts';
import { render } from './render.ts';
import { BASE_VERBS, isFiniteVerb, subjectAt } from './verbs.ts';

const MOST_WORDS = 5;

/** Who or what it is about: the person it begins with, or what stands before its verb. */
export function subjectOf(clauses: readonly Clause[], names: Names): string {
  const tokens = clauses[0]?.tokens ?? [];
  const person = tokens[subjectAt(tokens)]?.person;
  if (person !== undefined) return names[person];
  const verb = tokens.findIndex(({ lower }, at) => at > 0 && isFiniteVerb(lower) && !BASE_VERBS.has(lower));
  const owner = tokens.slice(0, Math.max(0, verb)).find((token) => token.person)?.person;
  if (owner !== undefined) return names[owner];
  const isNamed = verb > 0 && verb <= MOST_WORDS && tokens.slice(0, verb).every(({ kind }) => kind === 'word');
  if (isNamed) return render([{ tokens: tokens.slice(0, verb) }], names).replace(/\.$/, '');
  return names[clauses.flatMap((clause) => clause.tokens).find((token) => token.person)?.person ?? 'speaker'];
}
