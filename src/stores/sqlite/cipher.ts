import { createHmac, pbkdf2, pbkdf2Sync, randomBytes } from 'node:crypto';
import { type BigIntStats, closeSync, openSync, readSync, statSync } from 'node:fs';
import { promisify } from 'node:util';
import { SouvenirError } from '../../errors.ts';
import { requireNode } from '../../require-node.ts';
import type { Driver, DriverClass, DriverOptions } from './driver.ts';
import type { Secret } from './store-key.ts';

export const CIPHER = 'SQLCipher 4 (AES-256)';
const SALT_BYTES = 16;
const KEY_BYTES = 32;
const PAGE_BYTES = 4096;
const CHECKSUM_BYTES = 64;
const ITERATIONS = 256_000;

/** A key in the driver's form, with the salt of its file unless the key was given as bytes. */
export type CipherKey = Uint8Array;

export async function loadDriver(): Promise<DriverClass> {
  requireNode();
  return (await import('better-sqlite3-multiple-ciphers')).default;
}

export function openDriver(
  Database: DriverClass,
  path: string,
  key: CipherKey | undefined,
  options?: DriverOptions,
): Driver {
  const driver = new Database(path, options);
  if (key !== undefined) {
    chooseCipher(driver);
    driver.key(Buffer.from(key));
  }
  return driver;
}

export function chooseCipher(driver: Driver): void {
  driver.pragma("cipher = 'sqlcipher'");
  driver.pragma('legacy = 4');
}

/** Derives in Node's thread pool: the driver would block the event loop for a quarter of a second. */
export async function cipherKeyOf({ bytes, isRaw }: Secret, salt: () => Buffer): Promise<CipherKey> {
  if (isRaw) return Buffer.from(`x'${bytes.toString('hex')}'`);
  const ownSalt = salt();
  const derived = await promisify(pbkdf2)(bytes, ownSalt, ITERATIONS, KEY_BYTES, 'sha512');
  return Buffer.from(`x'${derived.toString('hex')}${ownSalt.toString('hex')}'`);
}

export const newSalt = (): Buffer => randomBytes(SALT_BYTES);

/**
 * The salt of a file, or a new one for a missing or empty file. The driver reads it: if this process closed the file, SQLite could lose its locks
 * on it.
 */
export function saltOf(Database: DriverClass, path: string): Buffer {
  if (isAbsent(path)) return newSalt();
  const driver = new Database(path, { readonly: true, fileMustExist: true });
  try {
    chooseCipher(driver);
    driver.pragma('kdf_iter = 1');
    driver.key(Buffer.from('any'));
    const salt = Buffer.from(String(driver.pragma('cipher_salt', { simple: true })), 'hex');
    return salt.length === SALT_BYTES ? salt : newSalt();
  } finally {
    driver.close();
  }
}

const statsOf = (path: string): BigIntStats | undefined => statSync(path, { bigint: true, throwIfNoEntry: false });

/** SQLite takes an empty file for a new database. */
export const isAbsent = (path: string): boolean => (statsOf(path)?.size ?? 0n) === 0n;

/** Distinguishes a file from one that took its name; undefined for a missing file. */
export function identityOf(path: string): string | undefined {
  const stats = statsOf(path);
  return stats && `${stats.dev} ${stats.ino}`;
}

/** Refuses a file that the key does not fit before it is opened: recovery from a crash under the wrong key would ruin it. */
export function refuseUnfit(Database: DriverClass, path: string, key: CipherKey | undefined): void {
  if (isAbsent(path) || isReadable(Database, path, key)) return;
  const refusal = key === undefined ? keyMissing(path) : keyUnfit(Database, path);
  if (refusal !== undefined) throw refusal;
}

function keyMissing(path: string): SouvenirError | undefined {
  if ((statsOf(path)?.size ?? 1n) % BigInt(PAGE_BYTES) !== 0n) return undefined;
  return new SouvenirError('storeEncrypted', `${path} is encrypted, or no database at all, and no key was given.`, {
    advice: 'Give its key. The file was not touched.',
  });
}

function keyUnfit(Database: DriverClass, path: string): SouvenirError {
  if (isReadable(Database, path, undefined))
    return new SouvenirError('storeNotEncrypted', `${path} is not encrypted, but a key was given.`, {
      advice: 'Encrypt it with rekeySqlite(), or give no key. The file was not touched.',
    });
  return new SouvenirError('storeWrongKey', `${path} cannot be read with this key, or is not a Souvenir database.`, {
    advice:
      'Give the key it was encrypted with; where that is lost, move the file away with its -wal and -shm and restore a backup. The file was not touched.',
  });
}

function isReadable(Database: DriverClass, path: string, key: CipherKey | undefined): boolean {
  const driver = openDriver(Database, path, key, { readonly: true, fileMustExist: true, timeout: 0 });
  try {
    driver.prepare('select 1 from sqlite_master').get();
    return true;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : '';
    if (code.startsWith('SQLITE_BUSY')) throw error;
    return code === 'SQLITE_READONLY_ROLLBACK' ? isFirstPageReadable(path, key) : code !== 'SQLITE_NOTADB';
  } finally {
    driver.close();
  }
}

/** Whether the first page of a file is plain or has the checksum of SQLCipher; for a closed file that needs recovery. */
function isFirstPageReadable(path: string, key: CipherKey | undefined): boolean {
  const page = Buffer.alloc(PAGE_BYTES);
  const file = openSync(path, 'r');
  readSync(file, page, 0, PAGE_BYTES, 0);
  closeSync(file);
  if (key === undefined) return page.toString('latin1', 0, SALT_BYTES) === 'SQLite format 3\0';
  const bytes = Buffer.from(Buffer.from(key).toString('latin1', 2, 2 + 2 * KEY_BYTES), 'hex');
  const salt = page.subarray(0, SALT_BYTES).map((byte) => byte ^ 0x3a);
  const content = page.subarray(SALT_BYTES, PAGE_BYTES - CHECKSUM_BYTES);
  const checksum = createHmac('sha512', pbkdf2Sync(bytes, salt, 2, KEY_BYTES, 'sha512'));
  return checksum
    .update(content)
    .update(Buffer.from([1, 0, 0, 0]))
    .digest()
    .equals(page.subarray(-CHECKSUM_BYTES));
}
