import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { breathe } from '../breathe.ts';
import { documentHomeOf } from '../context/documents/stored-documents.ts';
import { instructionHomeOf } from '../context/instructions/stored-instructions.ts';
import { profileHomeOf } from '../context/profile/stored-profile.ts';
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
import { homeOf, type Owner, ownerKey, ownerSchema } from '../model/scope.ts';
import type { MemoryVersion } from '../model/version.ts';
import { recallChangeSchema } from '../recall/config.ts';
import type { Agent } from './agent.ts';
import { textsIn } from './doomed.ts';
import { type KeptSettings, keptTestsSchema } from './saved-settings.ts';

const count = z.int().nonnegative();
/** The agent that holds it, or the home that agents share. */
const held = { agentId: ownerSchema.shape.agentId };

const versionSchema = z.object({ since: momentSchema, cause: causeSchema, memory: memorySchema });

export const recordSchema = z.discriminatedUnion('kind', [
  /** Whose it is; always the first. */
  ownerSchema.extend({ kind: z.literal('export'), format: z.literal(1), at: momentSchema }),
  episodeSchema.extend({ kind: z.literal('episode'), position: count }),
  z.object({ kind: z.literal('session'), ...held, sessionId: nameSchema, endedAt: momentSchema }),
  /** With every version, oldest first, if it was ever changed. */
  memorySchema.extend({ kind: z.literal('memory'), versions: z.array(versionSchema).optional() }),
  linkSchema.extend({ kind: z.literal('link'), ...held }),
  entitySchema.extend({ kind: z.literal('entity'), ...held }),
  relationshipSchema.extend({ kind: z.literal('relationship'), ...held }),
  /** How far a component has read a session. */
  z.object({
    ...{ kind: z.literal('progress'), ...held, component: nameSchema, sessionId: nameSchema },
    ...{ from: count, through: count, at: momentSchema },
  }),
  /** How the agent recalls, which is the same for every user, and the queries this user tries it with. */
  z.object({ kind: z.literal('settings'), ...held, recall: recallChangeSchema, tests: keptTestsSchema }),
]);
export type ExportRecord = z.infer<typeof recordSchema>;

/** A record that comes in: where it does not say whose it is, it is this owner's. Versions are read one by one, as there may be many. */
export async function recordOf(value: unknown, owner: Owner): Promise<ExportRecord> {
  if (!isObject(value)) return checked(recordSchema, value);
  const { versions, ...rest } = value as { readonly versions?: unknown };
  if (!Array.isArray(versions)) return checked(recordSchema, { ...owner, ...value });
  const record = checked(recordSchema, { ...owner, ...rest, versions: [] });
  if (record.kind !== 'memory') return record;
  const read: z.output<typeof versionSchema>[] = [];
  for (const [at, version] of versions.entries()) {
    await breathe();
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

/** The homes of an agent's memory: its own, those its components share, and the user's profile, documents and instructions for it. */
export function homesOf({ components }: Agent, owner: Owner): Owner[] {
  const made = components.map((component) => homeOf(component, owner));
  const beside = [profileHomeOf(owner), documentHomeOf(owner), instructionHomeOf(owner)];
  return [...new Map([owner, ...made, ...beside].map((home) => [ownerKey(home), home])).values()];
}

interface ExportOptions {
  readonly at: Date;
  readonly withForgotten: boolean;
  readonly settings: KeptSettings;
}

/** All there is to know of an agent's memory, but what is forgotten unless it is asked for. */
export async function* exportRecords(
  store: Store,
  owner: Owner,
  homes: readonly Owner[],
  { at, withForgotten, settings: { recall, tests } }: ExportOptions,
): AsyncGenerator<ExportRecord> {
  yield { kind: 'export', format: 1, ...owner, at };
  const untold = new Set<string>();
  if (!withForgotten)
    for (const home of homes)
      for await (const page of memoryPages(store, home, { statuses: ['forgotten'] }))
        for (const { id } of page) untold.add(id);
  for (const home of homes) yield* exportHome(store, home, untold);
  // A query that is answered by what is forgotten tells of it.
  const told = tests.filter(({ expected }) => !expected.some((id) => untold.has(id)));
  if (Object.keys(recall).length + told.length > 0)
    yield { kind: 'settings', agentId: owner.agentId, recall, tests: told };
}

async function* exportHome(store: Store, home: Owner, untold: ReadonlySet<string>): AsyncGenerator<ExportRecord> {
  const { agentId } = home;
  const withHidden = untold.size === 0;
  for (const { sessionId, endedAt } of await everySession(store, home)) {
    if (endedAt !== undefined) yield { kind: 'session', agentId, sessionId, endedAt };
    for await (const page of episodePages(store, home, { sessionId, withHidden })) {
      await setImmediate();
      for (const { hiddenBy: _, ...episode } of page) yield { kind: 'episode', ...episode };
    }
  }
  const named = new Set<string>();
  for await (const page of memoryPages(store, home, { statuses: memoryStatusSchema.options })) {
    await setImmediate();
    const told = page.filter(({ id }) => !untold.has(id));
    const ids = new Set(told.map(({ id }) => id));
    const versions = await histories(store, home, [...ids]);
    for (const memory of told) {
      for (const id of memory.entityIds) named.add(id);
      yield { kind: 'memory', ...memory, ...toldOf(versions.get(memory.id) ?? [], untold) };
    }
    // A link is found from both of its ends and told only with the one it starts at.
    for (const link of ids.size === 0 ? [] : await linksAt(store, home, [...ids]))
      if (ids.has(link.fromId) && !untold.has(link.toId)) yield { kind: 'link', agentId, ...link };
  }
  for await (const page of entityPages(store, home)) {
    const ids = new Set(page.map(({ id }) => id));
    const ties = (await store.relationshipsOf(home, [...ids])).filter(({ memoryId = '' }) => !untold.has(memoryId));
    const isTold = ({ id }: Entity) =>
      withHidden || named.has(id) || ties.some(({ fromId, toId }) => fromId === id || toId === id);
    for (const entity of page.filter(isTold)) yield { kind: 'entity', agentId, ...entity };
    for (const tie of ties) if (ids.has(tie.fromId)) yield { kind: 'relationship', agentId, ...tie };
  }
  for await (const steps of stepPages(store, home))
    for (const { number: _, ...step } of steps) yield { kind: 'progress', agentId, ...step };
}

/** Every version of a memory that was changed, but those that say something because of what is forgotten. */
function toldOf(versions: readonly MemoryVersion[], untold: ReadonlySet<string>) {
  const told = versions
    .filter(({ memory, until }) => until === undefined || !textsIn(memory.metadata).some((text) => untold.has(text)))
    .map(({ since, cause, memory }) => ({ since, cause, memory }));
  return versions.length > 1 ? { versions: told } : {};
}
