import { existsSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { SouvenirError } from '../../errors.ts';
import { requireNode } from '../../node-version.ts';
import { inspectFile, inspectSqlite } from '../../stores/sqlite/open-database.ts';
import { readableBytes, sizeOnDisk } from '../bytes.ts';
import type { GlobalOptions } from '../cli.ts';
import { type Check, check } from './check.ts';
import { checkEmbedder } from './check-embedder.ts';

/** Room for some hundred thousand memories. */
const LEAST_FREE_BYTES = 500_000_000;

/** Everything a memory needs, looked at one by one. */
export async function examine({ db, embedder }: GlobalOptions): Promise<Check[]> {
  const checks: Check[] = [];
  checks.push(await check('node', checkNode));
  checks.push(await check('sqlite', checkSqlite));
  checks.push(await check('embedder', () => checkEmbedder(embedder)));
  checks.push(await check('disk', () => checkDisk(db)));
  checks.push(await check('file', () => checkFile(db)));
  return checks;
}

function checkNode() {
  requireNode();
  return { detail: process.versions.node };
}

async function checkSqlite() {
  const { sqliteVersion, fts5 } = await inspectSqlite();
  return {
    detail: `${sqliteVersion}, ${fts5 ? 'with' : 'without'} full-text search`,
    advice: fts5 ? undefined : 'install the package again: its SQLite lacks FTS5',
  };
}

async function checkDisk(db: string) {
  const { bavail, bsize } = await statfs(nearestDirectory(db));
  const free = bavail * bsize;
  return {
    detail: `${readableBytes(free)} free`,
    advice: free < LEAST_FREE_BYTES ? `make room: under ${readableBytes(LEAST_FREE_BYTES)} is left` : undefined,
  };
}

async function checkFile(db: string) {
  const exists = existsSync(db);
  const detail = exists ? await describeFile(db) : `${db} does not exist yet`;
  const writable = await isWritable(exists ? db : nearestDirectory(db));
  return { detail, advice: writable ? undefined : 'it cannot be written to: name another file with --db' };
}

async function describeFile(db: string): Promise<string> {
  const { schemaVersion, quickCheck } = await inspectFile(db);
  if (quickCheck !== 'ok')
    throw new SouvenirError('storeFailed', `${db} is damaged: ${quickCheck.replace(/\s+/g, ' ')}`, {
      advice: 'restore a backup, or save what `souvenir export` still reads',
    });
  return `${db}, ${readableBytes(sizeOnDisk(db))}, schema ${schemaVersion}, integrity ok`;
}

const isWritable = (path: string): Promise<boolean> =>
  access(path, constants.W_OK).then(
    () => true,
    () => false,
  );

function nearestDirectory(path: string): string {
  const directory = dirname(resolve(path));
  return existsSync(directory) ? directory : nearestDirectory(directory);
}
