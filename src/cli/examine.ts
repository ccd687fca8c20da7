import { existsSync, statSync } from 'node:fs';
import { access, constants, statfs } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import type { Embedder, Vector } from '../contracts/embedder.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { measureKernel } from '../reader/open-model.ts';
import { requireNode } from '../require-node.ts';
import { inspectFile, inspectSqlite } from '../stores/sqlite/open-database.ts';
import type { StoreKey } from '../stores/sqlite/store-key.ts';
import type { GlobalOptions } from './cli.ts';
import { keyOf } from './config.ts';
import { CONFIG_FILES } from './config-files.ts';
import { createEmbedder } from './memory.ts';
import { readableBytes } from './render/reports.ts';
import { green, red } from './render/text.ts';
import { schemaStatus } from './schema-status.ts';
import { locationOf, shownLocation } from './store-location.ts';

export interface Check {
  readonly name: string;
  readonly ok: boolean;
  readonly detail: string;
  readonly advice?: string;
}

export const checkLines = ({ name, ok, detail, advice }: Check): string[] => [
  `${ok ? green('✓') : red('✗')} ${name.padEnd(8)}  ${detail}`,
  ...(advice === undefined ? [] : [`            ${advice}`]),
];

/** About the size of some hundred thousand memories. */
const MIN_FREE_BYTES = 500_000_000;

export async function examine(options: GlobalOptions): Promise<Check[]> {
  const { db, embedder, keyFile } = options;
  const checks: Check[] = [];
  checks.push(await check('node', checkNode));
  checks.push({ name: 'config', ok: true, detail: options.configFile ?? `no ${CONFIG_FILES.join(', ')} here` });
  checks.push(await check('kernel', checkKernel));
  checks.push(await check('embedder', () => checkEmbedder(embedder)));
  if (options.store !== undefined)
    return [
      ...checks,
      await check('database', () => checkDatabase(options)),
      await check('role', () => checkRole(options)),
    ];
  checks.push(await check('sqlite', checkSqlite));
  checks.push(await check('disk', () => checkDisk(db)));
  checks.push(await check('file', () => checkFile(db, keyOf(options))));
  checks.push(await check('access', () => checkAccess([db, `${db}-wal`, `${db}-shm`, ...(keyFile ? [keyFile] : [])])));
  return checks;
}

interface CheckResult {
  readonly detail: string;
  /** The remedy; the check fails if it is present. */
  readonly advice?: string | undefined;
}

async function check(name: string, run: () => Promise<CheckResult> | CheckResult): Promise<Check> {
  try {
    const { detail, advice } = await run();
    return { name, ok: advice === undefined, detail, ...(advice !== undefined && { advice }) };
  } catch (error) {
    const advice = (SouvenirError.is(error) && error.advice) || 'install the package again';
    return { name, ok: false, detail: reasonOf(error), advice };
  }
}

function checkNode() {
  requireNode();
  return { detail: process.versions.node };
}

async function checkKernel(): Promise<CheckResult> {
  const { kernel, instructionSet, gmacPerSecond, nativeRefusal } = await measureKernel();
  const speed = `${gmacPerSecond.toFixed(0)} GMAC/s a core`;
  const details = [kernel, instructionSet, speed, nativeRefusal && `as the native kernel ${nativeRefusal}`];
  return { detail: details.filter((each) => each !== undefined).join(', ') };
}

async function checkSqlite() {
  const { sqliteVersion, fts5 } = await inspectSqlite();
  return {
    detail: `${sqliteVersion}, ${fts5 ? 'with' : 'without'} full-text search`,
    advice: fts5 ? undefined : 'install the package again: its SQLite lacks FTS5',
  };
}

async function checkDatabase(options: GlobalOptions) {
  const { engine, schema, newest, hasJobs } = await schemaStatus(locationOf(options), undefined);
  const jobs = hasJobs ? 'with job tables' : 'no job tables yet';
  const detail = `${shownLocation(options)}, ${engine}, schema ${schema} of ${newest}, ${jobs}`;
  return { detail, advice: schema === newest ? undefined : 'run `souvenir db migrate`' };
}

/** Whether row-level security applies to this database user. */
async function checkRole(options: GlobalOptions): Promise<CheckResult> {
  const { unwalledRole: role } = await schemaStatus(locationOf(options), undefined);
  if (role === undefined) return { detail: 'row-level security applies' };
  return {
    detail: `${role} is a superuser, bypasses row-level security or owns the tables that Citus distributes: row-level security does not separate tenants`,
    advice:
      'use a plain role for serving, with usage of the schemas souvenir and souvenir_jobs and all rights on their tables',
  };
}

async function checkDisk(db: string) {
  const { bavail, bsize } = await statfs(nearestDirectory(db));
  const free = bavail * bsize;
  return {
    detail: `${readableBytes(free)} free`,
    advice: free < MIN_FREE_BYTES ? `free disk space: under ${readableBytes(MIN_FREE_BYTES)} is left` : undefined,
  };
}

async function checkFile(db: string, key: StoreKey | undefined) {
  const exists = existsSync(db);
  const detail = exists ? await describeFile(db, key) : `${db} does not exist yet`;
  const writable = await isWritable(exists ? db : nearestDirectory(db));
  return { detail, advice: writable ? undefined : 'it cannot be written: pass another file with --db' };
}

/** Reads every page of an encrypted file before it is served, because damage that is noticed later has been written to. */
export async function refuseDamaged(db: string, key: StoreKey | undefined): Promise<void> {
  if (key !== undefined && existsSync(db) && (await isWritable(db))) await inspectWhole(db, key);
}

async function inspectWhole(db: string, key: StoreKey | undefined) {
  const file = await inspectFile(db, key);
  if (file.quickCheck !== 'ok')
    throw new SouvenirError('storeFailed', `${db} is damaged: ${file.quickCheck.replace(/\s+/g, ' ')}`, {
      advice:
        'move it away with its -wal and -shm files and restore a backup, or save what `souvenir export` can still read',
    });
  return file;
}

async function describeFile(db: string, key: StoreKey | undefined): Promise<string> {
  const { schemaVersion, cipher } = await inspectWhole(db, key);
  const encryption = cipher === undefined ? 'not encrypted' : `encrypted with ${cipher}`;
  return `${db}, ${readableBytes(sizeOnDisk(db))}, schema ${schemaVersion}, integrity ok, ${encryption}`;
}

/** Checks whether other users of the machine can read the files. */
function checkAccess(files: readonly string[]): CheckResult {
  const modes = files.flatMap((file) => {
    const mode = statSync(file, { throwIfNoEntry: false })?.mode;
    return mode === undefined ? [] : [{ file, mode: mode & 0o777 }];
  });
  const open = modes.filter(({ mode }) => process.platform !== 'win32' && (mode & 0o077) !== 0);
  if (open.length === 0) return { detail: 'only its owner can read it' };
  return {
    detail: `other users can read ${open.map(({ file, mode }) => `${file} (${mode.toString(8)})`).join(', ')}`,
    advice: `chmod 600 ${open.map(({ file }) => file).join(' ')}`,
  };
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

/** Bytes of a database with its write-ahead log. */
export const sizeOnDisk = (path: string): number =>
  [path, `${path}-wal`].reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);

const QUESTION = 'What does the rabbit like to eat?';
const RELATED = 'The rabbit likes to eat carrots and hay.';
const UNRELATED = 'Interest on government bonds rose last quarter.';
const TOLERANCE = 1e-3;

async function checkEmbedder(name: GlobalOptions['embedder']): Promise<CheckResult> {
  const embedder = createEmbedder(name);
  if (embedder === null) return { detail: 'none, recall uses words only' };
  try {
    return await askKnownAnswer(embedder);
  } finally {
    await embedder.close?.();
  }
}

async function askKnownAnswer(embedder: Embedder): Promise<CheckResult> {
  const started = performance.now();
  const [first] = await embedder.embed([QUESTION]);
  const loadedMs = Math.round(performance.now() - started);
  const [again, related, unrelated] = await embedder.embed([QUESTION, RELATED, UNRELATED]);
  const self = cosine(first, again);
  const near = cosine(first, related);
  const far = cosine(first, unrelated);
  const isCorrect = Math.abs(self - 1) < TOLERANCE && near > far;
  return {
    detail: `${embedder.id}, ready in ${loadedMs} ms, related ${near.toFixed(2)} over unrelated ${far.toFixed(2)}`,
    advice: isCorrect ? undefined : 'the embedder gives wrong vectors: install the package again',
  };
}

const cosine = (a: Vector | undefined, b: Vector | undefined): number =>
  a === undefined || b === undefined ? 0 : a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
