import { findEntities } from '../languages/english/entities/find-entities.ts';
import type { Entity } from '../model/graph.ts';
import { EntityBook } from '../reconcile/entity-book.ts';
import type { FoundEntity } from '../reconcile/finding.ts';
import type { ReviseContext } from './context.ts';

/** The things a text names, and those it is said to be about. */
export function namedIn(content: string, given: readonly string[] = []): FoundEntity[] {
  const found = findEntities(content).map(({ text, type }) => ({
    name: text,
    type: type === 'other' ? 'concept' : type,
  }));
  return [...found, ...given.map((name) => ({ name, type: 'concept' }))];
}

/** The same, under the ids they have or get with the next write. */
export async function entitiesIn(
  content: string,
  { owner, store }: ReviseContext,
  now: Date,
): Promise<{ readonly entities: readonly Entity[]; readonly entityIds: string[] }> {
  const entities = namedIn(content);
  const book = await EntityBook.open(owner, [{ entities }], [], store, now);
  return { entities: book.entities, entityIds: book.idsOf(entities) };
}
