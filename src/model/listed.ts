import type { Role } from './episode.ts';
import type { Memory } from './memory.ts';
import type { RecallItem, RepeatingMemory } from './recall.ts';
import { withoutPrompt } from './without-prompt.ts';

/** A memory in a list, with the memories that repeat a part of it. */
export interface ListedMemory extends Memory {
  readonly alsoIn?: readonly RepeatingMemory[] | undefined;
}

/** A turn and the memories that quote it become one entry, at the position of the first of them. */
export function foldTurns(memories: readonly Memory[]): ListedMemory[] {
  const turns = new Map(memories.filter(isTurn).map((turn) => [sourceOf(turn), turn]));
  const parts = new Map<Memory, Memory[]>();
  for (const memory of memories) {
    const turn = turns.get(sourceOf(memory));
    const shown = turn !== undefined && isPartOf(memory, turn) ? turn : memory;
    parts.set(shown, [...(parts.get(shown) ?? []), ...(shown === memory ? [] : [memory])]);
  }
  return [...parts].map(([memory, also]) =>
    also.length === 0 ? memory : { ...memory, alsoIn: also.map(repeatingMemoryOf) },
  );
}

const isTurn = ({ type }: Memory): boolean => type === 'episodic';

/** The only source turn of a memory, if it has exactly one. */
export const sourceOf = ({ agentId, provenance: { episodeIds } }: Memory): string | undefined =>
  episodeIds.length === 1 ? `${agentId}\n${episodeIds[0]}` : undefined;

/** Whether a memory was drawn only from this turn, and quotes a part of it. */
export function isPartOf(memory: Memory, turn: Memory): boolean {
  const { speaker } = memory.metadata;
  const named = `${String(speaker)}: `;
  const content = withoutPrompt(memory.content);
  const ownText = content.startsWith(named) ? content.slice(named.length) : content;
  const source = sourceOf(memory);
  const isDrawn = isTurn(turn) && !isTurn(memory) && source !== undefined && source === sourceOf(turn);
  return isDrawn && turn.content.replace(/\s+/g, ' ').includes(ownText.replace(/\s+/g, ' '));
}

export function repeatingMemoryOf({
  id,
  component,
  type,
  category,
  status,
  metadata: { field },
}: Memory): RepeatingMemory {
  return { id, component, type, category, status, ...(typeof field === 'string' && { field }) };
}

/** The fields and categories drawn from a turn: "home, people (superseded)". */
export function readAs({ type, alsoIn = [] }: Pick<ListedMemory, 'type' | 'alsoIn'>): string | undefined {
  if (type !== 'episodic') return undefined;
  const readings = alsoIn.filter((also) => also.type !== 'episodic').map(readingOf);
  return readings.length === 0 ? undefined : [...new Set(readings)].join(', ');
}

export const readingOf = ({ category, field = category, status }: RepeatingMemory): string =>
  status === 'active' ? field : `${field} (${status})`;

const ROLE_NOTES: Readonly<Partial<Record<Role, string>>> = {
  assistant: 'by the assistant',
  tool: 'by a tool',
  system: 'by the application',
};

/** The speaker, unless it was the user: a person by name, unless the content has the name. */
export function roleNoteOf({ role, speaker, content }: Pick<RecallItem, 'role' | 'speaker'> & { content: string }) {
  if (role !== undefined && ROLE_NOTES[role] !== undefined) return ROLE_NOTES[role];
  return speaker === undefined || content.includes(speaker) ? undefined : `by ${speaker}`;
}
