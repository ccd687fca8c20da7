import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import type { Embedder, Vector } from '../../../src/contracts/embedder.ts';

/** Keeps vectors on disk by embedder and text, so that a second run computes none. */
export function cachedEmbedder(inner: Embedder, path: string): Embedder {
  mkdirSync(dirname(path), { recursive: true });
  const database = new Database(path);
  database.pragma('journal_mode = WAL');
  database.pragma('synchronous = OFF');
  database.exec('CREATE TABLE IF NOT EXISTS vectors (key BLOB PRIMARY KEY, vector BLOB NOT NULL) WITHOUT ROWID');
  const select = database.prepare<[Buffer], Buffer>('SELECT vector FROM vectors WHERE key = ?').pluck();
  const insert = database.prepare('INSERT OR REPLACE INTO vectors (key, vector) VALUES (?, ?)');
  const keyOf = (text: string) => createHash('sha256').update(inner.id).update('\0').update(text).digest();
  const decode = (bytes: Buffer): Vector | undefined =>
    bytes.length === 0 ? undefined : new Float32Array(Uint8Array.from(bytes).buffer);
  return {
    id: inner.id,
    ...(inner.languages !== undefined && { languages: inner.languages }),
    ...(inner.joined !== undefined && { joined: inner.joined }),
    async embed(texts, options) {
      const known = texts.map((text) => select.get(keyOf(text)));
      const missing = [...known.keys()].filter((at) => known[at] === undefined);
      const vectors =
        missing.length === 0
          ? []
          : await inner.embed(
              missing.map((at) => texts[at] ?? ''),
              options,
            );
      const fresh = new Map(missing.map((at, index) => [at, vectors[index]]));
      database.transaction(() => {
        for (const [at, vector] of fresh)
          insert.run(keyOf(texts[at] ?? ''), vector === undefined ? Buffer.alloc(0) : Buffer.from(vector.buffer));
      })();
      return known.map((bytes, at) => (bytes === undefined ? fresh.get(at) : decode(bytes)));
    },
    ...(inner.changing !== undefined && { changing: (vector: Vector) => inner.changing?.(vector) as Promise<number> }),
    ...(inner.continuing !== undefined && {
      continuing: (vector: Vector) => inner.continuing?.(vector) as Promise<number>,
    }),
    async close() {
      database.close();
      await inner.close?.();
    },
  };
}
