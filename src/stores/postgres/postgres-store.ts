import type { Changes, Store } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { type Owner, ownerKey } from '../../model/scope.ts';
import { yieldToEventLoop } from '../../yield-to-event-loop.ts';
import { type IndexedTexts, indexTexts } from '../shared/indexed-text.ts';
import { NOTHING_ERASED, ownedWrites, withKnownIds } from '../store-rules.ts';
import { BEGIN, type Connection, keyOf, type OwnerKey, ownedBy } from './connection.ts';
import { listEntities, matchEntities, upsertEntities } from './entities.ts';
import { getEpisodes, insertEpisodes, listEpisodes, redateEpisodes } from './episodes.ts';
import { erase, eraseOwner } from './erase.ts';
import {
  countMentions,
  linksOf,
  relationshipsOf,
  removeLinks,
  searchEntities,
  upsertLinks,
  upsertRelationships,
} from './graph.ts';
import { countHappenings, storeStats } from './happenings.ts';
import { countMemories, countUnembedded, getMemories, listMemories, listUnembedded, rankMemories } from './memories.ts';
import { countAccesses, expectVersions, MemoryWriter, measureSalience } from './memory-writer.ts';
import { NearIndexes } from './near-indexes.ts';
import { type OpenDatabase, openDatabase } from './open-database.ts';
import { checkedOptions, type PostgresStoreOptions } from './options.ts';
import {
  advanceProgress,
  endSession,
  expectNotes,
  listNotes,
  listOwners,
  listSessions,
  noteOf,
  pendingSessions,
  progressSteps,
  writeNote,
} from './sessions.ts';
import { sql } from './sql.ts';
import { searchText } from './text.ts';
import { DATABASE, translateError } from './translate-error.ts';
import { embeddingsOf, searchVector, vectorsOf } from './vectors.ts';
import { changedMemories, versionsOf } from './versions.ts';
import { Writing } from './writing.ts';

export type { PostgresClient, PostgresPool } from './connection.ts';
export type { PostgresStoreOptions } from './options.ts';
export { postgresJobs } from './postgres-jobs.ts';
export { type PlacedStore, type PostgresNodesOptions, postgresNodes } from './postgres-nodes.ts';

/**
 * A store in a PostgreSQL database with pgvector, which any number of processes may share.
 * @example const souvenir = await createSouvenir({ store: postgresStore({ url: 'postgres://localhost/memory' }) });
 */
export function postgresStore(options: PostgresStoreOptions): Store {
  const settings = checkedOptions(options);
  const name = DATABASE;
  let opening: Promise<void> | undefined;
  let open: OpenDatabase | undefined;
  let indexes: NearIndexes | undefined;

  const fail = (error: unknown): never => {
    throw translateError(error, name);
  };

  async function use<Result>(
    action: (database: OpenDatabase) => Promise<Result>,
    signal?: AbortSignal,
  ): Promise<Result> {
    if (!open) throw new SouvenirError('closed', `${name} is not open.`, { advice: 'Call open() first.' });
    return action(open).catch((error) => {
      if (signal?.aborted && error === signal.reason) throw error;
      return fail(error);
    });
  }

  const read = <Result>(
    owner: Owner,
    action: (connection: Connection, key: OwnerKey) => Promise<Result>,
    signal?: AbortSignal,
  ) =>
    use(
      (database) =>
        database.transact(BEGIN.read, owner.tenantId, (connection) => action(connection, keyOf(owner)), signal),
      signal,
    );

  const eraseUnder = <Result>(owner: Owner, nothing: Result, action: (writing: Writing) => Promise<Result>) =>
    use((database) =>
      database.transact(BEGIN.write, owner.tenantId, async (connection) => {
        const existing = await connection.get(sql`select 1 from owners o where ${ownedBy(keyOf(owner), 'o')}`);
        if (existing === undefined) return nothing;
        const writing = await Writing.begin(connection, owner);
        const result = await action(writing);
        await writing.end();
        return result;
      }),
    );

  return {
    name: 'postgres',
    exactUpTo: settings.exactUpTo,
    unreached: 'pages of the database until VACUUM FULL, and its log until it is recycled',
    open: () => {
      opening ??= openDatabase(settings).then(
        (database) => {
          open = database;
          indexes = new NearIndexes(database, settings.exactUpTo);
        },
        (error) => {
          opening = undefined;
          fail(error);
        },
      );
      return opening;
    },
    close: async () => {
      await opening?.catch(() => undefined);
      const closing = open;
      [open, opening] = [undefined, undefined];
      await closing?.end();
    },
    write: async (owner, changes, also) => {
      const writes = ownedWrites(owner, changes, also);
      const indexedTexts = await indexTexts(writes.map((each) => each.changes));
      // In a fixed order, so that two writes never wait for each other.
      const locked = [...writes].sort((a, b) => (ownerKey(a.owner) < ownerKey(b.owner) ? -1 : 1));
      await use((database) =>
        database.transact(BEGIN.write, owner.tenantId, async (connection) => {
          for (const each of locked) await Writing.begin(connection, each.owner);
          for (const each of writes) await writeChanges(connection, each.owner, each.changes, indexedTexts);
        }),
      );
    },
    owners: (page = {}) =>
      use((database) => database.transact(BEGIN.read, page.tenantId, (connection) => listOwners(connection, page))),
    getEpisodes: (owner, ids, withHidden) =>
      read(owner, (connection, key) => getEpisodes(connection, key, owner, ids, withHidden)),
    listEpisodes: (owner, query) => read(owner, (connection, key) => listEpisodes(connection, key, owner, query)),
    getMemories: (owner, ids, asOf) => read(owner, (connection, key) => getMemories(connection, key, owner, ids, asOf)),
    listMemories: (owner, page) =>
      read(owner, (connection, key) => listMemories(connection, key, owner, page), page.signal),
    rankMemories: (owner, query) =>
      read(owner, (connection, key) => rankMemories(connection, key, query), query.signal),
    searchText: (owner, query) => read(owner, (connection, key) => searchText(connection, key, query), query.signal),
    searchVector: (owner, query) =>
      read(owner, (connection, key) => searchVector(connection, key, query, indexes), query.signal),
    listSessions: (owner, page = {}) => read(owner, (connection, key) => listSessions(connection, key, page)),
    listEntities: (owner, page) => read(owner, (connection, key) => listEntities(connection, key, page)),
    matchEntities: (owner, names) => read(owner, (connection, key) => matchEntities(connection, key, names)),
    relationshipsOf: (owner, ids) => read(owner, (connection, key) => relationshipsOf(connection, key, ids)),
    searchEntities: (owner, query) =>
      read(owner, (connection, key) => searchEntities(connection, key, query), query.signal),
    linksOf: (owner, ids, page = {}) => read(owner, (connection, key) => linksOf(connection, key, ids, page)),
    versionsOf: (owner, ids, page = {}) =>
      read(owner, (connection, key) => versionsOf(connection, key, owner, ids, page)),
    changedMemories: (owner, query) => read(owner, (connection, key) => changedMemories(connection, key, query)),
    vectorsOf: (owner, ids, embedderId) =>
      read(owner, (connection, key) => vectorsOf(connection, key, ids, embedderId)),
    noteOf: (owner, note) => read(owner, (connection, key) => noteOf(connection, key, note)),
    listNotes: (owner) => read(owner, listNotes),
    embeddingsOf: (owner, ids) => read(owner, (connection, key) => embeddingsOf(connection, key, ids)),
    progressSteps: (owner, page = {}) => read(owner, (connection, key) => progressSteps(connection, key, page)),
    pendingSessions: (owner, query) => read(owner, (connection, key) => pendingSessions(connection, key, query)),
    listUnembedded: (owner, embedderId, limit) =>
      read(owner, (connection, key) => listUnembedded(connection, key, embedderId, limit)),
    countUnembedded: (owner, embedderId) =>
      read(owner, (connection, key) => countUnembedded(connection, key, embedderId)),
    countHappenings: (owner, query) => read(owner, (connection, key) => countHappenings(connection, key, query)),
    countMentions: (owner, query) =>
      read(owner, (connection, key) => countMentions(connection, key, query), query.signal),
    countMemories: (owner, filter, signal) =>
      read(owner, (connection, key) => countMemories(connection, key, filter), signal),
    stats: (owner) => read(owner, storeStats),
    erase: (owner, erasure) => eraseUnder(owner, NOTHING_ERASED, (writing) => erase(writing, erasure)),
    eraseOwner: async (owner) => {
      // A role that may not drop indexes leaves them, empty.
      await use(() => indexes?.drop(keyOf(owner)) ?? Promise.resolve()).catch(() => undefined);
      await eraseUnder(owner, undefined, eraseOwner);
    },
  };
}

/** Call it inside a transaction. */
async function writeChanges(
  connection: Connection,
  owner: Owner,
  changes: Changes,
  indexedTexts: IndexedTexts,
): Promise<void> {
  const writing = await Writing.begin(connection, owner);
  await expectVersions(writing, changes);
  await expectNotes(writing, changes);
  for (const progress of changes.progress ?? []) await advanceProgress(writing, progress, changes.at ?? new Date());
  await insertEpisodes(writing, changes.episodes ?? []);
  if (changes.episodesUntil !== undefined) await redateEpisodes(writing, changes.episodesUntil);
  for (const { sessionId, at } of changes.endedSessions ?? []) await endSession(writing, sessionId, at);

  const known = await upsertEntities(writing, changes.entities ?? []);
  const resolved = withKnownIds(changes, known);
  const writer = await MemoryWriter.load(writing, resolved, indexedTexts);
  for (const memory of resolved.memories ?? []) {
    await yieldToEventLoop();
    writer.insert(memory);
  }
  for (const update of resolved.updates ?? []) {
    await yieldToEventLoop();
    writer.update(changes, update);
  }
  for (const vector of changes.vectors ?? []) {
    await yieldToEventLoop();
    writer.embed(vector);
  }
  await writer.save();
  await upsertRelationships(writing, resolved.relationships ?? []);
  await upsertLinks(writing, changes.links ?? []);
  await removeLinks(writing, changes.unlinks ?? []);
  if (changes.accesses) await countAccesses(writing, changes.accesses.memoryIds, changes.accesses.at);
  if (changes.salience) await measureSalience(writing, changes.salience);
  for (const { name, value } of changes.notes ?? []) await writeNote(writing, name, value);
  await writing.end();
}
