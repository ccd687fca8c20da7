import { open } from 'node:fs/promises';
import { Worker } from 'node:worker_threads';
import { breathe } from '../../breathe.ts';
import type { StoreFiles } from '../../contracts/store.ts';

const WORKER = new URL(import.meta.url.endsWith('.ts') ? './scrub-worker.ts' : './scrub-worker.js', import.meta.url);
const PIECE = 1 << 20;

export const filesOf = (path: string): Omit<StoreFiles, 'verify'> => ({
  scrub: () =>
    new Promise((resolve, reject) => {
      const worker = new Worker(WORKER, { workerData: { path }, execArgv: [] });
      worker.once('message', () => resolve());
      worker.once('error', reject);
      worker.once('exit', () => reject(new Error(`${path} could not be rewritten`)));
    }),
  async holding(texts) {
    const found = new Set<string>();
    for (const file of [path, `${path}-wal`, `${path}-journal`]) await searchFile(file, texts, found);
    return texts.filter((text) => found.has(text));
  },
});

/** Every text is looked for at once, by its last two bytes and then whole. */
async function searchFile(file: string, texts: readonly string[], found: Set<string>): Promise<void> {
  const byEnd = new Map<number, { readonly text: string; readonly bytes: Buffer }[]>();
  const endings = new Uint8Array(65_536);
  for (const text of texts) {
    const bytes = Buffer.from(text);
    if (bytes.length < 2) continue;
    const end = bytes.readUInt16BE(bytes.length - 2);
    endings[end] = 1;
    byEnd.set(end, [...(byEnd.get(end) ?? []), { text, bytes }]);
  }
  const longest = Math.max(2, ...texts.map((text) => Buffer.byteLength(text)));
  const handle = await open(file).catch((error) => {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  });
  if (handle === undefined) return;
  try {
    const piece = Buffer.alloc(PIECE + longest);
    for (let at = 0, kept = 0; ; ) {
      await breathe();
      const { bytesRead } = await handle.read(piece, kept, PIECE, at);
      if (bytesRead === 0) return;
      const end = kept + bytesRead;
      for (let last = 1; last < end; last++) {
        const ending = ((piece[last - 1] as number) << 8) | (piece[last] as number);
        if (endings[ending] === 0) continue;
        for (const { text, bytes } of byEnd.get(ending) ?? []) {
          const from = last + 1 - bytes.length;
          if (from >= 0 && bytes.equals(piece.subarray(from, last + 1))) found.add(text);
        }
      }
      at += bytesRead;
      const rest = Math.min(longest - 1, end);
      piece.copyWithin(0, end - rest, end);
      kept = rest;
    }
  } finally {
    await handle.close();
  }
}
