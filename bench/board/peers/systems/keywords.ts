import { join } from 'node:path';
import Database from 'better-sqlite3-multiple-ciphers';
import { eng, removeStopwords } from 'stopword';
import type { PeerItem } from '../protocol.ts';
import { serve, spoken } from '../serve.ts';

let database: InstanceType<typeof Database>;

serve({
  async open(folder) {
    database = new Database(join(folder, 'memory.db'));
    database.exec("CREATE VIRTUAL TABLE turns USING fts5(text, id UNINDEXED, tokenize = 'porter unicode61')");
  },
  async record(turns) {
    const insert = database.prepare('INSERT INTO turns (text, id) VALUES (?, ?)');
    database.transaction(() => {
      for (const turn of turns) insert.run(spoken(turn), turn.id);
    })();
  },
  async ready() {},
  async recall(query, k): Promise<PeerItem[]> {
    const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
    const content = removeStopwords(words, eng);
    const terms = (content.length > 0 ? content : words).map((word) => `"${word}"`);
    if (terms.length === 0) return [];
    const select = database.prepare('SELECT id, -rank AS score FROM turns WHERE turns MATCH ? ORDER BY rank LIMIT ?');
    const rows = select.all(terms.join(' OR '), k) as { id: string; score: number }[];
    return rows.map(({ id, score }) => ({ ids: [id], score }));
  },
  async close() {
    database.close();
  },
});
