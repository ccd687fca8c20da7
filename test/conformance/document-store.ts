import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  type DocumentChunk,
  type DocumentInfo,
  type DocumentStore,
  everyoneOf,
} from '../../src/contracts/document-store.ts';
import type { Owner } from '../../src/model/scope.ts';

export interface OpenDocuments {
  readonly documents: DocumentStore;
  /** Another way to the same rows, as another process has it. */
  readonly again: DocumentStore;
  close(): Promise<void>;
}

const ana: Owner = { tenantId: 'acme', userId: 'ana', agentId: 'helper' };
const ben: Owner = { ...ana, userId: 'ben' };
const stranger: Owner = { ...ana, tenantId: 'other' };
const at = (day: number): Date => new Date(Date.UTC(2026, 0, day));

const guide: DocumentInfo = {
  id: 'guide',
  title: 'Guide',
  mediaType: 'text/plain',
  source: 'guide.txt',
  metadata: { by: 'Ana' },
};
const HENS = 'Hens lay fewer eggs in winter because daylight is short.';
const BEES = 'Bees gather nectar from clover and linden blossoms.';
const SHED = 'The shed key hangs behind the water barrel.';

const chunksFor = ({ tenantId, userId }: Owner, ...texts: string[]): DocumentChunk[] =>
  texts.map((text, index) => ({
    id: `${tenantId}-${userId}-${text.slice(0, 8)}`,
    documentId: 'guide',
    headings: ['Animals', text.split(' ')[0] ?? ''],
    text,
    content: `Animals\n\n${text}`,
    position: index + 1,
  }));

/** What every store of documents must do. `open` returns a new, empty one; no embedder is at work. */
export function documentStoreConformance(name: string, open: () => Promise<OpenDocuments>): void {
  describe(`${name} as a store of documents`, () => {
    let opened: OpenDocuments;
    let documents: DocumentStore;

    beforeEach(async () => {
      opened = await open();
      documents = opened.documents;
    });
    afterEach(() => opened.close());

    const matchedTexts = async (owner: Owner, query: string) =>
      (await documents.search(owner, query)).items.map(({ text }) => text);
    const ingest = (owner: Owner, ...texts: string[]) =>
      documents.replace(owner, guide, chunksFor(owner, ...texts), at(1));

    test('is empty at first, with a reason', async () => {
      expect(await documents.list(ana)).toEqual([]);
      expect(await documents.chunks(ana, 'guide')).toEqual([]);
      const { items, reason } = await documents.search(ana, 'hens and eggs');
      expect({ items, hasReason: typeof reason }).toEqual({ items: [], hasReason: 'string' });
    });

    test('returns a document with its chunks in order', async () => {
      expect(await ingest(ana, HENS, BEES, SHED)).toEqual({ added: 3, removed: 0, kept: 0 });
      expect(await documents.list(ana)).toEqual([
        { ...guide, sharedWith: 'user', chunks: 3, createdAt: at(1), updatedAt: at(1) },
      ]);
      expect(await documents.chunks(ana, 'guide')).toEqual(
        chunksFor(ana, HENS, BEES, SHED).map((chunk) => ({ ...chunk, createdAt: at(1) })),
      );
    });

    test('finds relevant chunks with their citation, and nothing else', async () => {
      await ingest(ana, HENS, BEES, SHED);
      const { items, degraded } = await documents.search(ana, 'Where does the shed key hang?');
      expect(items.map(({ text }) => text)).toEqual([SHED]);
      expect(items[0]).toMatchObject({
        ...{ documentId: 'guide', title: 'Guide', source: 'guide.txt', headings: ['Animals', 'The'], position: 3 },
        ...{ sharedWith: 'user', createdAt: at(1) },
      });
      expect(items[0]?.confidence).toBeGreaterThan(0);
      expect(items[0]?.tokens).toBeGreaterThan(0);
      expect(degraded).toEqual([]);
      expect((await documents.search(ana, 'Who painted the ceiling?')).items).toEqual([]);
    });

    test('keeps unchanged chunks of a replaced document', async () => {
      await ingest(ana, HENS, BEES);
      const next = chunksFor(ana, SHED, BEES);
      expect(await documents.replace(ana, guide, next, at(5))).toEqual({ added: 1, removed: 1, kept: 1 });
      const stored = await documents.chunks(ana, 'guide');
      expect(stored.map(({ text, position, createdAt }) => [text, position, createdAt])).toEqual([
        [SHED, 1, at(5)],
        [BEES, 2, at(1)],
      ]);
      expect(await matchedTexts(ana, 'eggs of hens in winter')).toEqual([]);
      expect(await matchedTexts(ana, 'shed key water barrel')).toEqual([SHED]);
      expect(await documents.list(ana)).toMatchObject([{ chunks: 2, createdAt: at(1), updatedAt: at(5) }]);
    });

    test('changes nothing for the same document', async () => {
      await ingest(ana, HENS, BEES);
      const before = [await documents.list(ana), await documents.chunks(ana, 'guide')];
      expect(await documents.replace(ana, guide, chunksFor(ana, HENS, BEES), at(5))).toEqual({
        added: 0,
        removed: 0,
        kept: 2,
      });
      expect([await documents.list(ana), await documents.chunks(ana, 'guide')]).toEqual(before);
    });

    test('shows a new title for every chunk without changing chunks', async () => {
      await ingest(ana, SHED);
      const renamed = { ...guide, title: 'Garden book', source: 'book.txt' };
      expect(await documents.replace(ana, renamed, chunksFor(ana, SHED), at(2))).toEqual({
        added: 0,
        removed: 0,
        kept: 1,
      });
      const { items } = await documents.search(ana, 'shed key water barrel');
      expect(items).toMatchObject([{ title: 'Garden book', source: 'book.txt', createdAt: at(1) }]);
    });

    test('does not find a removed document, which can be added again', async () => {
      await ingest(ana, HENS, SHED);
      expect(await documents.remove(ana, 'guide', at(2))).toBe(2);
      expect(await documents.list(ana)).toEqual([]);
      expect(await documents.chunks(ana, 'guide')).toEqual([]);
      expect(await matchedTexts(ana, 'shed key water barrel')).toEqual([]);
      expect(await documents.remove(ana, 'guide', at(3))).toBe(0);
      expect(await documents.remove(ana, 'unknown', at(3))).toBe(0);
      expect(await documents.replace(ana, guide, chunksFor(ana, SHED, BEES), at(4))).toEqual({
        added: 2,
        removed: 0,
        kept: 0,
      });
      expect((await documents.chunks(ana, 'guide')).map(({ text }) => text)).toEqual([SHED, BEES]);
      expect(await matchedTexts(ana, 'shed key water barrel')).toEqual([SHED]);
      expect(await matchedTexts(ana, 'eggs of hens in winter')).toEqual([]);
    });

    test('refuses two chunks with one id and writes nothing', async () => {
      await ingest(ana, HENS);
      const [chunk] = chunksFor(ana, SHED) as [DocumentChunk];
      await expect(documents.replace(ana, guide, [chunk, chunk], at(2))).rejects.toMatchObject({
        code: 'invalidInput',
      });
      expect((await documents.chunks(ana, 'guide')).map(({ text }) => text)).toEqual([HENS]);
    });

    test('keeps all chunks of the last of concurrent writers and no others', async () => {
      await ingest(ana, SHED);
      const writers = Array.from({ length: 8 }, (_, nth) => {
        const own = `${nth} hens, bees and a shed key.`;
        const by = nth % 2 === 0 ? opened.documents : opened.again;
        return (day: number) => by.replace(ana, guide, chunksFor(ana, ...(nth % 2 === 1 ? [SHED] : []), own), at(day));
      });
      const matches = async () => {
        const all = { threshold: 0, minScoreShare: 0, topK: 20 };
        return (await documents.search(ana, 'hens, bees and the shed key', all)).items.map(({ text }) => text).sort();
      };
      await Promise.all(writers.map((write) => write(2)));
      const stored = (await opened.again.chunks(ana, 'guide')).map(({ text }) => text);
      expect(stored.length).toBeGreaterThan(0);
      expect(await matches()).toEqual(stored.sort());

      await Promise.all([...writers.map((write) => write(3)), opened.again.remove(ana, 'guide', at(3))]);
      await documents.remove(ana, 'guide', at(4));
      expect(await matches()).toEqual([]);
    });

    test('separates users and tenants', async () => {
      await ingest(ana, SHED);
      for (const other of [ben, stranger]) {
        expect(await documents.list(other)).toEqual([]);
        expect(await documents.chunks(other, 'guide')).toEqual([]);
        expect(await matchedTexts(other, 'shed key water barrel')).toEqual([]);
        expect(await documents.remove(other, 'guide', at(2))).toBe(0);
      }
      await ingest(ben, BEES);
      expect((await documents.chunks(ana, 'guide')).map(({ text }) => text)).toEqual([SHED]);
      expect(await matchedTexts({ ...ana, agentId: 'another' }, 'shed key water barrel')).toEqual([SHED]);
    });

    test('shows documents of the tenant to every user of it', async () => {
      await ingest(everyoneOf(ana), SHED);
      await ingest(ben, BEES);
      expect(await matchedTexts(ana, 'shed key water barrel')).toEqual([SHED]);
      expect(await matchedTexts(ben, 'shed key water barrel')).toEqual([SHED]);
      expect(await matchedTexts(stranger, 'shed key water barrel')).toEqual([]);
      expect((await documents.list(ana)).map(({ sharedWith }) => sharedWith)).toEqual(['tenant']);
      expect((await documents.list(ben)).map(({ sharedWith }) => sharedWith)).toEqual(['user', 'tenant']);
      expect((await documents.chunks(ben, 'guide')).map(({ text }) => text)).toEqual([BEES]);
      expect(await documents.remove(ana, 'guide', at(2))).toBe(0);
      expect(await documents.remove(everyoneOf(ana), 'guide', at(2))).toBe(1);
      expect(await matchedTexts(ben, 'shed key water barrel')).toEqual([]);
    });

    test('answers a past moment from documents of then', async () => {
      await ingest(ana, SHED);
      await documents.replace(ana, guide, chunksFor(ana, HENS), at(10));
      const query = 'shed key water barrel';
      const texts = async (asOf: Date) => (await documents.search(ana, query, { asOf })).items.map(({ text }) => text);
      expect(await texts(at(5))).toEqual([SHED]);
      expect(await texts(at(12))).toEqual([]);
      await documents.remove(ana, 'guide', at(15));
      expect(await texts(at(5))).toEqual([]);
    });

    test('takes a limit and a threshold of the caller', async () => {
      await ingest(ana, HENS, BEES, SHED);
      const query = 'hens, bees and the shed key';
      const all = await documents.search(ana, query, { threshold: 0, minScoreShare: 0 });
      expect(all.items).toHaveLength(3);
      expect((await documents.search(ana, query, { threshold: 0, minScoreShare: 0, topK: 1 })).items).toHaveLength(1);
    });
  });
}
