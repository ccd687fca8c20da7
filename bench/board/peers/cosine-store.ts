import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { dot } from '../../../src/contracts/embedder.ts';
import type { PeerItem } from './protocol.ts';
import { embed } from './serve.ts';

interface Document {
  readonly ids: readonly string[];
  readonly text: string;
}

/** A memory of an embedder alone: texts and vectors in SQLite, and the cosine of a question with all of them. */
export function cosineStore() {
  let database: InstanceType<typeof Database>;
  let documents: { readonly ids: readonly string[]; readonly vector: Float32Array }[] = [];
  return {
    async open(folder: string): Promise<void> {
      documents = [];
      database = new Database(join(folder, 'memory.db'));
      database.exec('CREATE TABLE documents (ids TEXT, text TEXT, vector BLOB)');
    },
    async add(added: readonly Document[]): Promise<void> {
      const vectors = await embed(added.map(({ text }) => text));
      const insert = database.prepare('INSERT INTO documents VALUES (?, ?, ?)');
      database.transaction(() => {
        for (const [at, { ids, text }] of added.entries()) {
          const vector = vectors[at] as Float32Array;
          insert.run(JSON.stringify(ids), text, new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength));
          documents.push({ ids, vector });
        }
      })();
    },
    async recall(query: string, k: number): Promise<PeerItem[]> {
      const [asked = new Float32Array()] = await embed([query]);
      return documents
        .map(({ ids, vector }) => ({ ids, score: dot(asked, vector) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, k);
    },
    async close(): Promise<void> {
      database.close();
    },
  };
}
