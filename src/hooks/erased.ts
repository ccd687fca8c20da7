import { createHmac, randomBytes } from 'node:crypto';
import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreReader } from '../contracts/store.ts';
import type { Owner } from '../model/scope.ts';

/** A turn or a memory as an import would bring it back. */
export interface Erasable {
  /** Of a turn. */
  readonly role?: string | undefined;
  readonly content: string;
}

const IDS_AT_ONCE = 500;
const fileIn = (folder: string): string => join(folder, 'erased.txt');

/**
 * Remembers by keyed hash what an erasure is about to erase, so that no later import of the same transcripts brings it back. The key keeps the hashes of one
 * memory from being compared with those of another.
 */
export async function rememberErased(
  folder: string,
  store: StoreReader,
  owners: readonly Owner[],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (!existsSync(fileIn(folder)))
    appendFileSync(fileIn(folder), `${randomBytes(32).toString('hex')}\n`, { mode: 0o600 });
  const [key = ''] = linesOf(folder);
  for (const owner of owners)
    for (let at = 0; at < ids.length; at += IDS_AT_ONCE) {
      const some = ids.slice(at, at + IDS_AT_ONCE);
      const all = [...(await store.getEpisodes(owner, some, true)), ...(await store.getMemories(owner, some))];
      if (all.length > 0) appendFileSync(fileIn(folder), `${all.map((each) => hashOf(key, each)).join('\n')}\n`);
    }
}

/** Whether an earlier erasure of this memory erased the same. */
export function erasedFrom(folder: string): (each: Erasable) => boolean {
  const [key = '', ...hashes] = linesOf(folder);
  const known = new Set(hashes);
  return (each) => known.size > 0 && known.has(hashOf(key, each));
}

const hashOf = (key: string, { role = '', content }: Erasable): string =>
  createHmac('sha256', key).update(`${role}\n${content}`).digest('hex').slice(0, 32);

function linesOf(folder: string): string[] {
  try {
    return readFileSync(fileIn(folder), 'utf8').split('\n').filter(Boolean);
  } catch {
    return [];
  }
}
