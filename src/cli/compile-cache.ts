import { accessSync, constants } from 'node:fs';
import module from 'node:module';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';

/** Caches compiled code, which halves the start time: in Node's folder among temporary files, else in the user's home, else not at all. */
export function enableCompileCache(): void {
  const { FAILED } = module.constants.compileCacheStatus;
  if (isWritable(tmpdir) && module.enableCompileCache().status !== FAILED) return;
  if (isWritable(homedir)) module.enableCompileCache(join(homedir(), '.cache', 'souvenir'));
}

/** Checked first: Node loops forever when it cannot create the folder, as under /proc. */
function isWritable(folder: () => string): boolean {
  try {
    accessSync(folder(), constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
