import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import type { StoreBackup } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import { parse } from '../../model/parse.ts';
import { type CipherKey, cipherKeyOf, loadDriver, newSalt, saltOf } from './cipher.ts';
import { runInThread } from './file-jobs.ts';
import { translateError } from './open-database.ts';
import { filePathSchema, readSecret, type StoreKey, storeKeySchema } from './store-key.ts';

const rekeySchema = z
  .strictObject({
    path: filePathSchema,
    /** The present key; none if the file is not encrypted. */
    from: storeKeySchema.optional(),
    /** The new key; none to decrypt the file. */
    to: storeKeySchema.optional(),
  })
  .refine(({ from, to }) => from !== undefined || to !== undefined, 'names no key: give from, to or both');
export type RekeyOptions = Readonly<z.input<typeof rekeySchema>>;

/**
 * Encrypts a file, decrypts it, or changes its key. Nobody may have it open. After a crash at any moment it is whole, under the one key or the
 * other.
 * @example await rekeySqlite({ path: 'memory.db', to: { file: 'memory.key' } });
 */
export async function rekeySqlite(options: RekeyOptions): Promise<void> {
  const { path, from, to } = parse(rekeySchema, options, 'rekeySqlite');
  if (!existsSync(path)) throw new SouvenirError('notFound', `there is no file ${path}`);
  const key = await keyOfFile(path, from);
  const newKey = to === undefined ? undefined : await cipherKeyOf(await readSecret(to), newSalt);
  await runInThread('rekey', { path, key, newKey });
}

const restoreSchema = z.strictObject({
  path: filePathSchema,
  /** A file from `backup`, or any other whole file of a store. */
  backup: filePathSchema,
  /** The key of the backup. */
  key: storeKeySchema.optional(),
  /** Replaces an existing file. */
  force: z.boolean().default(false),
});
export type RestoreOptions = Readonly<z.input<typeof restoreSchema>>;

/**
 * Replaces a file that nobody has open, or a missing one, by a backup that was checked. After a crash at any moment the one or the other is there,
 * whole.
 * @example const { memories } = await restoreSqlite({ path: 'memory.db', backup: 'monday.db', force: true });
 */
export async function restoreSqlite(options: RestoreOptions): Promise<StoreBackup> {
  const { path, backup, key, force } = parse(restoreSchema, options, 'restoreSqlite');
  if (!existsSync(backup)) throw new SouvenirError('notFound', `there is no file ${backup}`);
  return runInThread('restore', {
    ...{ path: resolve(path), key: await keyOfFile(path, key), force },
    backup: { path: backup, key: await keyOfFile(backup, key) },
  });
}

async function keyOfFile(path: string, key: StoreKey | undefined): Promise<CipherKey | undefined> {
  if (key === undefined) return undefined;
  const Database = await loadDriver();
  return cipherKeyOf(await readSecret(key), () => saltOf(Database, path)).catch((error) => {
    throw translateError(error, path);
  });
}
