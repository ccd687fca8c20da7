import { readFile } from 'node:fs/promises';
import { asset } from './model-file.ts';

/**
 * The word pieces of the models, looked up in a table that is stored in a file: a map of 30,522 strings takes 20 ms to
 * build.
 */
export interface Vocabulary {
  /** The id of the piece between two offsets; `##` precedes it in the vocabulary if it continues a word. */
  idOf(text: string, from: number, to: number, continues: boolean): number | undefined;
  pieceOf(id: number): string;
}

const SLOTS = 1 << 16;
const CONTINUES = '##';

const hashed = (hash: number, code: number): number => (Math.imul(hash, 31) + code) | 0;
const slotOf = (hash: number): number => (hash ^ (hash >>> 15)) & (SLOTS - 1);

function hashOf(text: string, from: number, to: number, hash = 0): number {
  let all = hash;
  for (let at = from; at < to; at++) all = hashed(all, text.charCodeAt(at));
  return all;
}

const CONTINUED = hashOf(CONTINUES, 0, CONTINUES.length);

/**
 * A hash table of a text with a piece per line, as one array. A slot is the id of a piece plus one, or 0. The offset of
 * each piece in the text follows the slots, and the length of the text is last.
 */
export function vocabularyTable(text: string): Uint32Array {
  const starts = [0];
  const slots = new Uint32Array(SLOTS);
  for (let start = 0, end = text.indexOf('\n'); end >= 0; start = end + 1, end = text.indexOf('\n', start)) {
    let slot = slotOf(hashOf(text, start, end));
    while (slots[slot] !== 0) slot = (slot + 1) % SLOTS;
    slots[slot] = starts.length;
    starts.push(end + 1);
  }
  const table = new Uint32Array(SLOTS + starts.length);
  table.set(slots);
  table.set(starts, SLOTS);
  return table;
}

export function vocabularyOf(text: string, table: Uint32Array): Vocabulary {
  const startOf = (id: number): number => table[SLOTS + id] as number;

  function isAt(id: number, word: string, from: number, to: number, skipped: number): boolean {
    const start = startOf(id);
    if (startOf(id + 1) - 1 - start !== skipped + to - from) return false;
    if (skipped > 0 && !text.startsWith(CONTINUES, start)) return false;
    for (let at = from, own = start + skipped; at < to; at++, own++)
      if (word.charCodeAt(at) !== text.charCodeAt(own)) return false;
    return true;
  }

  return {
    idOf(word, from, to, continues) {
      let slot = slotOf(hashOf(word, from, to, continues ? CONTINUED : 0));
      for (;;) {
        const id = (table[slot] as number) - 1;
        if (id < 0) return undefined;
        if (isAt(id, word, from, to, continues ? CONTINUES.length : 0)) return id;
        slot = (slot + 1) % SLOTS;
      }
    },
    pieceOf: (id) => text.slice(startOf(id), startOf(id + 1) - 1),
  };
}

export async function readVocabulary(): Promise<Vocabulary> {
  const [text, table] = await Promise.all([readFile(asset('vocab.txt'), 'utf8'), readFile(asset('vocab.table'))]);
  return vocabularyOf(text, new Uint32Array(new Uint8Array(table).buffer));
}
