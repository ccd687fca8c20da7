import { openDriver } from './cipher.ts';
import type { DriverClass } from './driver.ts';
import { type FileJobs, WAIT_MS } from './file-jobs.ts';
import { emptyLog } from './scrub.ts';

/** Which of these texts stand in any page, those that hold nothing any more too; of an encrypted file, once it is decrypted. */
export function searchPages(Database: DriverClass, { path, key, texts }: FileJobs['search']['asked']): string[] {
  const driver = openDriver(Database, path, key, { timeout: WAIT_MS, fileMustExist: true });
  try {
    emptyLog(driver);
    const found = search(driver.serialize(), texts);
    return texts.filter((text) => found.has(text));
  } finally {
    driver.close();
  }
}

/** Every text is looked for at once, by its last two bytes and then whole. */
function search(bytes: Buffer, texts: readonly string[]): Set<string> {
  const byEnd = new Map<number, { readonly text: string; readonly bytes: Buffer }[]>();
  const endings = new Uint8Array(65_536);
  for (const text of texts) {
    const wanted = Buffer.from(text);
    if (wanted.length < 2) continue;
    const end = wanted.readUInt16BE(wanted.length - 2);
    endings[end] = 1;
    byEnd.set(end, [...(byEnd.get(end) ?? []), { text, bytes: wanted }]);
  }
  const found = new Set<string>();
  for (let last = 1; last < bytes.length; last++) {
    const ending = ((bytes[last - 1] as number) << 8) | (bytes[last] as number);
    if (endings[ending] !== 1) continue;
    for (const { text, bytes: wanted } of byEnd.get(ending) ?? []) {
      const from = last + 1 - wanted.length;
      if (from >= 0 && wanted.equals(bytes.subarray(from, last + 1))) found.add(text);
    }
  }
  return found;
}
