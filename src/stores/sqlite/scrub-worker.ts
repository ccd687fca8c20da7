import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3-multiple-ciphers';

const WAIT_MS = 60_000;
const { path } = workerData as { path: string };

/** Names that stand for nothing any more, and what replaced something and is gone. */
const SWEEP = `
delete from names where key not in (
  select session from sessions union select session from episodes union select session from memories where session is not null
  union select session from memory_versions where session is not null union select session from progress
  union select session from progress_steps union select component from progress union select component from progress_steps
  union select project from episodes where project is not null union select project from memories where project is not null
  union select project from memory_versions where project is not null union select speaker from episodes where speaker is not null
  union select component from memories union select component from memory_versions
  union select category from memories union select category from memory_versions
  union select embedder from memories where embedder is not null
  union select embedder from memory_versions where embedder is not null union select embedder from vector_spaces
);
${['memories', 'memory_versions']
  .map(
    (table) => `
update ${table} as m set superseded_by = null
where superseded_by is not null and not exists (select 1 from memories x where x.owner = m.owner and x.id = m.superseded_by);
update ${table} as m set cause = json_remove(cause, '$.by')
where cause ->> 'by' is not null and not exists (select 1 from memories x where x.owner = m.owner and x.id = m.cause ->> 'by');`,
  )
  .join('')}
insert into texts (texts) values ('optimize');
`;

/** In a thread of its own: it rewrites the whole file, and waits for whoever reads or writes meanwhile. */
const driver = new Database(path, { timeout: WAIT_MS, fileMustExist: true });
driver.transaction(() => driver.exec(SWEEP)).immediate();
driver.exec('vacuum');
const [checkpoint] = driver.pragma('wal_checkpoint(truncate)') as { readonly busy: number }[];
driver.close();
if (checkpoint?.busy !== 0) throw new Error('somebody reads on: what was erased is still in the log');
parentPort?.postMessage('done');
