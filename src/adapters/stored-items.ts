import { definedFields } from '../model/defined-fields.ts';
import type { Memory } from '../model/memory.ts';
import { MAX_CONTENT_LENGTH } from '../model/primitives.ts';
import type { ScopeInput } from '../model/scope.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { Memories } from '../souvenir/memories.ts';

/** A memory that stores JSON word for word: an import neither merges nor supersedes memories. */
export type ItemMemory = Pick<ScopedSouvenir, 'import'> & {
  readonly scope: ScopeInput;
  readonly memories: Pick<Memories, 'get' | 'list' | 'update' | 'restore' | 'forget'>;
};

export interface StoredItem {
  readonly id: string;
  readonly content: string;
  readonly type: Memory['type'];
  readonly status: Memory['status'];
  readonly category: string;
  readonly metadata: Memory['metadata'];
  readonly sessionId?: string;
  readonly episodeIds?: readonly string[];
}

/** All statuses but forgotten: an item that consolidation has archived still exists. */
const VISIBLE_STATUSES = ['active', 'expired', 'decayed', 'archived', 'superseded'] as const;
const PAGE_SIZE = 1000;

/** Adds items with new ids, and returns their number. */
export async function addItems(
  { scope: { sessionId: _, ...scopeFields }, import: importRecords }: ItemMemory,
  component: string,
  items: readonly StoredItem[],
): Promise<number> {
  const at = new Date();
  const header = { kind: 'export', format: 1, ...scopeFields, at } as const;
  const records = items.map(({ content, episodeIds = [], ...item }) => ({
    ...{ kind: 'memory', ...scopeFields, ...item, component, content: content.slice(0, MAX_CONTENT_LENGTH) },
    ...{ importance: 0.5, confidence: 0.8, confidenceTrajectory: [{ confidence: 0.8, at }], salience: 0.5 },
    ...{ entityIds: [], provenance: { episodeIds, turnIds: [] }, createdAt: at, updatedAt: at, accessCount: 0 },
  }));
  return (await importRecords([header, ...records])).memories;
}

/** Every item of a component, in no order. */
export async function listItems(
  { memories }: ItemMemory,
  component: string,
  sessionId?: string,
): Promise<readonly Memory[]> {
  const items: Memory[] = [];
  let cursor: string | undefined;
  do {
    const filter = { components: [component], statuses: [...VISIBLE_STATUSES], limit: PAGE_SIZE, sessionId, cursor };
    const page = await memories.list(definedFields(filter));
    items.push(...page.memories);
    cursor = page.next;
  } while (cursor !== undefined);
  return items;
}
