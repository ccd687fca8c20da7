import type { Memory } from '../../../../src/index.ts';
import type { LinkType } from '../../../../src/model/graph.ts';
import type { MemoryChange } from '../../../../src/model/revision.ts';
import { memory as handle, souvenir } from '../../memory.ts';
import { counted } from '../../parts/numbers.ts';
import type { Done } from '../../parts/use-act.ts';
import { go, route } from '../../route.ts';
import { chosenIn } from './filters.ts';

export const openMemory = (id: string | undefined): void => go('memories', id, chosenIn(route.value.query));

/** Undone step by step: `rollback` would also revert later changes by others. */
export async function correct(wrong: Memory, content: string): Promise<Done> {
  const { memories } = handle.value;
  const right = await memories.correct(wrong.id, { content });
  openMemory(right.id);
  return {
    text: 'Corrected: this memory supersedes the wrong one.',
    async undo() {
      await memories.restore(wrong.id);
      await memories.supersede(right.id, { by: wrong.id });
      openMemory(wrong.id);
    },
  };
}

export async function update(before: Memory, change: MemoryChange): Promise<Done> {
  const { memories } = handle.value;
  await memories.update(before.id, change);
  const was = Object.fromEntries(Object.keys(change).map((field) => [field, before[field as keyof Memory]]));
  return { text: 'Changed.', undo: () => memories.update(before.id, { ...was, reason: 'undone' }) };
}

export async function reinforce({ id, confidence }: Memory): Promise<Done> {
  const { memories } = handle.value;
  const { confidence: raised } = await memories.reinforce(id);
  const text =
    raised > confidence ? 'Confirmed: its confidence is higher.' : 'Confirmed: its confidence was already the maximum.';
  return { text, undo: () => memories.update(id, { confidence, reason: 'undone' }) };
}

export async function archive({ id }: Memory): Promise<Done> {
  const { memories } = handle.value;
  await memories.archive(id);
  return { text: 'Archived: it is no longer recalled.', undo: () => memories.restore(id) };
}

export async function forget({ id }: Memory): Promise<Done> {
  const { memories } = handle.value;
  await memories.forget(id);
  return {
    text: 'Forgotten. You can restore it here or from the list of forgotten memories.',
    undo: () => memories.restore(id),
  };
}

/** A restored memory supersedes its successor: both active would contradict each other. */
export async function restore({
  id,
  status,
  supersededBy,
}: Pick<Memory, 'id' | 'status' | 'supersededBy'>): Promise<Done> {
  const { memories } = handle.value;
  const by = status === 'superseded' && supersededBy !== undefined ? await memories.get(supersededBy) : undefined;
  await memories.restore(id);
  if (by?.status !== 'active')
    return {
      text: 'Restored: it is active again.',
      ...(status === 'archived' && { undo: () => memories.archive(id) }),
      ...(status === 'forgotten' && { undo: () => memories.forget(id) }),
    };
  await memories.supersede(by.id, { by: id });
  return {
    text: 'Restored: it is active again and supersedes its replacement.',
    async undo() {
      await memories.restore(by.id);
      await memories.supersede(id, { by: by.id });
    },
  };
}

export async function erase({ id, tenantId, userId, agentId }: Memory): Promise<Done> {
  const { memoryIds, episodeIds } = await souvenir.value.erase({ tenantId, userId, agentId, memoryIds: [id] });
  openMemory(undefined);
  return {
    text: `Erased for good: ${counted(memoryIds.length, 'memory', 'memories')} and ${counted(episodeIds.length, 'turn', 'turns')}.`,
  };
}

export async function link({ id }: Memory, to: string, type: LinkType): Promise<Done> {
  const { memories } = handle.value;
  await memories.link(id, { to, type });
  return { text: 'Linked.', undo: () => memories.unlink(id, { to, type }) };
}

interface RemovedLink {
  readonly fromId: string;
  readonly toId: string;
  readonly type: LinkType;
  readonly strength: number;
}

export async function unlink({ fromId, toId: to, type, strength }: RemovedLink): Promise<Done> {
  const { memories } = handle.value;
  await memories.unlink(fromId, { to, type });
  return { text: 'The link is removed.', undo: () => memories.link(fromId, { to, type, strength }) };
}
