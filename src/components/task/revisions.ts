import type { ComponentContext, SessionBatch } from '../../contracts/component.ts';
import { type ClaimRelation, compareClaims } from '../../languages/english/claims/compare.ts';
import type { Memory } from '../../model/memory.ts';
import type { TaskItem } from './find-task-items.ts';
import { outcomeSubject } from './results.ts';

interface Revisions {
  /** The held memory whose place an item takes. */
  readonly replaces: ReadonlyMap<TaskItem, Memory>;
  /** What a newer text does to an older one, with what it was said to replace. */
  readonly compare: (older: string, newer: string) => ClaimRelation;
}

/** "Actually, let's … instead" takes the place of the goal or decision just before it, of this batch or the session so far. */
export async function revisionsIn(
  items: readonly TaskItem[],
  { owner, sessionId }: SessionBatch,
  { store }: ComponentContext,
): Promise<Revisions> {
  const replaces = new Map<TaskItem, Memory>();
  const replacedBy = new Map<string, string>();
  for (const [at, item] of items.entries()) {
    if (!item.isRevision || (item.category !== 'goal' && item.category !== 'decision')) continue;
    const before = items.slice(0, at).findLast(({ category }) => category === item.category);
    if (before !== undefined) {
      replacedBy.set(item.content, before.content);
      continue;
    }
    const filter = { components: ['task'], categories: [item.category], sessionId, statuses: ['active'] } as const;
    const [latest] = await store.rankMemories(owner, { by: 'recency', filter, limit: 1 });
    const [memory] = latest === undefined ? [] : await store.getMemories(owner, [latest]);
    if (memory !== undefined && memory.content !== item.content) replaces.set(item, memory);
  }
  return {
    replaces,
    compare: (older, newer) => {
      const relation = compareClaims(older, newer);
      if (relation !== 'unrelated') return relation;
      const subject = outcomeSubject(newer);
      const isSameTrial = subject !== undefined && subject === outcomeSubject(older);
      return isSameTrial || replacedBy.get(newer) === older ? 'contradiction' : 'unrelated';
    },
  };
}
