import { type Statement, saySame, statementOf } from '../../languages/english/same-statement.ts';
import type { Memory } from '../../model/memory.ts';
import { isOfProject } from '../../model/scope.ts';
import { firstPassing } from '../../reconcile/first-passing.ts';
import { words } from '../../text/words.ts';
import type { ReviseContext } from '../context.ts';

const MOST_LOOKED_AT = 50;
/** From this share of terms in common on, two texts say nearly the same, if they agree in every number and every "not". */
const NEARLY = 0.7;
const SAME = 1;

export interface Said {
  readonly memory: Memory;
  readonly isSame: boolean;
}

/**
 * Those of the project, or of none, that count and say this, or nearly: what lasts before what was merely said, then the most alike.
 * Texts decide, never vectors.
 */
export async function findSaid(
  text: string,
  projectId: string | undefined,
  { owner, store }: Pick<ReviseContext, 'owner' | 'store'>,
): Promise<Said[]> {
  const asked = statementOf(text);
  const query = {
    terms: [...new Set(words(text))],
    filter: { statuses: ['active'] as const, ...(projectId !== undefined && { projectId }) },
  };
  const search = async (limit: number) =>
    (await store.searchText(owner, { ...query, limit })).map(({ memoryId }) => memoryId);
  return (await firstPassing(MOST_LOOKED_AT, search, isOfProject(projectId), { owner, store }))
    .map((memory) => ({ memory, likeness: likenessOf(asked, statementOf(spoken(memory))) }))
    .filter(({ likeness }) => likeness >= NEARLY)
    .sort((a, b) => rankOf(a.memory) - rankOf(b.memory) || b.likeness - a.likeness)
    .map(({ memory, likeness }) => ({ memory, isSame: likeness === SAME }));
}

const rankOf = ({ type }: Memory): number => (type === 'episodic' ? 1 : 0);

/** A turn is kept with the name of who said it. */
function spoken({ content, metadata }: Memory): string {
  const { speaker } = metadata as { speaker?: unknown };
  return typeof speaker === 'string' && content.startsWith(`${speaker}: `)
    ? content.slice(speaker.length + 2)
    : content;
}

function likenessOf(one: Statement, other: Statement): number {
  if (saySame(one, other)) return SAME;
  if (exact(one) !== exact(other)) return 0;
  const [left, right] = [new Set(one.terms), new Set(other.terms)];
  const shared = [...left].filter((term) => right.has(term)).length;
  const all = left.size + right.size - shared;
  return all === 0 ? 0 : Math.min(0.99, shared / all);
}

/** What must not differ: numbers and negations. */
const exact = ({ terms }: Statement): string =>
  terms
    .filter((term) => term === 'not' || /\d/.test(term))
    .sort()
    .join(' ');
