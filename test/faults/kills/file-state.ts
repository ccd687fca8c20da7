import Database from 'better-sqlite3-multiple-ciphers';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';

const LIMIT = 100_000;

/** Everything that a file holds, without the ids that differ from run to run. */
export async function contentOf(path: string) {
  const store = sqliteStore({ path });
  await store.open();
  const episodes: string[] = [];
  const memories: string[] = [];
  const counts: string[] = [];
  for (const owner of await store.owners()) {
    const who = `${owner.userId} ${owner.agentId}`;
    for (const { sessionId, position, content } of await store.listEpisodes(owner, { limit: LIMIT }))
      episodes.push(`${who} ${sessionId} ${position} ${content}`);
    for (const each of await store.listMemories(owner, { filter: {}, limit: LIMIT }))
      memories.push(
        `${who} ${each.component} ${each.category} ${each.status} ${each.sessionId} ${each.confidence} ${each.content}`,
      );
    // Which of several that are equally near is linked goes by ids, which are new.
    const { entities, relationships } = await store.stats(owner);
    counts.push(`${who}: ${entities} entities, ${relationships} relationships`);
  }
  await store.close();
  return { episodes: episodes.sort(), memories: memories.sort(), counts: counts.sort() };
}

export type FileContent = Awaited<ReturnType<typeof contentOf>>;

/** What SQLite, its text index and the counts beside them find wrong. */
export function damageOf(path: string): string[] {
  const driver = new Database(path, { fileMustExist: true });
  const matches: string[] = [];
  const count = (sql: string) => Number(driver.prepare(`select count(*) from ${sql}`).pluck(true).get());
  const integrity = String(driver.pragma('integrity_check(3)', { simple: true }));
  if (integrity !== 'ok') matches.push(integrity);
  if (count("sqlite_master where name = 'owners'") === 0) return closed(driver, matches);
  try {
    driver.exec("insert into texts (texts) values ('integrity-check')");
  } catch (error) {
    matches.push(`text index: ${error}`);
  }
  const indexed = count('texts_docsize');
  const documents = Number(driver.prepare('select coalesce(sum(documents), 0) from owners').pluck(true).get());
  if (indexed !== documents) matches.push(`${indexed} texts are indexed, ${documents} counted`);
  for (const [table, key] of [
    ['episodes', 'owner, session, position'],
    ['memories', 'owner, id'],
  ])
    if (count(`(select 1 from ${table} group by ${key} having count(*) > 1)`) > 0) matches.push(`${table} are doubled`);
  const orphans = count('mentions where memory not in (select key from memories)');
  if (orphans > 0) matches.push(`${orphans} mentions of no memory`);
  return closed(driver, matches);
}

function closed(driver: { close(): void }, matches: string[]): string[] {
  driver.close();
  return matches;
}
