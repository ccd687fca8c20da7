import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reasonOf, SouvenirError } from '../../errors.ts';
import { removeEmpty } from './edit-file.ts';

const hashOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** A settings file before it was changed, so that `disconnect` can restore it. */
export interface Backup {
  /** Absent where there was no file. */
  readonly before?: string;
  /** The folders that were made for the file, the outermost first. */
  readonly folders: readonly string[];
  /** Whether a text is the one that was written last. */
  isWritten(text: string): boolean;
}

/** A copy of the file, and `NAME.json` with what is known of it. Settings may hold secrets, so that only their owner may read the copies. */
const pathsOf = (folder: string, file: string) => {
  const name = join(folder, hashOf(file).slice(0, 12));
  return { copy: `${name}.backup`, record: `${name}.json` };
};

export async function readBackup(folder: string, file: string): Promise<Backup | undefined> {
  const { copy, record } = pathsOf(folder, file);
  try {
    const { written, folders, isNew } = JSON.parse(await readFile(record, 'utf8'));
    const before = isNew === true ? undefined : await readFile(copy, 'utf8');
    return {
      ...(before !== undefined && { before }),
      folders: Array.isArray(folders) ? folders.map(String) : [],
      isWritten: (text) => hashOf(text) === written,
    };
  } catch {
    // Without a readable backup our entries are taken out of the text as it is.
    return undefined;
  }
}

export async function writeBackup(
  folder: string,
  file: string,
  { before, folders }: Pick<Backup, 'before' | 'folders'>,
  written: string,
): Promise<void> {
  const { copy, record } = pathsOf(folder, file);
  const isNew = before === undefined;
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    if (!isNew) await writeFile(copy, before, { mode: 0o600 });
    const known = { file, isNew, folders, written: hashOf(written) };
    await writeFile(record, `${JSON.stringify(known, undefined, 2)}\n`, { mode: 0o600 });
  } catch (cause) {
    throw new SouvenirError('storeUnwritable', `cannot write a backup to ${folder}: ${reasonOf(cause)}`, { cause });
  }
}

export async function removeBackup(folder: string, file: string): Promise<void> {
  const { copy, record } = pathsOf(folder, file);
  for (const path of [copy, record]) await rm(path, { force: true });
  // The folder around it holds the memory, if there is one.
  await removeEmpty([dirname(folder), folder]);
}
