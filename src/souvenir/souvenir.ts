import { z } from 'zod';
import { cycle } from '../consolidate/cycle/pipeline.ts';
import { inParallel } from '../consolidate/queue.ts';
import { type DeadSession, Setbacks } from '../consolidate/setbacks.ts';
import type { defaultProfileSchema } from '../context/profile/schema.ts';
import type { Llm } from '../contracts/llm.ts';
import {
  countPending,
  ownerPages,
  ownersOf,
  type Store,
  type StoreBackup,
  type StoreStats,
} from '../contracts/store.ts';
import { erase, verifyErasure } from '../erase/erase.ts';
import { eraseExpired } from '../erase/retention.ts';
import { SouvenirError } from '../errors.ts';
import type { EraseSelection, ErasureProof, ErasureReceipt } from '../model/erasure.ts';
import { parse } from '../model/parse.ts';
import type { CycleReport } from '../model/report.ts';
import {
  DEFAULT_OWNER,
  type Owner,
  type Scope,
  type ScopeInput,
  SHARED_PREFIX,
  scopeInputSchema,
} from '../model/scope.ts';
import { requireNode } from '../require-node.ts';
import type { ScheduleStatus } from '../schedule/job-schedule.ts';
import { Scheduler } from '../schedule/scheduler.ts';
import {
  EVENT_NAMES,
  type EventName,
  eventStream,
  type Listener,
  type NamedEvent,
  type StreamOptions,
} from '../telemetry/events.ts';
import type { Activity } from '../telemetry/stored-metrics.ts';
import { type ExportedUser, exportUser } from '../transfer/export-user.ts';
import type { Agent } from './agent.ts';
import { type Engine, openEngine } from './engine.ts';
import { type HandleOptions, handleOf, handleOptionsSchema, type ScopedSouvenir, sharedParts } from './handle.ts';
import { resolveOptions, type SouvenirOptions } from './options.ts';
import type { TrialsOf } from './trials.ts';
import { typedError, typedErrors } from './typed-errors.ts';

const eventNameSchema = z.string().refine((name) => EVENT_NAMES.has(name), {
  error: ({ input }) => `there is no event ${JSON.stringify(input)}`,
});

const streamOptionsSchema = z.strictObject({
  signal: z.instanceof(AbortSignal).optional(),
  maxWaiting: z.int().min(1).optional(),
});

const scopeSchema = z.strictObject(scopeInputSchema.shape);
const ownersSchema = scopeSchema.pick({ tenantId: true, userId: true, agentId: true });
/** Selects the owners that have every id given here. */
export type OwnersInput = Readonly<z.input<typeof ownersSchema>>;

const backupSchema = z.strictObject({
  to: z.string().min(1, 'is empty: name a file'),
  /** Overwrites an existing file. */
  force: z.boolean().default(false),
});
export type BackupOptions = Readonly<Pick<z.input<typeof backupSchema>, 'force'>>;

const defaultTrue = z.boolean().default(true);
export const cycleOptionsSchema = ownersSchema.extend({
  /** The cycle searches for patterns in episodes up to this age. */
  maxAgeMs: z.number().positive().optional(),
  /** Derives memories from what recurs. */
  extractPatterns: defaultTrue,
  /** Recalculates salience. */
  decaySalience: defaultTrue,
  /** Raises the confidence of memories that were recalled or applied with success. */
  strengthen: defaultTrue,
  /** Links related memories. */
  link: defaultTrue,
  /** Archives memories of low salience and merges duplicates. */
  prune: defaultTrue,
  /** Links memories that contradict each other. */
  detectContradictions: defaultTrue,
  llm: z.custom<Llm>((value) => typeof value === 'function', 'must be a function').optional(),
  signal: z.instanceof(AbortSignal).optional(),
});
export type CycleOptions = Readonly<z.input<typeof cycleOptionsSchema>>;

/** Counts and figures of a memory. */
export interface SouvenirStats extends StoreStats {
  readonly owners: number;
  /** Memories without a vector, documents and shared memories included. */
  readonly unembedded: number;
  /** Turns that at least one component has not consolidated. */
  readonly unread: number;
  /** The id of the embedder in use. */
  readonly embedder: string | null;
  /** The figures that cover the whole store even when a user or an agent was named, as they are not counted by owner. */
  readonly ofEveryone: readonly ('activity' | 'bytes')[];
  /** Bytes on disk; undefined for a store without a file, and for one tenant of several. */
  readonly bytes: number | undefined;
  /** Sessions at which a component failed repeatedly, and why. They wait until `consolidate({ sessionId })` names them. */
  readonly setAside: readonly (Owner & DeadSession)[];
  /** The activity of all processes on this store; undefined at first, without `keepMetrics`, and for one tenant of several. */
  readonly activity: Activity | undefined;
  /** Past and next runs of this process's schedule, and the waiting and failed jobs of the owners named; undefined without a schedule, and for one tenant of several. */
  readonly schedule: ScheduleStatus | undefined;
}

export type OwnerCycleReport = CycleReport & { readonly owner: Owner };

/** The whole store. `for` returns the handle of one user and agent. */
export interface Souvenir<Schema extends z.ZodObject = z.ZodObject> {
  /**
   * Returns a handle on one user's memory; it is cheap to make. Ids left out are `default`, and the agent is the first one defined. With `isWalled` a
   * handle of a project refuses the user's profile, instructions, persona and documents, and leaves them out of prompts.
   * @example const ana = souvenir.for({ userId: 'ana', sessionId: 'monday' });
   */
  for(scope?: ScopeInput, options?: HandleOptions): ScopedSouvenir<Schema>;
  /** Whether waiting turns are read in the background: by a `schedule` of this process, or as `jobs` that it sends. */
  readonly hasSchedule: boolean;
  /**
   * Counts the memories of all owners, or of the owners with every given id.
   * @example const { memories } = await souvenir.stats({ userId: 'ana' });
   */
  stats(owners?: OwnersInput): Promise<SouvenirStats>;
  /**
   * Extracts patterns, strengthens, links and prunes, one owner after another; returns a report for each. An interrupted cycle is resumed.
   * When the cycle of one owner fails, it continues with the others and then throws.
   * @example const [report] = await souvenir.cycle({ userId: 'ana' });
   */
  cycle(options?: CycleOptions): Promise<OwnerCycleReport[]>;
  /**
   * Retries the jobs that the schedule gave up on, listed by `stats` under `schedule.dead`; returns how many.
   * @example const tried = await souvenir.redrive({ userId: 'ana' });
   */
  redrive(owners?: OwnersInput): Promise<number>;
  /**
   * Erases the selected data and all that was derived from it; memories that also rest on other turns are derived from those again. It cannot be
   * undone, unlike `memories.forget`.
   * @example const receipt = await souvenir.erase({ userId: 'ana' });
   */
  erase(selection: EraseSelection): Promise<ErasureReceipt>;
  /**
   * Erases the data that is older than `retention` allows, as happens on opening and then once a day; returns a receipt for each user affected.
   * @example const receipts = await souvenir.eraseExpired();
   */
  eraseExpired(): Promise<ErasureReceipt[]>;
  /**
   * Searches the store, and the bytes of its files, for everything that a receipt names.
   * @example const { isErased } = await souvenir.verifyErasure(await souvenir.erase({ userId: 'ana' }));
   */
  verifyErasure(receipt: ErasureReceipt): Promise<ErasureProof>;
  /**
   * Exports all data about a person as Markdown, piece by piece, including outdated and forgotten memories.
   * @example for await (const piece of souvenir.exportUser({ userId: 'ana' })) process.stdout.write(piece);
   */
  exportUser(user: ExportedUser): AsyncIterable<string>;
  /**
   * Copies the store to a new file while it is in use. The copy is checked, written as a whole or not at all, and has the store's key.
   * An existing file is a `conflict` unless `force` is set.
   * @example const { memories, bytes } = await souvenir.backup('backups/monday.db');
   */
  backup(to: string, options?: BackupOptions): Promise<StoreBackup>;
  /**
   * Calls a listener for every event of a kind; returns a function that stops it.
   * @example const stop = souvenir.on('memoryCreated', ({ memory }) => console.log(memory.content));
   */
  on<Name extends EventName>(event: Name, listener: Listener<Name>): () => void;
  /**
   * Iterates over events of these kinds, or of all, from this call until the store is closed.
   * @example for await (const { name } of souvenir.events(['recalled'])) console.log(name);
   */
  events<Name extends EventName = EventName>(
    names?: readonly Name[],
    options?: StreamOptions,
  ): AsyncIterableIterator<NamedEvent<Name>, undefined, void>;
  /**
   * Resolves when no work is left in the background.
   * @example await souvenir.settled();
   */
  settled(): Promise<void>;
  /**
   * Flushes, then closes the store, the embedder and the components.
   * @example await souvenir.close();
   */
  close(): Promise<void>;
}

/** Opens a memory over a store; `createSouvenir` gives it the lab. */
export async function openSouvenir<Schema extends z.ZodObject = typeof defaultProfileSchema>(
  options: SouvenirOptions<Schema>,
  trialsOf: TrialsOf,
): Promise<Souvenir<Schema>> {
  requireNode();
  const engine = await openWithOptions(options);
  const parts = sharedParts(engine);
  const scheduler = await openScheduler(engine);
  const [firstAgent = 'default'] = engine.agents.keys();
  return typedErrors<Souvenir<Schema>>({
    hasSchedule: scheduler.hasSchedule,
    for(given = {}, options = {}) {
      const named = Object.entries(parse(scopeSchema, given, 'scope')).filter(([, value]) => value !== undefined);
      const scope = Object.freeze({ ...DEFAULT_OWNER, agentId: firstAgent, ...Object.fromEntries(named) }) as Scope;
      engine.agentOf(scope);
      return handleOf<Schema>(engine, parts, scope, parse(handleOptionsSchema, options, 'for'), trialsOf);
    },
    async stats(given = {}) {
      const named = parse(ownersSchema, given, 'stats');
      const [owners, shared] = await namedOwners(engine, named);
      const isWhole = named.tenantId === undefined || !(await hasOthers(engine, named.tenantId));
      const activity = isWhole ? await engine.storedMetrics?.activity() : undefined;
      const bytes = isWhole ? await engine.store.files?.bytes() : undefined;
      const isNarrowed = (named.userId ?? named.agentId) !== undefined;
      return {
        ...(await statsOf(engine, owners, shared)),
        ofEveryone: [
          ...(isNarrowed && activity !== undefined ? (['activity'] as const) : []),
          ...(isNarrowed && bytes !== undefined ? (['bytes'] as const) : []),
        ],
        bytes,
        activity,
        schedule: isWhole ? await scheduler.status(matchesOwners(named)) : undefined,
      };
    },
    async cycle(options = {}) {
      const { tenantId, userId, agentId, ...asked } = parse(cycleOptionsSchema, options, 'cycle');
      const [owners] = await namedOwners(engine, { tenantId, userId, agentId });
      const reports: OwnerCycleReport[] = [];
      const failures: unknown[] = [];
      for (const owner of owners.filter((each) => engine.agents.has(each.agentId)))
        try {
          reports.push({ owner, ...(await cycleOwner(engine, owner, asked)) });
        } catch (error) {
          asked.signal?.throwIfAborted();
          engine.signal.throwIfAborted();
          failures.push(error);
        }
      if (failures.length > 0) throw failures[0];
      return reports;
    },
    async redrive(given = {}) {
      const named = parse(ownersSchema, given, 'redrive');
      engine.refuseClosed();
      return scheduler.redrive(matchesOwners(named));
    },
    async erase(selection) {
      engine.refuseClosed();
      return erase(engine, selection);
    },
    async eraseExpired() {
      engine.refuseClosed();
      return eraseExpired(engine);
    },
    async verifyErasure(receipt) {
      engine.refuseClosed();
      return verifyErasure(engine, receipt);
    },
    exportUser(user) {
      engine.refuseClosed();
      return exportUser(engine, user);
    },
    async backup(given, options = {}) {
      engine.refuseClosed();
      const { to, force } = parse(backupSchema, { to: given, ...options }, 'backup');
      if (engine.store.files === undefined)
        throw new SouvenirError('invalidInput', `the ${engine.store.name} store keeps no file that could be copied`, {
          advice: 'Keep the memory in a file, with sqliteStore({ path }).',
        });
      // Episodes that cannot be written now are no part of the store yet.
      await engine.recorder.flush().catch(() => {});
      return engine.store.files.backup(to, { force });
    },
    on(event, listener) {
      parse(eventNameSchema, event, 'event');
      return engine.events.on(event, listener);
    },
    events(names, options = {}) {
      parse(z.array(eventNameSchema).optional(), names, 'events.names');
      const { signal, maxWaiting } = parse(streamOptionsSchema, options, 'events');
      engine.refuseClosed();
      return eventStream(engine.events, names, {
        signal: AbortSignal.any([engine.closed, ...(signal === undefined ? [] : [signal])]),
        maxWaiting,
      });
    },
    async settled() {
      await scheduler.settled();
      await engine.settled();
    },
    async close() {
      // Without a schedule the memory is closed at once.
      if (scheduler.hasSchedule) await scheduler.stop();
      await engine.close();
    },
  });
}

async function openScheduler(engine: Engine): Promise<Scheduler> {
  const all = cycleOptionsSchema.parse({});
  try {
    return await Scheduler.open({
      ...engine,
      cycle: (owner, { signal }) => cycleOwner(engine, owner, { ...all, signal }),
    });
  } catch (error) {
    await engine.close();
    throw typedError(error);
  }
}

async function openWithOptions(options: SouvenirOptions): Promise<Engine> {
  try {
    return await openEngine(resolveOptions(options));
  } catch (error) {
    throw typedError(error);
  }
}

const matchesOwners =
  ({ tenantId, userId, agentId }: OwnersInput) =>
  (owner: Owner): boolean =>
    (tenantId === undefined || owner.tenantId === tenantId) &&
    (userId === undefined || owner.userId === userId) &&
    (agentId === undefined || owner.agentId === agentId);

/** Includes the owners of memories that the users' agents share. */
async function namedOwners(
  engine: Pick<Engine, 'refuseClosed' | 'agentOf' | 'recorder' | 'store'>,
  named: OwnersInput,
): Promise<[Owner[], Owner[]]> {
  engine.refuseClosed();
  if (named.agentId !== undefined) engine.agentOf({ ...DEFAULT_OWNER, agentId: named.agentId });
  // A failed write of another owner's episodes must not fail this call.
  await engine.recorder.flush().catch(() => {});
  const { tenantId, userId } = named;
  const within = { ...(tenantId !== undefined && { tenantId }), ...(userId !== undefined && { userId }) };
  const owners = await ownersOf(engine.store, within);
  return [owners.filter(isUnshared).filter(matchesOwners(named)), owners.filter((owner) => !isUnshared(owner))];
}

async function hasOthers({ store }: Pick<Engine, 'store'>, tenantId: string): Promise<boolean> {
  const isForeign = (owner: Owner) => owner.tenantId !== tenantId && isUnshared(owner);
  for await (const page of ownerPages(store)) if (page.some(isForeign)) return true;
  return false;
}

const isUnshared = ({ agentId }: Owner): boolean => !agentId.startsWith(SHARED_PREFIX);

/** Owners counted at once: more would delay other queries of the store. */
const COUNTED_AT_ONCE = 16;

async function statsOf(
  { store, agents, embedder, embedding }: Pick<Engine, 'store' | 'agents' | 'embedder' | 'embedding'>,
  owners: readonly Owner[],
  shared: readonly Owner[],
) {
  const ownerStats = await inParallel(owners, COUNTED_AT_ONCE, (owner) => store.stats(owner));
  const unembedded = await inParallel(
    [...owners, ...shared.filter((owner) => embedding.isSearched(owner))],
    COUNTED_AT_ONCE,
    async (owner) => (embedder === undefined ? 0 : store.countUnembedded(owner, embedder.id)),
  );
  const unread = await inParallel(owners, COUNTED_AT_ONCE, (owner) =>
    countUnread(owner, agents.get(owner.agentId), store),
  );
  const setAside = await inParallel(owners, COUNTED_AT_ONCE, async (owner) =>
    (await Setbacks.deadSessions(owner, store)).map((session) => ({ ...owner, ...session })),
  );
  const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0);
  const sumOf = (field: 'episodes' | 'sessions' | 'entities' | 'relationships' | 'links') =>
    sum(ownerStats.map((stats) => stats[field]));
  const sumByName = <Name extends string>(records: readonly Readonly<Record<Name, number>>[]) => {
    const total: Record<string, number> = {};
    for (const [name, count] of records.flatMap((each) => Object.entries<number>(each)))
      total[name] = (total[name] ?? 0) + count;
    return total as Record<Name, number>;
  };
  return {
    owners: owners.length,
    ...{ episodes: sumOf('episodes'), sessions: sumOf('sessions'), entities: sumOf('entities') },
    ...{ relationships: sumOf('relationships'), links: sumOf('links'), unembedded: sum(unembedded) },
    unread: sum(unread),
    memories: sumByName([NO_MEMORIES, ...ownerStats.map(({ memories }) => memories)]),
    components: sumByName(ownerStats.map(({ components }) => components)),
    setAside: setAside.flat(),
    embedder: embedder?.id ?? null,
  };
}

async function countUnread(owner: Owner, agent: Agent | undefined, store: Store): Promise<number> {
  let unread = 0;
  for (const { name } of agent?.components ?? [])
    unread = Math.max(unread, await countPending(store, owner, { component: name }));
  return unread;
}

const NO_MEMORIES: StoreStats['memories'] = {
  ...{ active: 0, expired: 0, decayed: 0, archived: 0, superseded: 0, forgotten: 0 },
};

async function cycleOwner(
  engine: Engine,
  owner: Owner,
  { maxAgeMs, llm = engine.llm, signal: given, ...tasks }: Omit<z.output<typeof cycleOptionsSchema>, keyof Owner>,
): Promise<CycleReport> {
  const { store, clock, tokenizer, languages, events, embedder } = engine;
  const agent = engine.agentOf(owner);
  const config = maxAgeMs === undefined ? agent.cycle : { ...agent.cycle, maxAgeMs };
  const report = await engine.work.runStoppable(
    owner,
    (signal) =>
      engine.spans.cycle(() =>
        cycle(owner, {
          ...{
            store,
            clock,
            tokenizer,
            languages,
            events,
            embedder,
            llm,
            signal,
            config,
            salience: agent.recall.salience,
          },
          inTurn: (work) => engine.work.inTurn(owner, work, signal),
          tasks,
        }),
      ),
    given,
  );
  engine.embedding.embedLater(owner);
  return report;
}
