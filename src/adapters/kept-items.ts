import type { Memory } from '../model/memory.ts';
import { MAX_CONTENT_LENGTH } from '../model/primitives.ts';
import type { ScopeInput } from '../model/scope.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { Memories } from '../souvenir/memories.ts';
import type { PartOf } from './part-of.ts';

/** What keeps JSON word for word: an import adds memories under ids of ours, and neither merges nor replaces any. */
export type KeepingMemory = PartOf<ScopedSouvenir, 'import'> & {
  readonly scope: ScopeInput;
  readonly memories: PartOf<Memories, 'get' | 'list' | 'update' | 'restore' | 'forget'>;
};

export interface KeptItem {
  readonly id: string;
  readonly content: string;
  readonly type: Memory['type'];
  readonly status: Memory['status'];
  readonly category: string;
  readonly metadata: Memory['metadata'];
  readonly sessionId?: string;
  readonly episodeIds?: readonly string[];
}

/** All that is not forgotten: consolidation may have put an item away, and the item is still there. */
const HELD = ['active', 'expired', 'decayed', 'archived', 'superseded'] as const;
const PAGE = 1000;

/** Adds what is not there under its id, and says how many. */
export async function addItems(
  { scope: { sessionId: _, ...place }, import: bring }: KeepingMemory,
  component: string,
  items: readonly KeptItem[],
): Promise<number> {
  const at = new Date();
  const header = { kind: 'export', format: 1, ...place, at } as const;
  const records = items.map(({ content, episodeIds = [], ...item }) => ({
    ...{ kind: 'memory', ...place, ...item, component, content: content.slice(0, MAX_CONTENT_LENGTH) },
    ...{ importance: 0.5, confidence: 0.8, confidenceTrajectory: [{ confidence: 0.8, at }], salience: 0.5 },
    ...{ entityIds: [], provenance: { episodeIds, turnIds: [] }, createdAt: at, updatedAt: at, accessCount: 0 },
  }));
  return (await bring([header, ...records])).memories;
}

/** Every item of a component, in no order. */
export async function listItems(
  { memories }: KeepingMemory,
  component: string,
  sessionId?: string,
): Promise<readonly Memory[]> {
  const items: Memory[] = [];
  let cursor: string | undefined;
  do {
    const page = await memories.list({
      ...{ components: [component], statuses: [...HELD], limit: PAGE },
      ...(sessionId !== undefined && { sessionId }),
      ...(cursor !== undefined && { cursor }),
    });
    items.push(...page.memories);
    cursor = page.next;
  } while (cursor !== undefined);
  return items;
}
