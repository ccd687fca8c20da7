import type { z } from 'zod';
import type { ProfileChange, ProfileField } from '../../contracts/profile-store.ts';
import type { Note } from '../../contracts/store.ts';
import { itemKey } from '../../languages/english/profile/item-key.ts';
import { happenedAt, type Memory } from '../../model/memory.ts';
import { type LearntPart, leastFirst, partsOf, provenanceOf, unitedProvenance, without } from './learnt-part.ts';
import type { ProfileUpdate } from './profile-update.ts';
import { elementOf, misfitOf } from './schema-fields.ts';

export interface Learning {
  readonly name: string;
  readonly schema: z.core.$ZodType;
  readonly held: ProfileField | undefined;
  /** Everything that was made or changed, by id. */
  readonly memories: ReadonlyMap<string, Memory>;
  /** What those of them that count say of this field. */
  readonly updates: readonly ProfileUpdate[];
  readonly maxItems: number;
}

export interface Learnt {
  readonly change?: ProfileChange;
  readonly refused: readonly string[];
}

/** A rise or fall of confidence that is worth a version of its own. */
const TELLING_STEP = 0.05;

/** What a field becomes: what rested on the changed memories alone goes, and what they say now comes. */
export function learnField({ name, schema, held, memories, updates, maxItems }: Learning): Learnt {
  const element = elementOf(schema);
  const before = held === undefined ? [] : partsOf(held, element !== undefined);
  const kept = before.flatMap((part) => without(part, memories) ?? []);
  const refused: string[] = [];
  let parts = kept;
  for (const { part, isOver } of inOrder(updates, memories, element !== undefined)) {
    const misfit = misfitOf(element ?? schema, part.value);
    if (misfit !== undefined) refused.push(misfit);
    else parts = isOver ? ended(name, parts, part) : joined(name, parts, part, element !== undefined);
  }
  parts = bounded(parts, element === undefined ? undefined : schema, maxItems);
  const value =
    element === undefined ? parts[0]?.value : parts.length === 0 ? undefined : parts.map((part) => part.value);
  const misfit = value === undefined ? undefined : misfitOf(schema, value);
  if (misfit !== undefined) return { refused: [...refused, misfit] };
  if (isSame(before, parts)) return { refused };
  const change: ProfileChange = {
    ...{ name, value, source: 'consolidation', from: held?.version ?? 0 },
    confidence: Math.min(1, ...parts.map(({ confidence }) => confidence)),
    provenance: unitedProvenance(parts.map(({ provenance }) => provenance)),
    parts: parts.map(({ value: _, ...part }) => part),
    reason: value === undefined ? 'what it rested on no longer holds' : 'learnt from what was said',
  };
  return { change, refused };
}

/** Each element said, oldest first. */
function inOrder(updates: readonly ProfileUpdate[], memories: ReadonlyMap<string, Memory>, isList: boolean) {
  const all = updates.flatMap(({ value, confidence, memoryIds, isOver }) => {
    const sources = memoryIds.flatMap((id) => memories.get(id) ?? []);
    const since = new Date(Math.max(...sources.map((memory) => happenedAt(memory).getTime())));
    const provenance = unitedProvenance(sources.map(provenanceOf));
    const values = isList && Array.isArray(value) ? value : [value];
    return values.map((each) => ({ part: { value: each, confidence, since, provenance }, isOver: isOver === true }));
  });
  return all.sort((a, b) => a.part.since.getTime() - b.part.since.getTime());
}

const keyOf = (name: string, value: Note): string =>
  typeof value === 'string' ? `text ${itemKey(name, value)}` : JSON.stringify(value);

function ended(name: string, parts: readonly LearntPart[], over: LearntPart): LearntPart[] {
  const key = keyOf(name, over.value);
  return parts.filter(({ value, since }) => keyOf(name, value) !== key || since > over.since);
}

/** The newer of two that are about the same is what counts; where they say the same, it rests on both. */
function joined(name: string, parts: readonly LearntPart[], next: LearntPart, isList: boolean): LearntPart[] {
  const key = keyOf(name, next.value);
  const at = isList ? parts.findIndex(({ value }) => keyOf(name, value) === key) : parts.length - 1;
  const old = parts[at];
  if (old === undefined) return [...parts, next];
  const isNewer = next.since >= old.since;
  const isNative = old.value === `${next.value} (native)`;
  const isSaidAgain = isNative || keyOf('', old.value) === keyOf('', next.value);
  if (!isSaidAgain) return isNewer ? parts.with(at, next) : [...parts];
  const [newer, older] = isNewer ? [next, old] : [old, next];
  return parts.with(at, {
    ...newer,
    value: isNative ? old.value : newer.value,
    confidence: Math.max(old.confidence, next.confidence),
    provenance: unitedProvenance([older.provenance, newer.provenance]),
  });
}

function bounded(parts: LearntPart[], list: z.core.$ZodType | undefined, maxItems: number): LearntPart[] {
  if (list === undefined) return parts;
  const isTooLong = (held: readonly LearntPart[]) =>
    held.length > maxItems ||
    (held.length > 1 &&
      misfitOf(
        list,
        held.map(({ value }) => value),
      ) !== undefined);
  let held = parts;
  for (const least of leastFirst(parts)) {
    if (!isTooLong(held)) break;
    held = held.filter((part) => part !== least);
  }
  return held;
}

const isSame = (before: readonly LearntPart[], after: readonly LearntPart[]): boolean =>
  before.length === after.length &&
  before.every((part, at) => {
    const other = after[at];
    return (
      JSON.stringify([part.value, part.provenance.memoryIds]) ===
        JSON.stringify([other?.value, other?.provenance.memoryIds]) &&
      Math.abs(part.confidence - (other?.confidence ?? 0)) < TELLING_STEP
    );
  });
