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

/** The fields that a model needs. An episode that waits for consolidation has no id, since no operation can change it. */
export const shownMemorySchema = z.object({
  id: z.string().optional(),
  date: z.string(),
  content: z.string(),
  /** The speaker unless it was the user, how the memory was read, and whether it is outdated. */
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

/** Stored memories have the speaker's role in their metadata, recalled items in a field. */
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

/** Memories with their ids, fenced as data; empty without memories. */
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
