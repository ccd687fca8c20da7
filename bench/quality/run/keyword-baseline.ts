import Database from 'better-sqlite3-multiple-ciphers';
import { eng, removeStopwords } from 'stopword';

export interface Document {
  readonly unit: string;
  readonly text: string;
}

export interface KeywordHit {
  readonly unit: string;
  /** BM25; higher is better. */
  readonly score: number;
}

/** Plain keyword search, the figure to beat: SQLite FTS5, Porter stems, an OR of the words that are not stop words. */
export function keywordBaseline() {
  const database = new Database(':memory:');
  database.exec("CREATE VIRTUAL TABLE documents USING fts5(text, unit UNINDEXED, tokenize = 'porter unicode61')");
  const insert = database.prepare('INSERT INTO documents (text, unit) VALUES (?, ?)');
  const select = database.prepare<[string, number], KeywordHit>(
    'SELECT unit, -rank AS score FROM documents WHERE documents MATCH ? ORDER BY rank LIMIT ?',
  );
  return {
    add(documents: readonly Document[]): void {
      database.transaction(() => {
        for (const { unit, text } of documents) insert.run(text, unit);
      })();
    },
    search(query: string, limit: number): KeywordHit[] {
      const words = query.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
      const contentWords = removeStopwords(words, eng);
      const terms = (contentWords.length > 0 ? contentWords : words).map((word) => `"${word}"`);
      return terms.length === 0 ? [] : select.all(terms.join(' OR '), limit);
    },
    close: () => database.close(),
  };
}
