import Database from 'better-sqlite3-multiple-ciphers';

/** Locks a database for all others until the returned function is called. */
export function openDriver(path: string): () => void {
  const database = new Database(path);
  database.exec('BEGIN EXCLUSIVE');
  return () => {
    database.exec('ROLLBACK');
    database.close();
  };
}
