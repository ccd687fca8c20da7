import { randomUUID } from 'node:crypto';
import { chmod, mkdir, readFile, realpath, rename, rm, stat, writeFile } from 'node:fs/promises';
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

/** Replaces a file atomically, keeps its mode, and follows a link. */
export async function replaceText(path: string, before: string | undefined, after: string): Promise<void> {
  if ((await textOf(path)) !== before)
    throw new SouvenirError('overtaken', `${path} was changed during the edit, so nothing was written`, {
      advice: 'run it again',
    });
  const target = before === undefined ? path : await realpath(path);
  const next = `${target}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(target), { recursive: true });
    await writeFile(next, after, { flag: 'wx', mode: 0o600 });
    await chmod(next, before === undefined ? 0o644 : (await stat(target)).mode);
    await rename(next, target);
  } catch (cause) {
    await rm(next, { force: true });
    throw new SouvenirError('storeUnwritable', `cannot write ${path}: ${reasonOf(cause)}`, { cause });
  }
}
