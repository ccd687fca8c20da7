import { SouvenirError } from '../../errors.ts';
import { type Backup, readBackup, removeBackup, writeBackup } from './backups.ts';
import { missingFolders, refuseReadOnly, removeEmpty, replaceText, textOf } from './edit-file.ts';

/** The half of a connection, as `--mcp-only` and `--hooks-only` name it. */
export type Part = 'mcp' | 'hooks';

/** How a part of ours is put into one file and taken out again. An empty text stands for no file. */
export interface FileEdit {
  readonly file: string;
  readonly part: Part;
  /** Not a settings file of the program. */
  readonly isAside?: boolean;
  put(text: string): string;
  /** `before` is the text without any part of ours, as far as it is known. */
  take(text: string, before: string): string;
}

/** A file that is going to change. `undefined` stands for no file. */
export interface FileChange {
  readonly file: string;
  readonly before: string | undefined;
  readonly after: string | undefined;
  /** The text that a later `disconnect` restores; absent if it restores nothing any more. */
  readonly backup?: Pick<Backup, 'before' | 'folders'>;
  /** Folders that go with the file. */
  readonly folders?: readonly string[];
}

/** The changes that connect parts of a program; files that already are as they should be are left out. */
export async function connectChanges(
  edits: readonly FileEdit[],
  parts: readonly Part[],
  backups: string,
): Promise<readonly FileChange[]> {
  return changesOf(edits, async (file, own) => {
    const current = await textOf(file);
    const after = own.reduce((text, { part, put }) => (parts.includes(part) ? put(text) : text), current ?? '');
    if (after === (current ?? '')) return undefined;
    const known = await readBackup(backups, file);
    const before = textBefore(own, current, known);
    const folders = known?.folders ?? (await missingFolders(file));
    return { file, before: current, after, backup: { ...(before !== undefined && { before }), folders } };
  });
}

/** The changes that disconnect parts of a program: the bytes from before, or where the file was edited since, the text without our part. */
export async function disconnectChanges(
  edits: readonly FileEdit[],
  parts: readonly Part[],
  backups: string,
): Promise<readonly FileChange[]> {
  return changesOf(edits, async (file, own) => {
    const current = await textOf(file);
    const known = await readBackup(backups, file);
    const selected = own.filter(({ part }) => parts.includes(part));
    const taken = current === undefined ? undefined : takeAll(selected, current, known);
    if (taken === current || taken === undefined) return undefined;
    const before = textBefore(own, current, known);
    if (takeAll(own, taken, known) !== taken)
      return {
        ...{ file, before: current, after: taken },
        ...(known && { backup: { ...(before !== undefined && { before }), folders: known.folders } }),
      };
    return { file, before: current, after: before, folders: known?.folders ?? [] };
  });
}

/** A file without our entries, with the changes of others. */
function textBefore(
  edits: readonly FileEdit[],
  current: string | undefined,
  known: Backup | undefined,
): string | undefined {
  if (current === undefined) return undefined;
  if (known?.isWritten(current)) return known.before;
  const text = takeAll(edits, current, known);
  return text === '' && text !== current ? undefined : text;
}

const takeAll = (edits: readonly FileEdit[], text: string, known: Backup | undefined): string =>
  // Where it is not known what was there before, an object that is left empty stays.
  edits.reduce((left, { take }) => take(left, known === undefined ? '{}' : (known.before ?? '')), text);

async function changesOf(
  edits: readonly FileEdit[],
  changeOf: (file: string, own: readonly FileEdit[]) => Promise<FileChange | undefined>,
): Promise<readonly FileChange[]> {
  const changes: FileChange[] = [];
  for (const [file, own] of Map.groupBy(edits, (each) => each.file)) {
    const change = await changeOf(file, own).catch((error: unknown) => {
      throw named(file, error);
    });
    if (change === undefined) continue;
    await refuseReadOnly(file);
    changes.push(change);
  }
  return changes;
}

/** Settings that cannot be read are refused with the name of their file. */
function named(file: string, error: unknown): unknown {
  if (!SouvenirError.is(error) || error.message.includes(file)) return error;
  const { code, message, advice, cause } = error;
  return new SouvenirError(code, `${file}: ${message}`, { ...(advice && { advice }), cause });
}

/** Writes all changes, or none: if one fails, the files before it get their text back. */
export async function writeChanges(changes: readonly FileChange[], backups: string): Promise<void> {
  let written = 0;
  try {
    for (const { file, before, after, backup } of changes) {
      if (backup !== undefined) await writeBackup(backups, file, backup, after ?? '');
      await replaceText(file, before, after);
      written += 1;
    }
  } catch (error) {
    for (const { file, before, after } of changes.slice(0, written))
      await replaceText(file, after, before).catch(() => {});
    // The one that failed has a backup already, and perhaps a new folder.
    for (const { file, before, backup } of changes.slice(0, written + 1)) {
      await removeEmpty(backup?.folders ?? []);
      if (backup?.before === before) await removeBackup(backups, file);
    }
    throw error;
  }
  for (const { file, backup, folders = [] } of changes) {
    if (backup === undefined) await removeBackup(backups, file);
    await removeEmpty(folders);
  }
}
