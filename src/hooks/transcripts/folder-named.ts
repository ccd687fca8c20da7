import { join, parse } from 'node:path';
import { foldersIn } from './transcript.ts';

/** A path as programs make a folder name of it: whatever is no letter or digit becomes a hyphen. */
export const nameOfPath = (path: string): string => path.replace(/[^A-Za-z0-9]+/g, '-').replace(/^-|-$/g, '');

/** The folder that a name was made of: one of `roots`, else the first one on disk; undefined if it is gone. */
export async function folderNamed(name: string, roots: readonly string[]): Promise<string | undefined> {
  const plain = nameOfPath(name);
  const root = roots.find((each) => nameOfPath(each) === plain);
  return root ?? folderBelow(parse(process.cwd()).root, '', plain);
}

async function folderBelow(folder: string, prefix: string, name: string): Promise<string | undefined> {
  for (const each of await foldersIn(folder).catch(() => [])) {
    const own = nameOfPath(each);
    const path = prefix === '' ? own : `${prefix}-${own}`;
    if (own === '' || !(name === path || name.startsWith(`${path}-`))) continue;
    const match = name === path ? join(folder, each) : await folderBelow(join(folder, each), path, name);
    if (match !== undefined) return match;
  }
  return undefined;
}
