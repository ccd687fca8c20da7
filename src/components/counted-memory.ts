import type { StoredEpisode } from '../model/episode.ts';
import { firstAndLatest, type Memory, type MemoryDraft, type MemoryUpdate } from '../model/memory.ts';

export interface CountedMemory {
  readonly content: string;
  readonly category: string;
  readonly importance: number;
  readonly confidence: number;
  readonly metadata: object;
  readonly validAt: Date;
  readonly episodes: readonly StoredEpisode[];
}

export const confidenceAfter = (count: number): number => (count + 1) / (count + 2);

export function countDraft({ episodes, metadata, ...count }: CountedMemory, entityIds: readonly string[]): MemoryDraft {
  return {
    ...count,
    type: 'procedural',
    entityIds: [...entityIds],
    metadata: plainJson(metadata),
    episodeIds: firstAndLatest(episodes.map(({ id }) => id)),
  };
}

export function countUpdate(memory: Memory, { episodes, metadata, ...count }: CountedMemory, now: Date): MemoryUpdate {
  const { provenance, confidenceTrajectory } = memory;
  const { confidence } = count;
  return {
    ...count,
    id: memory.id,
    confidenceTrajectory: firstAndLatest([...confidenceTrajectory, { confidence, at: now }]),
    metadata: plainJson(metadata),
    provenance: {
      ...provenance,
      episodeIds: firstAndLatest([...provenance.episodeIds, ...episodes.map(({ id }) => id)]),
      turnIds: firstAndLatest([...provenance.turnIds, ...episodes.flatMap((episode) => episode.metadata.turnId ?? [])]),
    },
    ...{ updatedAt: now, lastReinforcedAt: now, fadedAt: null },
  };
}

/** JSON turns dates into text and drops `undefined`. */
const plainJson = (metadata: object): NonNullable<MemoryDraft['metadata']> => JSON.parse(JSON.stringify(metadata));

const SPACE = /\s+/g;

export function shorten(text: string, maxChars: number): string {
  const line = text
    .slice(0, 4 * maxChars)
    .replace(SPACE, ' ')
    .trim();
  return line.length <= maxChars && text.length <= 4 * maxChars
    ? line
    : `${line
        .slice(0, maxChars - 1)
        .toWellFormed()
        .trimEnd()}…`;
}

export const percent = (part: number, whole: number): string => `${Math.round((100 * part) / whole)} %`;

export const day = (moment: Date): string => moment.toISOString().slice(0, 10);

export const withoutFinalStop = (text: string): string => text.replace(/(?<![.\s])[.\s]+$/, '');
