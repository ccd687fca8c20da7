import { constants } from 'node:fs';
import { lstat, mkdir, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf, SouvenirError } from '../errors.ts';

const MAX_BYTES = 64_000_000;
// Windows has no such flag, so the file is checked before it is opened.
const NO_LINK = constants.O_NOFOLLOW ?? 0;

/** Writes files into a folder. `refuseLoss` first gets the existing files of the same names. */
export async function writeFolder(
  folder: string,
  files: ReadonlyMap<string, string>,
  refuseLoss: (existing: ReadonlyMap<string, string>) => Promise<void>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch(refuse(folder));
  await refuseLink(folder, 'isDirectory');
  if ((await readdir(folder)).length > 0) await refuseLoss(await readFolder(folder, [...files.keys()]));
  for (const [name, text] of files) {
    const path = join(folder, name);
    await rm(path, { force: true }).catch(refuse(path));
    const file = await open(path, 'wx', 0o600).catch(refuse(path));
    await file.writeFile(text).finally(() => file.close());
  }
}

/** The existing files of these names. Symbolic links are refused. */
export async function readFolder(folder: string, names: readonly string[]): Promise<Map<string, string>> {
  await refuseLink(folder, 'isDirectory');
  const present = new Set(await readdir(folder).catch(refuse(folder)));
  const files = new Map<string, string>();
  for (const name of names.filter((each) => present.has(each))) {
    const path = join(folder, name);
    await refuseLink(path, 'isFile');
    const file = await open(path, constants.O_RDONLY | NO_LINK).catch(refuse(path));
    try {
      const { size } = await file.stat();
      if (size > MAX_BYTES) throw new SouvenirError('invalidInput', `${path} is larger than ${MAX_BYTES / 1e6} MB`);
      files.set(name, new TextDecoder('utf-8', { fatal: true }).decode(await file.readFile()));
    } catch (cause) {
      throw SouvenirError.is(cause) ? cause : new SouvenirError('invalidInput', `${path} is not UTF-8 text`, { cause });
    } finally {
      await file.close();
    }
  }
  return files;
}

async function refuseLink(path: string, check: 'isFile' | 'isDirectory'): Promise<void> {
  const stats = await lstat(path).catch(refuse(path));
  if (!stats[check]())
    throw new SouvenirError('invalidInput', `${path} is not a ${check === 'isFile' ? 'file' : 'folder'}`, {
      advice: 'symbolic links are not followed: pass the path itself',
    });
}

const refuse = (path: string) => (cause: unknown) => {
  throw new SouvenirError('notFound', `cannot use ${path}: ${reasonOf(cause)}`, { cause });
};
