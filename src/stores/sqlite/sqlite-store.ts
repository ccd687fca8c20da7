import { z } from 'zod';
import type { Store, StoreStats } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { parse } from '../../model/parse.ts';
import type { Owner } from '../../model/scope.ts';
import { NO_STATS } from '../no-stats.ts';
import { ownedWrites } from '../owned-changes.ts';
import type { Connection } from './connection.ts';
import { getEpisodes, listEpisodes } from './episodes.ts';
import { linksOf, listEntities, matchEntities, relationshipsOf, searchEntities } from './graph.ts';
import { countUnembedded, getMemories, listMemories, listUnembedded } from './memories.ts';
import { noteOf } from './notes.ts';
import { openDatabase } from './open-database.ts';
import { rankMemories } from './rank.ts';
import { ResidentVectors } from './resident-vectors.ts';
import { listSessions, pendingSessions, progressSteps } from './sessions.ts';
import { translateError } from './sqlite-error.ts';
import { storeStats } from './stats.ts';
import { vectorsOf } from './stored-vectors.ts';
import { TermFrequencies } from './term-frequencies.ts';
import { searchText } from './text-search.ts';
import { VectorKernel } from './vector-kernel.ts';
import { VectorSearch } from './vector-search.ts';
import { changedMemories, versionsOf } from './versions.ts';
import { writeChanges } from './write-changes.ts';

const optionsSchema = z.strictObject({
  /** A file, made with its directories if it is not there, or `:memory:`. */
  path: z.string().min(1, 'is empty: name a file'),
  /** How long a write waits for another process. */
  busyTimeoutMs: z.int().nonnegative().default(5_000),
  /** How large the file may grow; a write beyond it fails as it would on a full disk. */
  maxBytes: z.int().positive().optional(),
  /** How much memory the vectors of all owners may take up together; those of one owner always fit. */
  vectorCacheBytes: z
    .int()
    .nonnegative()
    .default(512 * 1024 * 1024),
});
export type SqliteStoreOptions = Readonly<z.input<typeof optionsSchema>>;

interface OpenStore {
  readonly connection: Connection;
  readonly frequencies: TermFrequencies;
  readonly vectors: VectorSearch;
}

/** A store in one SQLite file, which several processes may share. */
export function sqliteStore(options: SqliteStoreOptions): Store {
  const { path, busyTimeoutMs, maxBytes, vectorCacheBytes } = parse(optionsSchema, options, 'sqliteStore');
  let opening: Promise<void> | undefined;
  let open: OpenStore | undefined;

  const failing = (error: unknown) => {
    throw translateError(error, path);
  };

  async function start(): Promise<void> {
    const kernel = await VectorKernel.load();
    const connection = await openDatabase({ path, busyTimeoutMs, maxBytes });
    const resident = new ResidentVectors(connection, kernel, vectorCacheBytes);
    const vectors = new VectorSearch(connection, kernel, resident);
    open = { connection, frequencies: new TermFrequencies(connection), vectors };
  }

  async function use<Result>(action: (store: OpenStore) => Result): Promise<Result> {
    if (!open) throw new SouvenirError('closed', `${path} is not open.`, { advice: 'Call open() first.' });
    try {
      return action(open);
    } catch (error) {
      return failing(error);
    }
  }

  /** For an owner that nothing was written for, the answer is `empty`. */
  function read<Result>(owner: Owner, empty: Result, action: (store: OpenStore, key: number) => Result) {
    return use((store) => {
      const key = store.connection.names.findOwner(owner);
      return key === undefined ? empty : store.connection.read(() => action(store, key));
    });
  }

  return {
    name: 'sqlite',
    open: () => {
      opening ??= start().catch((error) => {
        opening = undefined;
        return failing(error);
      });
      return opening;
    },
    close: async () => {
      await opening?.catch(() => undefined);
      open?.connection.close();
      open = undefined;
      opening = undefined;
    },
    write: (owner, changes, also) =>
      use(({ connection }) => {
        const writes = ownedWrites(owner, changes, also);
        connection.write(() => {
          for (const each of writes) writeChanges(connection, connection.names.owner(each.owner), each.changes);
        });
      }),
    owners: () =>
      use(({ connection }) =>
        connection.all<Owner>(
          'select tenant as tenantId, user as userId, agent as agentId from owners order by tenant, user, agent',
        ),
      ),
    getEpisodes: (owner, ids) => read(owner, [], ({ connection }, key) => getEpisodes(connection, key, owner, ids)),
    listEpisodes: (owner, query) =>
      read(owner, [], ({ connection }, key) => listEpisodes(connection, key, owner, query)),
    getMemories: (owner, ids, asOf) =>
      read(owner, [], ({ connection }, key) => getMemories(connection, key, owner, ids, asOf)),
    listMemories: (owner, page) => read(owner, [], ({ connection }, key) => listMemories(connection, key, owner, page)),
    rankMemories: (owner, query) => read(owner, [], ({ connection }, key) => rankMemories(connection, key, query)),
    searchText: (owner, query) =>
      read(owner, [], ({ connection, frequencies }, key) => searchText(connection, frequencies, key, query)),
    searchVector: (owner, query) => read(owner, [], ({ vectors }, key) => vectors.search(key, query)),
    listSessions: (owner) => read(owner, [], ({ connection }, key) => listSessions(connection, key)),
    listEntities: (owner, page) => read(owner, [], ({ connection }, key) => listEntities(connection, key, page)),
    matchEntities: (owner, names) => read(owner, [], ({ connection }, key) => matchEntities(connection, key, names)),
    relationshipsOf: (owner, ids) => read(owner, [], ({ connection }, key) => relationshipsOf(connection, key, ids)),
    searchEntities: (owner, query) => read(owner, [], ({ connection }, key) => searchEntities(connection, key, query)),
    linksOf: (owner, ids) => read(owner, [], ({ connection }, key) => linksOf(connection, key, ids)),
    versionsOf: (owner, id) => read(owner, [], ({ connection }, key) => versionsOf(connection, key, owner, id)),
    changedMemories: (owner, query) =>
      read(owner, [], ({ connection }, key) => changedMemories(connection, key, query)),
    vectorsOf: (owner, ids, embedderId) =>
      read(owner, [], ({ connection }, key) => vectorsOf(connection, key, ids, embedderId)),
    noteOf: (owner, name) => read(owner, undefined, ({ connection }, key) => noteOf(connection, key, name)),
    progressSteps: (owner) => read(owner, [], ({ connection }, key) => progressSteps(connection, key)),
    pendingSessions: (owner, query) =>
      read(owner, [], ({ connection }, key) => pendingSessions(connection, key, query)),
    listUnembedded: (owner, embedderId, limit) =>
      read(owner, [], ({ connection }, key) => listUnembedded(connection, key, embedderId, limit)),
    countUnembedded: (owner, embedderId) =>
      read(owner, 0, ({ connection }, key) => countUnembedded(connection, key, embedderId)),
    stats: (owner) => read<StoreStats>(owner, NO_STATS, ({ connection }, key) => storeStats(connection, key)),
  };
}
