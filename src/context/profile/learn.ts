import { z } from 'zod';
import type { ProfileChange, ProfileField, ProfilePart, ProfileProvenance } from '../../contracts/profile-store.ts';
import type { Note } from '../../contracts/store.ts';
import { firstAndLatest, happenedAt, type Memory } from '../../model/memory.ts';
import { parse } from '../../model/parse.ts';
import { unitSchema } from '../../model/primitives.ts';
import { trustOfMemory } from '../../model/trust.ts';
import type { IsUser } from '../../reconcile/voices.ts';
import { untilAborted } from '../../until-aborted.ts';
import { type ExtractProfile, elementOf, misfitOf, type ProfileUpdate, profileUpdateSchema } from './schema.ts';

export const learnConfigSchema = z.object({
  /** Findings of lower confidence are ignored. */
  minConfidence: unitSchema.default(0.7),
  /** Maximum length of a list; the least confident and oldest elements are dropped first. */
  maxItems: z.int().min(1).max(1000).default(20),
});
type ParsedLearnConfig = z.output<typeof learnConfigSchema>;
export type LearnConfig = Readonly<{ [Key in keyof ParsedLearnConfig]?: ParsedLearnConfig[Key] | undefined }>;

export interface ProfileLearning {
  /** The fields that changed. */
  readonly changed: readonly string[];
  /** Fields set by the user that memories contradict; they stay. */
  readonly userSetFields: readonly string[];
  /** Findings that do not fit the schema, with the reason. */
  readonly refused: readonly { readonly name: string; readonly reason: string }[];
}

interface LearnOptions {
  readonly schema: z.ZodObject;
  readonly config: ParsedLearnConfig;
  readonly extract: ExtractProfile;
  /** A custom extraction is refused unknown fields; those of the default one are ignored. */
  readonly isOwnExtract: boolean;
  readonly isUser?: IsUser | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Statuses that remove a learnt value. Archived and merged memories still count. */
const ENDED = new Set<Memory['status']>(['superseded', 'forgotten', 'expired']);

const isOver = ({ status, invalidAt }: Memory, now: Date): boolean =>
  ENDED.has(status) || (invalidAt !== undefined && invalidAt <= now);
const countsNow = (memory: Memory, now: Date): boolean =>
  memory.status === 'active' && memory.doubtedAt === undefined && !isOver(memory, now);
/** Agents, tools, documents and imports cannot change a profile. */
const isFromUser = (memory: Memory): boolean => trustOfMemory(memory) === 'user';

export async function learnFrom(
  given: readonly Memory[],
  fields: readonly ProfileField[],
  { schema, config, extract, isOwnExtract, isUser, signal }: LearnOptions,
  now: Date,
): Promise<ProfileLearning & { changes: ProfileChange[] }> {
  const fieldsByName = new Map(fields.map((field) => [field.name, field]));
  const values = Object.fromEntries(fields.flatMap(({ name, value }) => (value === undefined ? [] : [[name, value]])));
  const changed = given.filter(
    (memory) => countsNow(memory, now) || isOver(memory, now) || memory.doubtedAt !== undefined,
  );
  const memories = new Map(changed.map((memory) => [memory.id, memory]));
  const counting = changed.filter((memory) => countsNow(memory, now)).filter(isFromUser);
  const extracted =
    counting.length === 0
      ? []
      : await untilAborted(Promise.resolve(extract(counting, values, { signal, isUser })), signal);
  const updates = parse(z.array(profileUpdateSchema), extracted, 'extract');
  const refused = updates
    .filter(({ name }) => isOwnExtract && !Object.hasOwn(schema.shape, name))
    .map(({ name }) => ({ name, reason: 'is not a field of this profile' }));
  const userSetFields: string[] = [];
  const changes: ProfileChange[] = [];
  for (const [name, field] of Object.entries(schema.shape)) {
    const before = fieldsByName.get(name);
    const sure = updates.filter((update) => update.name === name && isSure(update, config, memories, before));
    if (before?.source === 'user' && before.value !== undefined) {
      if (sure.length > 0) userSetFields.push(name);
      continue;
    }
    const learnt = learnField({
      name,
      schema: field,
      currentField: before,
      memories,
      updates: sure,
      maxItems: config.maxItems,
    });
    refused.push(...learnt.refused.map((reason) => ({ name, reason })));
    if (learnt.change !== undefined) changes.push(learnt.change);
  }
  return { changes, changed: changes.map(({ name }) => name), userSetFields, refused };
}

function isSure(
  { confidence, memoryIds }: ProfileUpdate,
  { minConfidence }: ParsedLearnConfig,
  memories: ReadonlyMap<string, Memory>,
  currentField: ProfileField | undefined,
): boolean {
  const sources = memoryIds.flatMap((id) => memories.get(id) ?? []);
  if (confidence < minConfidence || sources.length === 0) return false;
  const isClearedByHand = currentField?.source === 'user' && currentField.value === undefined;
  return (
    !isClearedByHand || sources.some((memory) => (memory.lastReinforcedAt ?? memory.createdAt) > currentField.since)
  );
}

interface FieldLearning {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  readonly currentField: ProfileField | undefined;
  readonly memories: ReadonlyMap<string, Memory>;
  readonly updates: readonly ProfileUpdate[];
  readonly maxItems: number;
}

/** Ignores case, spaces and final punctuation: "C" and "C++" stay apart. */
const wording = (text: string): string =>
  text
    .normalize('NFC')
    .toLowerCase()
    .replace(/\s+/g, ' ')
    .replace(/[.!…]$/, '')
    .trim();

interface LearntField {
  readonly change?: ProfileChange;
  readonly refused: readonly string[];
}

/** Smaller changes of confidence write no version. */
const MIN_CONFIDENCE_STEP = 0.05;

function learnField({ name, schema, currentField, memories, updates, maxItems }: FieldLearning): LearntField {
  const keyOf = (value: Note): string => (typeof value === 'string' ? `text ${wording(value)}` : JSON.stringify(value));
  const element = elementOf(schema);
  const before = currentField === undefined ? [] : partsOf(currentField, element !== undefined);
  const remaining = before.flatMap((part) => withoutMemories(part, memories) ?? []);
  const refused: string[] = [];
  let parts = remaining;
  for (const { part, isOver } of inOrder(updates, memories, element !== undefined)) {
    const misfit = misfitOf(element ?? schema, part.value);
    if (misfit !== undefined) refused.push(misfit);
    else parts = isOver ? endPart(parts, part, keyOf) : joinPart(parts, part, element !== undefined, keyOf);
  }
  const successors = new Set([...memories.values()].flatMap(({ supersededBy }) => supersededBy ?? []));
  /** Earlier elements count as unchanged when only their sources change: a name comes with every fact. */
  const keysBefore = new Set(before.map(({ value }) => keyOf(value)));
  parts = parts.map((part) =>
    !keysBefore.has(keyOf(part.value)) && part.provenance.memoryIds.some((id) => successors.has(id))
      ? { ...part, isChanged: true }
      : part,
  );
  parts = limitParts(parts, element === undefined ? undefined : schema, maxItems);
  const value =
    element === undefined ? parts[0]?.value : parts.length === 0 ? undefined : parts.map((part) => part.value);
  const misfit = value === undefined ? undefined : misfitOf(schema, value);
  if (misfit !== undefined) return { refused: [...refused, misfit] };
  if (isSame(before, parts)) return { refused };
  const change: ProfileChange = {
    ...{ name, value, source: 'consolidation', from: currentField?.version ?? 0 },
    confidence: Math.min(1, ...parts.map(({ confidence }) => confidence)),
    provenance: uniteProvenance(parts.map(({ provenance }) => provenance)),
    parts: parts.map(({ value: _, ...part }) => part),
    reason: value === undefined ? 'what it rested on no longer holds' : 'learnt from what was said',
  };
  return { change, refused };
}

function inOrder(updates: readonly ProfileUpdate[], memories: ReadonlyMap<string, Memory>, isList: boolean) {
  const all = updates.flatMap(({ value, confidence, memoryIds, isOver }) => {
    const sources = memoryIds.flatMap((id) => memories.get(id) ?? []);
    const since = new Date(Math.max(...sources.map((memory) => happenedAt(memory).getTime())));
    const provenance = uniteProvenance(sources.map(provenanceOf));
    const values = isList && Array.isArray(value) ? value : [value];
    return values.map((each) => ({ part: { value: each, confidence, since, provenance }, isOver: isOver === true }));
  });
  return all.sort((a, b) => a.part.since.getTime() - b.part.since.getTime());
}

type KeyOf = (value: Note) => string;

function endPart(parts: readonly LearntPart[], ending: LearntPart, keyOf: KeyOf): LearntPart[] {
  const key = keyOf(ending.value);
  return parts.filter(({ value, since }) => keyOf(value) !== key || since > ending.since);
}

/** The newer of two values replaces the older; equal ones merge their sources. */
function joinPart(parts: readonly LearntPart[], next: LearntPart, isList: boolean, keyOf: KeyOf): LearntPart[] {
  const key = keyOf(next.value);
  const at = isList ? parts.findIndex(({ value }) => keyOf(value) === key) : parts.length - 1;
  const old = parts[at];
  if (old === undefined) return [...parts, next];
  const isNewer = next.since >= old.since;
  if (keyOf(old.value) !== key) return isNewer ? parts.with(at, { ...next, isChanged: true }) : [...parts];
  const [newer, older] = isNewer ? [next, old] : [old, next];
  return parts.with(at, {
    ...newer,
    ...(old.isChanged && { isChanged: true, since: older.since }),
    confidence: Math.max(old.confidence, next.confidence),
    provenance: uniteProvenance([older.provenance, newer.provenance]),
  });
}

function limitParts(parts: LearntPart[], list: z.core.$ZodType | undefined, maxItems: number): LearntPart[] {
  if (list === undefined) return parts;
  const isTooLong = (remaining: readonly LearntPart[]) =>
    remaining.length > maxItems ||
    (remaining.length > 1 &&
      misfitOf(
        list,
        remaining.map(({ value }) => value),
      ) !== undefined);
  let remaining = parts;
  for (const weakest of sortLeastSureFirst(parts)) {
    if (!isTooLong(remaining)) break;
    remaining = remaining.filter((part) => part !== weakest);
  }
  return remaining;
}

const isSame = (before: readonly LearntPart[], after: readonly LearntPart[]): boolean =>
  before.length === after.length &&
  before.every((part, at) => {
    const other = after[at];
    return (
      JSON.stringify([part.value, part.provenance.memoryIds]) ===
        JSON.stringify([other?.value, other?.provenance.memoryIds]) &&
      Math.abs(part.confidence - (other?.confidence ?? 0)) < MIN_CONFIDENCE_STEP
    );
  });

export interface LearntPart extends ProfilePart {
  readonly value: Note;
}

export const NO_PROVENANCE: ProfileProvenance = { memoryIds: [], turnIds: [], episodeIds: [] };

export function partsOf({ value, parts, confidence, since, provenance }: ProfileField, isList: boolean): LearntPart[] {
  if (value === undefined) return [];
  const values = isList && Array.isArray(value) ? value : [value];
  return values.map((each, at) => ({ value: each, ...(parts?.[at] ?? { confidence, since, provenance }) }));
}

const mergeIds = (lists: readonly (readonly string[])[]): string[] => firstAndLatest([...new Set(lists.flat())]);

const uniteProvenance = (all: readonly ProfileProvenance[]): ProfileProvenance => ({
  memoryIds: mergeIds(all.map(({ memoryIds }) => memoryIds)),
  turnIds: mergeIds(all.map(({ turnIds }) => turnIds)),
  episodeIds: mergeIds(all.map(({ episodeIds }) => episodeIds)),
});

const provenanceOf = ({ id, provenance }: Memory): ProfileProvenance => ({
  memoryIds: [id],
  turnIds: provenance.turnIds,
  episodeIds: provenance.episodeIds,
});

/** The part without these memories; undefined if it has no other source. */
export function withoutMemories(part: LearntPart, memories: ReadonlyMap<string, Memory>): LearntPart | undefined {
  const removed = part.provenance.memoryIds.flatMap((id) => memories.get(id) ?? []);
  if (removed.length === 0) return part;
  const { memoryIds, turnIds, episodeIds } = uniteProvenance(removed.map(provenanceOf));
  const provenance = {
    memoryIds: part.provenance.memoryIds.filter((id) => !memoryIds.includes(id)),
    turnIds: part.provenance.turnIds.filter((id) => !turnIds.includes(id)),
    episodeIds: part.provenance.episodeIds.filter((id) => !episodeIds.includes(id)),
  };
  return provenance.memoryIds.length === 0 ? undefined : { ...part, provenance };
}

/** Sorts by confidence, then by age, then by position from the end. */
export function sortLeastSureFirst<Part extends Pick<ProfilePart, 'confidence' | 'since'>>(
  parts: readonly Part[],
): Part[] {
  const positions = new Map(parts.map((part, at) => [part, at]));
  const rank = (part: Part) => positions.get(part) ?? 0;
  return [...parts].sort(
    (a, b) => a.confidence - b.confidence || a.since.getTime() - b.since.getTime() || rank(b) - rank(a),
  );
}
