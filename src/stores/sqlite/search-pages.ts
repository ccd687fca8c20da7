import { closeSync, openSync, readSync, rmSync } from 'node:fs';
import { openDriver } from './cipher.ts';
import type { DriverClass } from './driver.ts';
import { type FileJobs, WAIT_MS } from './file-jobs.ts';
import { makeFile } from './open-database.ts';
import { partOf } from './part-file.ts';
import { emptyLog } from './scrub.ts';

const PIECE_BYTES = 1 << 20;
const ALL_PAGES = 2 ** 31 - 1;

/** Returns the given texts that occur in any page, free pages included; an encrypted file is decrypted first. */
export async function searchPages(
  Database: DriverClass,
  { path, key, texts }: FileJobs['search']['input'],
): Promise<string[]> {
  const driver = openDriver(Database, path, key, { timeout: WAIT_MS, fileMustExist: true });
  const part = partOf(path);
  const search = createSearch(texts);
  try {
    emptyLog(driver);
    if (key !== undefined) search(driver.serialize());
    else {
      // To open and close the file itself would cost SQLite the locks of this process on it.
      makeFile(part);
      await driver.backup(part, { progress: () => ALL_PAGES });
      searchFile(part, Math.max(2, ...texts.map((text) => Buffer.byteLength(text))), search);
    }
    const matches = search(Buffer.alloc(0));
    return texts.filter((text) => matches.has(text));
  } finally {
    driver.close();
    rmSync(part, { force: true });
  }
}

function searchFile(file: string, maxTextBytes: number, search: (bytes: Buffer) => void): void {
  const handle = openSync(file, 'r');
  try {
    const piece = Buffer.alloc(PIECE_BYTES + maxTextBytes);
    for (let overlap = 0; ; ) {
      const read = readSync(handle, piece, overlap, PIECE_BYTES, null);
      if (read === 0) return;
      const end = overlap + read;
      search(piece.subarray(0, end));
      overlap = Math.min(maxTextBytes - 1, end);
      piece.copyWithin(0, end - overlap, end);
    }
  } finally {
    closeSync(handle);
  }
}

/** Returns the texts found so far. All are searched for at once, by their last two bytes and then whole. */
function createSearch(texts: readonly string[]): (bytes: Buffer) => ReadonlySet<string> {
  const byEnd = new Map<number, { readonly text: string; readonly bytes: Buffer }[]>();
  const endings = new Uint8Array(65_536);
  for (const text of texts) {
    const wanted = Buffer.from(text);
    if (wanted.length < 2) continue;
    const end = wanted.readUInt16BE(wanted.length - 2);
    endings[end] = 1;
    byEnd.set(end, [...(byEnd.get(end) ?? []), { text, bytes: wanted }]);
  }
  const matches = new Set<string>();
  return (bytes) => {
    for (let last = 1; last < bytes.length; last++) {
      const ending = ((bytes[last - 1] as number) << 8) | (bytes[last] as number);
      if (endings[ending] !== 1) continue;
      for (const { text, bytes: wanted } of byEnd.get(ending) ?? []) {
        const from = last + 1 - wanted.length;
        if (from >= 0 && wanted.equals(bytes.subarray(from, last + 1))) matches.add(text);
      }
    }
    return matches;
  };
}
