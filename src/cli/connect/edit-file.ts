import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { reasonOf, SouvenirError } from '../../errors.ts';

export async function textOf(path: string): Promise<string | undefined> {
  const bytes = await readFile(path).catch((cause: NodeJS.ErrnoException) => {
    if (cause.code === 'ENOENT') return undefined;
    throw new SouvenirError('storeUnwritable', `cannot read ${path}: ${reasonOf(cause)}`, { cause });
  });
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (cause) {
    throw new SouvenirError('invalidInput', `${path} is not UTF-8 text`, { cause });
  }
}

/** A file that its owner has protected is not replaced, although the folder would allow it. */
export async function refuseReadOnly(path: string): Promise<void> {
  const mode = await stat(path).then(
    (stats) => stats.mode,
    () => undefined,
  );
  if (mode !== undefined && (mode & 0o222) === 0)
    throw new SouvenirError('storeUnwritable', `${path} is read-only, so nothing was written`, {
      advice: 'make it writable, or add by hand what --print prints',
    });
}

/** Replaces a file atomically, keeps its mode, and follows a link; removes it where nothing is left. */
export async function replaceText(path: string, before: string | undefined, after: string | undefined): Promise<void> {
  if ((await textOf(path)) !== before)
    throw new SouvenirError('overtaken', `${path} was changed during the edit, so nothing was written`, {
      advice: 'run it again',
    });
  if (after === undefined) return removeFile(path);
  const target = before === undefined ? path : await realpath(path);
  const next = `${target}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(next, after, { flag: 'wx', mode: 0o600 });
    await chmod(next, before === undefined ? 0o644 : (await stat(target)).mode);
    await rename(next, target);
  } catch (cause) {
    await rm(next, { force: true }).catch(() => {});
    throw new SouvenirError('storeUnwritable', `cannot write ${path}: ${reasonOf(cause)}`, { cause });
  }
}

const removeFile = (path: string): Promise<void> =>
  rm(path, { force: true }).catch((cause) => {
    throw new SouvenirError('storeUnwritable', `cannot remove ${path}: ${reasonOf(cause)}`, { cause });
  });

/** The folders that are missing for a file, the outermost first. */
export async function missingFolders(path: string): Promise<readonly string[]> {
  const folder = dirname(path);
  const exists = await stat(folder).then(
    () => true,
    () => false,
  );
  return exists || folder === path ? [] : [...(await missingFolders(folder)), folder];
}

/** Removes folders, given the outermost first, as far as they are empty. */
export async function removeEmpty(folders: readonly string[]): Promise<void> {
  for (const folder of folders.toReversed()) await rmdir(folder).catch(() => {});
}
