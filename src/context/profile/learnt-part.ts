import type { ProfileField, ProfilePart, ProfileProvenance } from '../../contracts/profile-store.ts';
import type { Note } from '../../contracts/store.ts';
import { firstAndLatest, type Memory } from '../../model/memory.ts';

/** An element of a list, or a value that is none, with what it rests on. */
export interface LearntPart extends ProfilePart {
  readonly value: Note;
}

export const NO_PROVENANCE: ProfileProvenance = { memoryIds: [], turnIds: [], episodeIds: [] };

/** What a field holds, one by one. */
export function partsOf({ value, parts, confidence, since, provenance }: ProfileField, isList: boolean): LearntPart[] {
  if (value === undefined) return [];
  const values = isList && Array.isArray(value) ? value : [value];
  return values.map((each, at) => ({ value: each, ...(parts?.[at] ?? { confidence, since, provenance }) }));
}

const merged = (lists: readonly (readonly string[])[]): string[] => firstAndLatest([...new Set(lists.flat())]);

export const unitedProvenance = (all: readonly ProfileProvenance[]): ProfileProvenance => ({
  memoryIds: merged(all.map(({ memoryIds }) => memoryIds)),
  turnIds: merged(all.map(({ turnIds }) => turnIds)),
  episodeIds: merged(all.map(({ episodeIds }) => episodeIds)),
});

export const provenanceOf = ({ id, provenance }: Memory): ProfileProvenance => ({
  memoryIds: [id],
  turnIds: provenance.turnIds,
  episodeIds: provenance.episodeIds,
});

/** The part without these memories; undefined if it rests on nothing else. */
export function without(part: LearntPart, memories: ReadonlyMap<string, Memory>): LearntPart | undefined {
  const gone = part.provenance.memoryIds.flatMap((id) => memories.get(id) ?? []);
  if (gone.length === 0) return part;
  const { memoryIds, turnIds, episodeIds } = unitedProvenance(gone.map(provenanceOf));
  const provenance = {
    memoryIds: part.provenance.memoryIds.filter((id) => !memoryIds.includes(id)),
    turnIds: part.provenance.turnIds.filter((id) => !turnIds.includes(id)),
    episodeIds: part.provenance.episodeIds.filter((id) => !episodeIds.includes(id)),
  };
  return provenance.memoryIds.length === 0 ? undefined : { ...part, provenance };
}

/** What to part with first: the least sure, then what was said longest ago, then what stands last. */
export function leastFirst<Part extends Pick<ProfilePart, 'confidence' | 'since'>>(parts: readonly Part[]): Part[] {
  const place = new Map(parts.map((part, at) => [part, at]));
  const rank = (part: Part) => place.get(part) ?? 0;
  return [...parts].sort(
    (a, b) => a.confidence - b.confidence || a.since.getTime() - b.since.getTime() || rank(b) - rank(a),
  );
}
