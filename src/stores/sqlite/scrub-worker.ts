import { parentPort, workerData } from 'node:worker_threads';
import Database from 'better-sqlite3-multiple-ciphers';

const WAIT_MS = 60_000;
const { path } = workerData as { path: string };

/** In a thread of its own: it rewrites the whole file, and waits for whoever reads or writes meanwhile. */
const driver = new Database(path, { timeout: WAIT_MS, fileMustExist: true });
driver.exec("insert into texts (texts) values ('optimize')");
driver.exec('vacuum');
driver.pragma('wal_checkpoint(truncate)');
driver.close();
parentPort?.postMessage('done');
