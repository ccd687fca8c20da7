import { stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { Changes, Store, StoreFiles, StoreStats } from '../../contracts/store.ts';
import { readOnlyRefusal, SouvenirError } from '../../errors.ts';
import { parse } from '../../model/parse.ts';
import type { Owner } from '../../model/scope.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { statuses } from '../shared/codes.ts';
import { indexTexts } from '../shared/indexed-text.ts';
import {
  assertExpectedNotes,
  NO_HAPPENINGS,
  NO_STATS,
  NOTHING_ERASED,
  ownedWrites,
  withKnownIds,
} from '../store-rules.ts';
import type { CipherKey } from './cipher.ts';
import type { Connection } from './connection.ts';
import { getEpisodes, insertEpisodes, listEpisodes, redateEpisodes } from './episodes.ts';
import { erase, eraseOwner } from './erase.ts';
import { runInThread } from './file-jobs.ts';
import {
  countMentions,
  linksOf,
  listEntities,
  matchEntities,
  relationshipsOf,
  removeLink,
  searchEntities,
  upsertEntities,
  upsertLink,
  upsertRelationship,
} from './graph.ts';
import { countHappenings } from './happenings.ts';
import { countInSlices, countMentionsInSlices, isLongRank, isLongSearch, rankInSlices } from './long-lists.ts';
import {
  countMemories,
  countUnembedded,
  getMemories,
  getVersions,
  listMemories,
  listUnembedded,
  rankMemories,
} from './memories.ts';
import { MemoryCache } from './memory-cache.ts';
import { MemoryWriter } from './memory-writer.ts';
import { openDatabase, sameFileCheck, translateError, whenUnlocked } from './open-database.ts';
import {
  advanceProgress,
  endSession,
  listNotes,
  listOwners,
  listSessions,
  noteOf,
  pendingSessions,
  progressSteps,
  writeNote,
} from './sessions.ts';
import { filePathSchema, readSecret, storeKeySchema } from './store-key.ts';
import { searchText, TermFrequencies } from './text.ts';
import { ResidentVectors, VectorKernel } from './vector-kernel.ts';
import { EXACT_UP_TO, embeddingsOf, VectorSearch, vectorsOf } from './vectors.ts';
import { changedMemories, versionsOf } from './versions.ts';

export { type RekeyOptions, type RestoreOptions, rekeySqlite, restoreSqlite } from './replace-sqlite.ts';
export type { StoreKey } from './store-key.ts';

const optionsSchema = z.strictObject({
  /** A file, created with its directories if it is missing, or `:memory:`. */
  path: filePathSchema,
  /** Encrypts the file: a passphrase, 32 bytes or their 64 hexadecimal digits, or a file or environment variable with one of these. */
  key: storeKeySchema.optional(),
  /** Refuses to open without a key. */
  requireEncryption: z.boolean().default(false),
  /** Milliseconds that a write waits for another process. */
  busyTimeoutMs: z.int().nonnegative().default(5_000),
  /** Limit of the file in bytes; a write beyond it fails as on a full disk. */
  maxBytes: z.int().positive().optional(),
  /** Bytes of memory for the vectors of all owners together; those of one owner always fit. */
  vectorCacheBytes: z
    .int()
    .nonnegative()
    .default(512 * 1024 * 1024),
});
export type SqliteStoreOptions = Readonly<z.input<typeof optionsSchema>>;

/** Mentions of more entities are counted over all memories at once. */
const MAX_ENTITIES_IN_ONE_READ = 20;

interface OpenStore {
  readonly connection: Connection;
  readonly key: CipherKey | undefined;
  readonly cache: MemoryCache;
  readonly frequencies: TermFrequencies;
  readonly vectors: VectorSearch;
  assertSameFile(): void;
}

type ReadAction<Result> = (connection: Connection, owner: number, store: OpenStore) => Result;

/**
 * A store in one SQLite file, which several processes may share.
 * @example const souvenir = await createSouvenir({ store: sqliteStore({ path: 'memory.db' }) });
 */
export function sqliteStore(options: SqliteStoreOptions): Store {
  const settings = parse(optionsSchema, options, 'sqliteStore');
  const { path, busyTimeoutMs, maxBytes, vectorCacheBytes } = settings;
  if (settings.requireEncryption && settings.key === undefined)
    throw new SouvenirError('invalidInput', `sqliteStore.key: ${path} is to be encrypted, and no key was given`, {
      advice: 'Give a key, such as { env: "SOUVENIR_KEY" } or { file: "memory.key" }.',
    });
  let opening: Promise<void> | undefined;
  let open: OpenStore | undefined;
  let writing: Promise<unknown> = Promise.resolve();

  const notOpen = () => new SouvenirError('closed', `${path} is not open.`, { advice: 'Call open() first.' });

  const databaseFile = () => {
    if (!open) throw notOpen();
    return { path, key: open.key };
  };

  const fail = (error: unknown) => {
    throw translateError(error, path);
  };

  async function start(): Promise<void> {
    const kernel = await VectorKernel.load();
    const secret = settings.key === undefined ? undefined : await readSecret(settings.key);
    const { connection, key } = await openDatabase({ path, busyTimeoutMs, maxBytes, secret });
    const resident = new ResidentVectors(connection, kernel, vectorCacheBytes);
    const cache = new MemoryCache(connection);
    const vectors = new VectorSearch(connection, kernel, resident, cache);
    const assertSameFile = path === ':memory:' ? () => {} : sameFileCheck(path);
    open = { connection, key, cache, frequencies: new TermFrequencies(connection), vectors, assertSameFile };
  }

  async function use<Result>(
    action: (store: OpenStore) => Result | Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    await yieldToEventLoop();
    return whenUnlocked<Promise<Result>>(busyTimeoutMs, async () => {
      while (open?.connection.underway) await open.connection.underway;
      signal?.throwIfAborted();
      if (!open) throw notOpen();
      return action(open);
    }).catch((error) => (signal?.aborted && error === signal.reason ? Promise.reject(error) : fail(error)));
  }

  /** Writes keep their order, and wait while the file is rewritten; reads do not. */
  function afterWrites<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = writing.then(work);
    writing = run.catch(() => undefined);
    return run;
  }
  const change = <Result>(action: (store: OpenStore) => Result | Promise<Result>) =>
    use<Result>(async (store) => {
      if (store.connection.isReadOnly) throw readOnlyRefusal(path);
      store.assertSameFile();
      const result = await action(store);
      store.assertSameFile();
      return result;
    });
  const changeInOrder = <Result>(action: (store: OpenStore) => Promise<Result>) => afterWrites(() => change(action));

  function read<Result>(
    owner: Owner,
    empty: Result,
    action: ReadAction<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    return use(
      (store) =>
        store.connection.read(() => {
          const key = store.connection.names.findOwner(owner);
          return key === undefined ? empty : action(store.connection, key, store);
        }),
      signal,
    );
  }
  const list = <Item>(owner: Owner, action: ReadAction<Item[]>, signal?: AbortSignal) =>
    read<Item[]>(owner, [], action, signal);
  const ownerReadOf =
    (owner: Owner, signal?: AbortSignal) =>
    <Result>(action: ReadAction<Result>) =>
      read<Result | undefined>(owner, undefined, action, signal);

  return {
    name: 'sqlite',
    exactUpTo: EXACT_UP_TO,
    get isReadOnly() {
      return open?.connection.isReadOnly ?? false;
    },
    open: () => {
      opening ??= start().catch((error) => {
        opening = undefined;
        return fail(error);
      });
      return opening;
    },
    close: async () => {
      await opening?.catch(() => undefined);
      while (open?.connection.underway) await open.connection.underway;
      open?.connection.close();
      open = undefined;
      opening = undefined;
    },
    write: (owner, changes, also) =>
      afterWrites(async () => {
        const writes = ownedWrites(owner, changes, also);
        const read = await indexTexts(writes.map((each) => each.changes));
        return change(({ connection, cache }) =>
          connection.writeInSteps(function* () {
            for (const each of writes) {
              const key = connection.names.owner(each.owner);
              yield* writeChanges(connection, new MemoryWriter(connection, cache, key, read), key, each.changes);
            }
          }),
        );
      }),
    owners: (page = {}) => use(({ connection }) => listOwners(connection, page)),
    getEpisodes: (owner, ids, withHidden) =>
      list(owner, (connection, key) => getEpisodes(connection, key, owner, ids, withHidden)),
    listEpisodes: (owner, query) => list(owner, (connection, key) => listEpisodes(connection, key, owner, query)),
    getMemories: (owner, ids, asOf) =>
      list(owner, (connection, key, { cache }) =>
        asOf === undefined
          ? getMemories(connection, cache, key, owner, ids)
          : getVersions(connection, key, owner, ids, asOf),
      ),
    listMemories: (owner, page) =>
      list(owner, (connection, key) => listMemories(connection, key, owner, page), page.signal),
    rankMemories: (owner, query) =>
      isLongRank(query)
        ? rankInSlices(ownerReadOf(owner, query.signal), query)
        : list(owner, (connection, key) => rankMemories(connection, key, query), query.signal),
    searchText: (owner, query) => list(owner, (_, key, sources) => searchText(sources, key, query), query.signal),
    searchVector: async (owner, query) => {
      await use(({ connection, vectors }) => {
        const key = connection.names.findOwner(owner);
        return key === undefined ? undefined : vectors.prepare(key, query);
      }, query.signal);
      return list(owner, (_, key, { vectors }) => vectors.search(key, query), query.signal);
    },
    listSessions: (owner, page = {}) => list(owner, (connection, key) => listSessions(connection, key, page)),
    listEntities: (owner, page) => list(owner, (connection, key) => listEntities(connection, key, page)),
    matchEntities: (owner, names) => list(owner, (connection, key) => matchEntities(connection, key, names)),
    relationshipsOf: (owner, ids) => list(owner, (connection, key) => relationshipsOf(connection, key, ids)),
    searchEntities: (owner, query) =>
      list(owner, (connection, key) => searchEntities(connection, key, query), query.signal),
    linksOf: (owner, ids, page = {}) => list(owner, (connection, key) => linksOf(connection, key, ids, page)),
    versionsOf: (owner, ids, page = {}) =>
      list(owner, (connection, key) => versionsOf(connection, key, owner, ids, page)),
    changedMemories: (owner, query) => list(owner, (connection, key) => changedMemories(connection, key, query)),
    vectorsOf: (owner, ids, embedderId) =>
      list(owner, (connection, key) => vectorsOf(connection, key, ids, embedderId)),
    noteOf: (owner, name) => read(owner, undefined, (connection, key) => noteOf(connection, key, name)),
    listNotes: (owner) => list(owner, listNotes),
    embeddingsOf: (owner, ids) => list(owner, (connection, key) => embeddingsOf(connection, key, ids)),
    progressSteps: (owner, page = {}) => list(owner, (connection, key) => progressSteps(connection, key, page)),
    pendingSessions: (owner, query) => list(owner, (connection, key) => pendingSessions(connection, key, query)),
    listUnembedded: (owner, embedderId, limit) =>
      list(owner, (connection, key) => listUnembedded(connection, key, embedderId, limit)),
    countUnembedded: (owner, embedderId) =>
      read(owner, 0, (connection, key) => countUnembedded(connection, key, embedderId)),
    countHappenings: async (owner, query) => {
      const counted = await list(owner, (connection, key) => countHappenings(connection, key, query));
      return counted.length > 0 ? counted : query.spans.map(() => NO_HAPPENINGS);
    },
    countMentions: (owner, query) =>
      query.entityIds.length > MAX_ENTITIES_IN_ONE_READ
        ? countMentionsInSlices(ownerReadOf(owner, query.signal), query)
        : list(owner, (connection, key) => countMentions(connection, key, query), query.signal),
    countMemories: (owner, filter, signal) =>
      isLongSearch(filter)
        ? countInSlices(ownerReadOf(owner, signal), filter)
        : read(owner, 0, (connection, key) => countMemories(connection, key, filter), signal),
    stats: (owner) => read(owner, NO_STATS, storeStats),
    erase: (owner, erasure) =>
      changeInOrder(({ connection, cache }) =>
        connection.writeInSteps(function* () {
          const key = connection.names.findOwner(owner);
          if (key === undefined) return NOTHING_ERASED;
          cache.dropOwner(key);
          return yield* erase(connection, key, erasure);
        }),
      ),
    eraseOwner: (owner) =>
      changeInOrder(({ connection }) =>
        connection.writeInSteps(function* () {
          const key = connection.names.findOwner(owner);
          if (key !== undefined) yield* eraseOwner(connection, key);
        }),
      ),
    ...(path !== ':memory:' && {
      files: {
        bytes: async () => {
          const sizes = [path, `${path}-wal`].map(async (file) => (await stat(file).catch(() => ({ size: 0 }))).size);
          return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
        },
        verify: () => use(({ assertSameFile }) => assertSameFile()),
        scrub: () => afterWrites(async () => runInThread('scrub', databaseFile())),
        holding: async (texts) => {
          if (open?.connection.isReadOnly) throw unsearchable(path);
          return runInThread('search', { ...databaseFile(), texts });
        },
        backup: async (to, { force = false } = {}) => {
          const isReadOnly = open?.connection.isReadOnly ?? false;
          return runInThread('backUp', { ...databaseFile(), to: resolve(to), force, isReadOnly });
        },
      } satisfies StoreFiles,
    }),
  };
}

const unsearchable = (path: string): SouvenirError =>
  new SouvenirError('storeUnwritable', `${path} may only be read here, so its log cannot be emptied and searched.`, {
    advice: 'Verify where the file and its folder may be written.',
  });

/** Call it inside a transaction. */
function* writeChanges(connection: Connection, writer: MemoryWriter, owner: number, changes: Changes): Generator {
  writer.expect(changes);
  assertExpectedNotes(changes, (name) => noteOf(connection, owner, name));
  for (const progress of changes.progress ?? [])
    yield advanceProgress(connection, owner, progress, changes.at ?? new Date());
  yield* insertEpisodes(connection, owner, changes.episodes ?? []);
  if (changes.episodesUntil !== undefined) redateEpisodes(connection, owner, changes.episodesUntil);
  for (const { sessionId, at } of changes.endedSessions ?? []) yield endSession(connection, owner, sessionId, at);

  const known = yield* upsertEntities(connection, owner, changes.entities ?? []);
  const { memories = [], updates = [], relationships = [] } = withKnownIds(changes, known);
  for (const memory of memories) yield writer.insert(memory);
  for (const update of updates) yield writer.update(changes, update);
  for (const relationship of relationships) yield upsertRelationship(connection, owner, relationship);
  for (const link of changes.links ?? []) yield upsertLink(connection, owner, link);
  for (const unlink of changes.unlinks ?? []) yield removeLink(connection, owner, unlink);
  for (const vector of changes.vectors ?? []) yield writer.embed(vector);
  if (changes.accesses) writer.countAccesses(changes.accesses.memoryIds, changes.accesses.at);
  if (changes.salience) writer.measureSalience(changes.salience);
  for (const { name, value } of changes.notes ?? []) writeNote(connection, owner, name, value);
  writer.save();
}

function storeStats(connection: Connection, owner: number): StoreStats {
  const count = (from: string) =>
    connection.get<{ count: number }>(`select count(*) as count from ${from} where owner = ?`, owner)?.count ?? 0;
  const sessions = connection.get<{ sessions: number }>(
    'select count(*) as sessions from sessions where owner = ? and episodes > 0',
    owner,
  );
  const kinds = connection.all<{ component: number; status: number; count: number }>(
    'select component, status, count(*) as count from memories where owner = ? group by component, status',
    owner,
  );
  const memories = { ...NO_STATS.memories };
  const components: Record<string, number> = {};
  for (const kind of kinds) {
    const status = statuses.word(kind.status);
    const component = connection.names.name(kind.component);
    memories[status] += kind.count;
    components[component] = (components[component] ?? 0) + kind.count;
  }
  return {
    episodes: count('episodes'),
    sessions: sessions?.sessions ?? 0,
    memories,
    components,
    entities: count('entities'),
    relationships: count('relationships'),
    links: count('links'),
  };
}
