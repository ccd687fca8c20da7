import { randomBytes } from 'node:crypto';
import { readdir, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';

const PART = /^(\d{1,10})-[0-9a-f]{8}\.part(?:-journal)?$/;

export const partOf = (path: string): string => `${path}.${process.pid}-${randomBytes(4).toString('hex')}.part`;

/** Removes the unfinished files of killed processes: one may be a copy that is not encrypted. */
export async function clearParts(path: string): Promise<void> {
  const begin = `${basename(path)}.`;
  for (const name of await readdir(dirname(path)).catch(() => [])) {
    const [, writer] = (name.startsWith(begin) && PART.exec(name.slice(begin.length))) || [];
    if (writer !== undefined && !isRunning(Number(writer)))
      await rm(join(dirname(path), name), { force: true }).catch(() => {});
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
