import { openDriver } from './cipher.ts';
import type { Driver, DriverClass } from './driver.ts';
import { type DatabaseFile, WAIT_MS } from './file-jobs.ts';

/** Removes unused names, and references to memories that no longer exist. */
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

export function scrub(Database: DriverClass, { path, key }: DatabaseFile): undefined {
  const driver = openDriver(Database, path, key, { timeout: WAIT_MS, fileMustExist: true });
  try {
    // Temporary files of the rewrite would not be encrypted.
    if (key !== undefined) driver.pragma('temp_store = memory');
    driver.transaction(() => driver.exec(SWEEP)).immediate();
    driver.exec('vacuum');
    emptyLog(driver);
  } finally {
    driver.close();
  }
}

export function emptyLog(driver: Driver): void {
  const [checkpoint] = driver.pragma('wal_checkpoint(truncate)') as { readonly busy: number }[];
  if (checkpoint?.busy !== 0) throw new Error('somebody reads on: what was erased is still in the log');
}
