import { z } from 'zod';
import { oneLine } from '../compose/plain-text.ts';
import { memoryLabel, NOTICES, sectionText, stateNoteOf } from '../compose/sections.ts';
import { type ListedMemory, readAs, roleNoteOf } from '../model/listed.ts';
import { happenedAt } from '../model/memory.ts';
import { type RecallItem, roleOf, spokenBy } from '../model/recall.ts';

type MemoryToShow = Pick<
  ListedMemory,
  'id' | 'content' | 'type' | 'component' | 'category' | 'createdAt' | 'validAt' | 'status' | 'doubtedAt' | 'alsoIn'
> &
  Pick<RecallItem, 'outdated' | 'isWaiting' | 'role' | 'speaker'> &
  Partial<Pick<ListedMemory, 'metadata'>>;

/** What a model needs of a memory. A turn that waits to be consolidated has no id: nothing can be changed by it. */
export const shownMemorySchema = z.object({
  id: z.string().optional(),
  date: z.string(),
  content: z.string(),
  /** Who said it, unless it was the user, what it was taken for, and whether it no longer holds. */
  state: z.string().optional(),
});

export function toShownMemory(memory: MemoryToShow): z.infer<typeof shownMemorySchema> {
  const state = memory.isWaiting === true ? 'just recorded' : stateNoteOf(memory);
  const notes = [oneLine(roleNoteOf(withSpeakerRole(memory)) ?? '') || undefined, readingNoteOf(memory), state].filter(
    (note) => note !== undefined,
  );
  return {
    ...(memory.isWaiting !== true && { id: memory.id }),
    date: happenedAt(memory).toISOString().slice(0, 10),
    content: oneLine(memory.content),
    ...(notes.length > 0 && { state: notes.join(', ') }),
  };
}

/** A memory notes whose words it is among its metadata, what was recalled by itself. */
const withSpeakerRole = (memory: MemoryToShow): MemoryToShow => ({
  ...memory,
  role: memory.role ?? roleOf(memory),
  speaker: memory.speaker ?? spokenBy(memory),
});

function readingNoteOf(memory: MemoryToShow): string | undefined {
  const read = readAs(memory);
  return read && `read as ${read}`;
}

export const MEMORIES_ARE_DATA = NOTICES.memories;

/** Memories by their ids, in the fence that marks them as data; empty without any. */
export const memoriesText = (memories: readonly MemoryToShow[]): string =>
  fenced(
    'memories',
    memories.map((memory) => {
      const id = memory.isWaiting === true ? '(just recorded)' : memory.id;
      return `- ${id} ${memoryLabel(withSpeakerRole(memory), readingNoteOf(memory))} ${oneLine(memory.content)}`;
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
