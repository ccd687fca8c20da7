import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { documentOwnerOf } from '../context/documents/stored-documents.ts';
import { instructionOwnerOf } from '../context/instructions/stored-instructions.ts';
import { profileOwnerOf } from '../context/profile/stored-profile.ts';
import type { Component } from '../contracts/component.ts';
import {
  entityPages,
  episodePages,
  everySession,
  histories,
  linksAt,
  memoryPages,
  type Store,
  stepPages,
} from '../contracts/store.ts';
import { episodeSchema } from '../model/episode.ts';
import { type Entity, entitySchema, linkSchema, relationshipSchema } from '../model/graph.ts';
import { causeSchema, memorySchema, memoryStatusSchema } from '../model/memory.ts';
import { momentSchema, nameSchema } from '../model/primitives.ts';
import { type Owner, ownerKey, ownerSchema, targetOwnerOf } from '../model/scope.ts';
import type { MemoryVersion } from '../model/version.ts';
import { recallChangeSchema, withCurrentNames } from '../recall/config.ts';
import { projectTestsSchema, type SettingsExport } from '../recall/saved-settings.ts';
import { textsIn } from '../text/texts-in.ts';
import { yieldToEventLoop } from '../yield-to-event-loop.ts';

const count = z.int().nonnegative();
/** The agent that owns the record, or the owner of shared memories. */
const ownerFields = { agentId: ownerSchema.shape.agentId };

const versionSchema = z.object({ since: momentSchema, cause: causeSchema, memory: memorySchema });

export const recordSchema = z.discriminatedUnion('kind', [
  /** The owner; always the first record. */
  ownerSchema.extend({ kind: z.literal('export'), format: z.literal(1), at: momentSchema }),
  episodeSchema.extend({ kind: z.literal('episode'), position: count }),
  z.object({ kind: z.literal('session'), ...ownerFields, sessionId: nameSchema, endedAt: momentSchema }),
  /** Includes every version, oldest first, of a memory that was changed. */
  memorySchema.extend({ kind: z.literal('memory'), versions: z.array(versionSchema).optional() }),
  linkSchema.extend({ kind: z.literal('link'), ...ownerFields }),
  entitySchema.extend({ kind: z.literal('entity'), ...ownerFields }),
  relationshipSchema.extend({ kind: z.literal('relationship'), ...ownerFields }),
  z.object({
    ...{ kind: z.literal('progress'), ...ownerFields, component: nameSchema, sessionId: nameSchema },
    ...{ from: count, through: count, at: momentSchema },
  }),
  /** Recall settings, which are the same for every user, and this user's test queries. */
  z.object({ kind: z.literal('settings'), ...ownerFields, recall: recallChangeSchema, tests: projectTestsSchema }),
]);
/** A line of an export: the owner first, then episodes, sessions, memories with their versions, and the rest. */
export type ExportRecord = z.infer<typeof recordSchema>;

/** Checks a record; one without an owner gets this one. Versions are checked one by one, as there may be many. */
export async function parseRecord(value: unknown, owner: Owner): Promise<ExportRecord> {
  if (!isObject(value)) return checked(recordSchema, value);
  const { versions, ...rest } = value as { readonly versions?: unknown };
  if ('recall' in value) return checked(recordSchema, { ...owner, ...value, recall: withCurrentNames(value.recall) });
  if (!Array.isArray(versions)) return checked(recordSchema, { ...owner, ...value });
  const record = checked(recordSchema, { ...owner, ...rest, versions: [] });
  if (record.kind !== 'memory') return record;
  const read: z.output<typeof versionSchema>[] = [];
  for (const [at, version] of versions.entries()) {
    await yieldToEventLoop();
    read.push(checked(versionSchema, version, `versions.${at}`));
  }
  return { ...record, versions: read };
}

function checked<Schema extends z.ZodType>(schema: Schema, value: unknown, ...at: string[]): z.output<Schema> {
  const { data, error } = schema.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (issue !== undefined) throw new Error(`${[...at, ...issue.path].join('.')}: ${issue.message}`);
  return data as z.output<Schema>;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** The owners of an agent's data: its own, the shared ones of its components, and those of the user's profile, documents and instructions. */
export function targetOwnersOf(
  { components }: { readonly components: readonly Pick<Component, 'sharedAs'>[] },
  owner: Owner,
): Owner[] {
  const componentOwners = components.map((component) => targetOwnerOf(component, owner));
  const userOwners = [profileOwnerOf(owner), documentOwnerOf(owner), instructionOwnerOf(owner)];
  return [
    ...new Map(
      [owner, ...componentOwners, ...userOwners].map((targetOwner) => [ownerKey(targetOwner), targetOwner]),
    ).values(),
  ];
}

interface ExportOptions {
  readonly at: Date;
  readonly withForgotten: boolean;
  readonly settings: SettingsExport;
}

/** Exports all data of an agent's memory; forgotten memories only on request. */
export async function* exportRecords(
  store: Store,
  owner: Owner,
  targetOwners: readonly Owner[],
  { at, withForgotten, settings: { recall, tests } }: ExportOptions,
): AsyncGenerator<ExportRecord> {
  yield { kind: 'export', format: 1, ...owner, at };
  const hiddenIds = new Set<string>();
  if (!withForgotten)
    for (const targetOwner of targetOwners)
      for await (const page of memoryPages(store, targetOwner, { statuses: ['forgotten'] }))
        for (const { id } of page) hiddenIds.add(id);
  for (const targetOwner of targetOwners) yield* exportOwner(store, targetOwner, hiddenIds);
  // A test that expects a forgotten memory would reveal it.
  const visibleTests = tests.filter(({ expected }) => !expected.some((id) => hiddenIds.has(id)));
  if (Object.keys(recall).length + visibleTests.length > 0)
    yield { kind: 'settings', agentId: owner.agentId, recall, tests: visibleTests };
}

async function* exportOwner(
  store: Store,
  targetOwner: Owner,
  hiddenIds: ReadonlySet<string>,
): AsyncGenerator<ExportRecord> {
  const { agentId } = targetOwner;
  const withHidden = hiddenIds.size === 0;
  for (const { sessionId, endedAt } of await everySession(store, targetOwner)) {
    if (endedAt !== undefined) yield { kind: 'session', agentId, sessionId, endedAt };
    for await (const page of episodePages(store, targetOwner, { sessionId, withHidden })) {
      await setImmediate();
      for (const { hiddenBy: _, ...episode } of page) yield { kind: 'episode', ...episode };
    }
  }
  const named = new Set<string>();
  for await (const page of memoryPages(store, targetOwner, { statuses: memoryStatusSchema.options })) {
    await setImmediate();
    const visible = page.filter(({ id }) => !hiddenIds.has(id));
    const ids = new Set(visible.map(({ id }) => id));
    const versions = await histories(store, targetOwner, [...ids]);
    for (const memory of visible) {
      for (const id of memory.entityIds) named.add(id);
      yield { kind: 'memory', ...memory, ...visibleVersions(versions.get(memory.id) ?? [], hiddenIds) };
    }
    // A link is listed at both of its ends, and exported only where it starts.
    for (const link of ids.size === 0 ? [] : await linksAt(store, targetOwner, [...ids]))
      if (ids.has(link.fromId) && !hiddenIds.has(link.toId)) yield { kind: 'link', agentId, ...link };
  }
  for await (const page of entityPages(store, targetOwner)) {
    const ids = new Set(page.map(({ id }) => id));
    const relationships = (await store.relationshipsOf(targetOwner, [...ids])).filter(
      ({ memoryId = '' }) => !hiddenIds.has(memoryId),
    );
    const isVisible = ({ id }: Entity) =>
      withHidden || named.has(id) || relationships.some(({ fromId, toId }) => fromId === id || toId === id);
    for (const entity of page.filter(isVisible)) yield { kind: 'entity', agentId, ...entity };
    for (const relationship of relationships)
      if (ids.has(relationship.fromId)) yield { kind: 'relationship', agentId, ...relationship };
  }
  for await (const steps of stepPages(store, targetOwner))
    for (const { number: _, ...step } of steps) yield { kind: 'progress', agentId, ...step };
}

/** The versions of a changed memory, except those from a forgotten memory. */
function visibleVersions(versions: readonly MemoryVersion[], hiddenIds: ReadonlySet<string>) {
  const visible = versions
    .filter(({ memory, until }) => until === undefined || !textsIn(memory.metadata).some((text) => hiddenIds.has(text)))
    .map(({ since, cause, memory }) => ({ since, cause, memory }));
  return versions.length > 1 ? { versions: visible } : {};
}
