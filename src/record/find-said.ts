import type { StoreReader } from '../contracts/store.ts';
import { type Statement, saySame, statementOf } from '../language/same-statement.ts';
import { words } from '../language/words.ts';
import type { Memory } from '../model/memory.ts';
import type { Owner } from '../model/scope.ts';

const MOST_LOOKED_AT = 50;
/** From this share of terms in common on, two texts say nearly the same, if they agree in every number and every "not". */
const NEARLY = 0.7;

/** Those that count and say this, or nearly: what lasts before what was merely said, then the most alike. Texts decide, never vectors. */
export async function findSaid(text: string, owner: Owner, projectId: string | undefined, store: StoreReader) {
  const asked = statementOf(text);
  const hits = await store.searchText(owner, {
    terms: [...new Set(words(text))],
    filter: { statuses: ['active'], ...(projectId !== undefined && { projectId }) },
    limit: MOST_LOOKED_AT,
  });
  const found = await store.getMemories(
    owner,
    hits.map(({ memoryId }) => memoryId),
  );
  return found
    .map((memory) => ({ memory, likeness: likenessOf(asked, statementOf(spoken(memory))) }))
    .filter(({ likeness }) => likeness >= NEARLY)
    .sort((a, b) => rankOf(a.memory) - rankOf(b.memory) || b.likeness - a.likeness);
}

export const SAME = 1;

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
