import type { Fenced } from '../model/memory-block.ts';
import { chunkLabel, memoryLabel, procedureLabel, turnLabel } from './labels.ts';
import type { ChunkPart, MemoryPart, Parts, TurnPart } from './parts.ts';
import { asSaid, linesOf, oneLine, setIn } from './plain-text.ts';

/** What is kept or cut as a whole. */
export interface Item {
  readonly id: string;
  readonly text: string;
  /** 0 is worth most and cut last. */
  readonly rank: number;
  /** What a user or an assistant said, for a chat in which they say it again. */
  readonly said?: { readonly role: 'user' | 'assistant'; readonly content: string };
}

export type Sections = Readonly<Record<Fenced, readonly Item[]>>;

/** Every section's items in the order in which they stand in it. */
export function sectionsOf(parts: Parts): Sections {
  const { instructions, persona, profile = '', procedures, memories, documents, recent } = parts;
  const opposed = contradictionsIn(parts);
  return {
    instructions: whole('instructions', instructions),
    persona: whole('persona', persona),
    profile: linesOf(profile).map((line, rank) => ({
      ...{ id: `profile.${rank + 1}`, rank },
      text: `- ${line.replace(/^[-*•] /, '')}`,
    })),
    procedures: procedures.map((procedure, rank) => ({
      ...{ id: procedure.name, rank },
      text: `- ${procedureLabel(procedure)}\n${setIn(procedure.text)}`,
    })),
    memories: ranked(memories).map(({ item, rank }) => ({
      ...{ id: item.id, rank },
      text: `- ${memoryLabel(item, opposed.byMemory.get(item.id))} ${oneLine(item.content)}`,
    })),
    documents: ranked(documents).map(({ item, rank }) => ({
      ...{ id: item.id, rank },
      text: `- ${chunkLabel(item, opposed.byChunk.get(item.id))}\n${setIn(item.content)}`,
    })),
    recent: recent.map((turn, at) => ({
      ...{ id: turn.id ?? `recent.${at + 1}`, rank: recent.length - 1 - at },
      ...saidIn(turn),
      text: `- ${turnLabel(turn)}\n${setIn(turn.content)}`,
    })),
  };
}

const whole = (id: string, text = ''): Item[] => (text.trim() === '' ? [] : [{ id, text: setIn(text), rank: 0 }]);

/** Nothing where nobody of the two spoke, or said only what cannot be seen: providers refuse an empty message. */
function saidIn({ role, content }: TurnPart): Pick<Item, 'said'> {
  const said = asSaid(content);
  return (role === 'user' || role === 'assistant') && said.trim() !== '' ? { said: { role, content: said } } : {};
}

/** The order stays; where every item has a score, it says what an item is worth. */
function ranked<Each extends { readonly score?: number | undefined }>(items: readonly Each[]) {
  const positions = items.map((_, at) => at);
  const scoreAt = (at: number): number => items[at]?.score ?? 0;
  if (items.every(({ score }) => score !== undefined)) positions.sort((a, b) => scoreAt(b) - scoreAt(a) || a - b);
  const ranks = new Map(positions.map((at, rank) => [at, rank]));
  return items.map((item, at) => ({ item, rank: ranks.get(at) as number }));
}

function contradictionsIn({ contradictions, memories, documents }: Parts) {
  const byMemory = new Map<string, ChunkPart[]>();
  const byChunk = new Map<string, MemoryPart[]>();
  for (const { memoryId, chunkId } of contradictions) {
    const memory = memories.find(({ id }) => id === memoryId);
    const chunk = documents.find(({ id }) => id === chunkId);
    if (memory === undefined || chunk === undefined) continue;
    byMemory.set(memoryId, [...(byMemory.get(memoryId) ?? []), chunk]);
    byChunk.set(chunkId, [...(byChunk.get(chunkId) ?? []), memory]);
  }
  return { byMemory, byChunk };
}
