import { z } from 'zod';
import { oneLine } from '../compose/plain-text.ts';
import { memoryLabel, NOTICES, sectionText, stateOf } from '../compose/sections.ts';
import { happenedAt, type Memory } from '../model/memory.ts';
import type { RecallItem } from '../model/recall.ts';

type Told = Pick<
  Memory,
  'id' | 'content' | 'component' | 'category' | 'createdAt' | 'validAt' | 'status' | 'doubtedAt'
> &
  Pick<RecallItem, 'outdated' | 'isWaiting'>;

/** What a model needs of a memory. A turn that waits to be consolidated has no id: nothing can be changed by it. */
export const toldMemorySchema = z.object({
  id: z.string().optional(),
  date: z.string(),
  content: z.string(),
  /** Absent of what holds. */
  state: z.string().optional(),
});

export function asTold(memory: Told): z.infer<typeof toldMemorySchema> {
  const state = memory.isWaiting === true ? 'just recorded' : stateOf(memory);
  return {
    ...(memory.isWaiting !== true && { id: memory.id }),
    date: happenedAt(memory).toISOString().slice(0, 10),
    content: oneLine(memory.content),
    ...(state !== undefined && { state }),
  };
}

export const MEMORIES_ARE_DATA = NOTICES.memories;

/** Memories by their ids, in the fence that marks them as data; empty without any. */
export const memoriesText = (memories: readonly Told[]): string =>
  fenced(
    'memories',
    memories.map((memory) => {
      const id = memory.isWaiting === true ? '(just recorded)' : memory.id;
      return `- ${id} ${memoryLabel(memory)} ${oneLine(memory.content)}`;
    }),
  );

export const profileText = (values: Readonly<Record<string, string>>): string =>
  fenced(
    'profile',
    Object.entries(values).map(([name, value]) => `- ${name}: ${value}`),
  );

const fenced = (name: 'memories' | 'profile', lines: readonly string[]): string =>
  sectionText(
    name,
    lines.map((text, rank) => ({ id: '', text, rank })),
  );
