import { beforeAll, describe, expect, test } from 'vitest';
import { embedPending } from '../../src/consolidate/embed.ts';
import { citationOf } from '../../src/context/documents/chunk-document.ts';
import { contradictionsBetween } from '../../src/context/documents/contradictions.ts';
import { type DocumentInput, ingestDocument, removeDocument } from '../../src/context/documents/ingest-document.ts';
import { documentOwnerOf } from '../../src/context/documents/stored-documents.ts';
import { languages } from '../../src/languages/languages.ts';
import type { Owner } from '../../src/model/scope.ts';
import { memoryStore } from '../../src/stores/memory/memory-store.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { Events } from '../../src/telemetry/events.ts';
import { approximateTokenizer } from '../../src/tokenizers/tokenizers.ts';
import { ANSWERED, UNANSWERED } from '../fixtures/documents/questions.ts';
import { DOCUMENTS, documentText, openDocuments } from '../support/documents.ts';
import { DAY, manualClock } from '../support/manual-clock.ts';
import { sharedEmbedder } from '../support/shared-embedder.ts';

const ana: Owner = { tenantId: 'acme', userId: 'ana', agentId: 'helper' };
const ben: Owner = { ...ana, userId: 'ben' };
const embedder = sharedEmbedder;
const embedding = { embedder, languages: languages(), events: new Events(), signal: undefined };

async function openLibrary(hasEmbedder: boolean, store = memoryStore()) {
  await store.open();
  const clock = manualClock();
  const documents = openDocuments(store, hasEmbedder ? embedder : undefined, clock);
  const ingest = async (input: DocumentInput, owner = ana) => {
    const report = await ingestDocument(input, { owner, documents, clock, tokenizer: approximateTokenizer() });
    if (hasEmbedder) await embedPending(documentOwnerOf(owner), { ...embedding, store });
    return report;
  };
  const remove = (id: string, sharedWith?: 'user' | 'tenant', owner = ana) =>
    removeDocument(id, { owner, documents, clock }, sharedWith);
  return { store, clock, documents, ingest, remove };
}
type Library = Awaited<ReturnType<typeof openLibrary>>;

const ingestAll = async ({ ingest }: Library) => {
  for (const name of DOCUMENTS)
    await ingest({ id: name.replace(/\..*/, ''), source: name, content: documentText(name) });
};

describe.each([
  { how: 'by words and meaning', hasEmbedder: true, answered: 36, silent: 31 },
  { how: 'by words alone', hasEmbedder: false, answered: 33, silent: 34 },
])('five documents, asked $how', ({ hasEmbedder, answered, silent }) => {
  let library: Library;
  beforeAll(async () => {
    library = await openLibrary(hasEmbedder);
    await ingestAll(library);
    library.clock.advance(DAY);
  });

  test(`at least ${answered} of 40 questions get the passage that answers them`, async () => {
    const missed: string[] = [];
    for (const [question, documentId, passage] of ANSWERED) {
      const { items } = await library.documents.search(ana, question);
      if (!items.some((item) => item.documentId === documentId && item.text.includes(passage))) missed.push(question);
    }
    expect(ANSWERED.length - missed.length, missed.join('\n')).toBeGreaterThanOrEqual(answered);
  });

  test(`at least ${silent} of 40 questions that no document answers get silence, and why`, async () => {
    const spoken: string[] = [];
    for (const question of UNANSWERED) {
      const { items, reason } = await library.documents.search(ana, question);
      if (items.length > 0) spoken.push(question);
      else expect(reason).toMatch(/^(?:no document|nobody of that name|the query)/);
    }
    expect(UNANSWERED.length - spoken.length, spoken.join('\n')).toBeGreaterThanOrEqual(silent);
  });
});

test('a recalled chunk is cited by document and heading', async () => {
  const library = await openLibrary(true);
  await ingestAll(library);
  const cited = async (question: string) => {
    const [item] = (await library.documents.search(ana, question)).items;
    return item === undefined ? undefined : citationOf(item);
  };
  expect(await cited('How long can new parents stay at home?')).toBe('Staff Handbook › Leave › Parental leave');
  expect(await cited('How many requests per minute may I send?')).toBe('Payments API Guide › Rate limits');
  expect(await cited('How many hens may I keep on my plot?')).toBe('allotment.txt');
});

test('editing one paragraph keeps row, vector and start date of every other chunk', async () => {
  const { store, clock, documents, ingest } = await openLibrary(true, sqliteStore({ path: ':memory:' }));
  const content = documentText('handbook.md');
  const first = await ingest({ id: 'handbook', content });
  const before = await documents.chunks(ana, 'handbook');
  clock.advance(DAY);
  const edited = content.replace('sixteen weeks', 'twenty weeks');
  expect(await ingest({ id: 'handbook', content: edited })).toMatchObject({
    added: 1,
    removed: 1,
    kept: first.chunks - 1,
  });
  const after = await documents.chunks(ana, 'handbook');
  const changed = after.filter(({ id }) => !before.some((chunk) => chunk.id === id));
  expect(changed.map(({ text }) => text)).toEqual([expect.stringContaining('twenty weeks')]);
  expect(after.filter((chunk) => !changed.includes(chunk))).toEqual(
    before.filter(({ text }) => !text.includes('sixteen')),
  );
  const home = documentOwnerOf(ana);
  const retained = after.filter((chunk) => !changed.includes(chunk)).map(({ id }) => id);
  expect(await store.changedMemories(home, { since: new Date(clock.now().getTime() - 1), limit: 100 })).toHaveLength(3);
  expect(await store.vectorsOf(home, retained, embedder.id)).toHaveLength(retained.length);
  const texts = (await documents.search(ana, 'How long is parental leave?')).items.map(({ text }) => text).join();
  expect(texts).toContain('twenty weeks');
  expect(texts).not.toContain('sixteen weeks');
  await store.close();
});

test('a removed document disappears from every search, and returns with its vectors', async () => {
  const { store, documents, ingest, remove } = await openLibrary(true, sqliteStore({ path: ':memory:' }));
  const document = { id: 'garden', content: documentText('allotment.txt') };
  const { chunks } = await ingest(document);
  const home = documentOwnerOf(ana);
  const ids = (await documents.chunks(ana, 'garden')).map(({ id }) => id);
  expect(await remove('garden')).toBe(chunks);
  const [vector] = await embedder.embed(['How many hens may I keep?']);
  if (vector === undefined) throw new Error('no vector');
  expect(await store.searchVector(home, { embedderId: embedder.id, vector, filter: {}, limit: 10 })).toEqual([]);
  expect(await store.searchText(home, { terms: ['hens'], filter: {}, limit: 10 })).toEqual([]);
  expect((await documents.search(ana, 'How many hens may I keep?', { threshold: 0 })).items).toEqual([]);
  await ingestDocument(document, {
    ...{ owner: ana, documents, clock: manualClock(), tokenizer: approximateTokenizer() },
  });
  expect(await store.countUnembedded(home, embedder.id)).toBe(0);
  expect((await documents.chunks(ana, 'garden')).map(({ id }) => id)).toEqual(ids);
  await store.close();
});

test('a document of the tenant is read by all users, and removed only as one of the tenant', async () => {
  const { documents, ingest, remove } = await openLibrary(false);
  expect(await ingest({ id: 'run', content: documentText('runbook.md'), sharedWith: 'tenant' })).toMatchObject({
    sharedWith: 'tenant',
  });
  const matches = async (owner: Owner) =>
    (await documents.search(owner, 'How long are database backups kept?')).items.length;
  expect([await matches(ana), await matches(ben), await matches({ ...ana, tenantId: 'other' })]).toEqual([1, 1, 0]);
  expect(await remove('run')).toBe(0);
  expect(await matches(ben)).toBe(1);
  expect(await remove('run', 'tenant', ben)).toBeGreaterThan(0);
  expect(await matches(ana)).toBe(0);
  await expect(ingest({ content: 'x' }, { ...ana, userId: '*' })).rejects.toMatchObject({ code: 'invalidInput' });
});

test('a question about a time ignores when documents were added', async () => {
  const library = await openLibrary(false);
  await ingestAll(library);
  library.clock.advance(DAY);
  for (const question of [
    'What did we discuss yesterday?',
    'What happened on 1 March 2026?',
    'Which film did I see yesterday?',
  ])
    expect((await library.documents.search(ana, question)).items, question).toEqual([]);
});

test('a memory contradicted by a document is reported with the sentence', async () => {
  const library = await openLibrary(true);
  await ingestAll(library);
  const { items } = await library.documents.search(ana, 'How does the payments API authenticate requests?');
  const memories = [
    { id: 'm1', content: 'The API uses OAuth.' },
    { id: 'm2', content: 'The user works on the payments API.' },
  ];
  expect(contradictionsBetween(memories, items, languages())).toEqual([
    {
      memoryId: 'm1',
      chunkId: items.find(({ text }) => text.includes('API keys'))?.id,
      sentence: 'The API uses API keys.',
    },
  ]);
});

describe('input that is refused names the field', () => {
  test.each<[string, DocumentInput, RegExp]>([
    ['empty', { content: ' \n\t ' }, /document\.content: is empty/],
    ['nothing but null bytes', { content: '\0\0\0' }, /document\.content: there is no text/],
    ['all markup', { content: '<html><script>x()</script></html>' }, /document\.content: there is no text/],
    ['too long', { content: 'x'.repeat(10_000_001) }, /document\.content: is longer than/],
    ['an unknown media type', { content: 'x', mediaType: 'application/pdf' as 'text' }, /document\.mediaType/],
    ['an unknown field', { content: 'x', path: '/a' } as DocumentInput, /document.*path/],
    ['an unknown audience', { content: 'x', sharedWith: 'world' as 'tenant' }, /document\.sharedWith/],
  ])('%s', async (_, input, message) => {
    const { ingest } = await openLibrary(false);
    await expect(ingest(input)).rejects.toThrow(message);
  });
});

describe('hostile documents end in chunks or in a clear error, within bounds', () => {
  type Case = [name: string, input: DocumentInput, outcome: 'chunks' | RegExp];
  const fill = (piece: string, length = 10_000_000) => piece.repeat(Math.floor(length / piece.length));
  const LONG: Case[] = [
    ['ten megabytes of prose', { content: fill('The heron stands in the water. ', 9_990_000) }, 'chunks'],
    ['ten megabytes without a space', { content: fill('x'), mediaType: 'text' }, 'chunks'],
    ['ten megabytes of tiny paragraphs', { content: fill('a\n\n'), mediaType: 'text' }, /paragraphs/],
    ['a hundred thousand headings', { content: fill('# Heading\n', 1_000_000), mediaType: 'markdown' }, 'chunks'],
    [
      'a hundred thousand sections',
      { content: Array.from({ length: 100_000 }, (_, at) => `## ${at}\ntext`).join('\n') },
      /more than 20000 chunks/,
    ],
    ['open comments', { content: fill('<!-- x\n', 2_000_000), mediaType: 'markdown' }, 'chunks'],
    ['open fences', { content: fill('```\n', 2_000_000), mediaType: 'markdown' }, 'chunks'],
    ['bars', { content: fill('|-|-|\n', 2_000_000), mediaType: 'markdown' }, 'chunks'],
    ['a long line of dashes', { content: `a\n${fill('- ', 2_000_000)}x`, mediaType: 'markdown' }, 'chunks'],
    ['open tags', { content: fill('<div>x', 2_000_000), mediaType: 'html' }, /nested/],
    ['tags closed that were never open', { content: fill('x</div></b></p>', 2_000_000), mediaType: 'html' }, 'chunks'],
    ['a tag without end', { content: `<p>x</p><div ${fill('a=" ', 2_000_000)}`, mediaType: 'html' }, 'chunks'],
    ['blanks between tags', { content: `<p>${fill('<b> </b>', 2_000_000)}x`, mediaType: 'html' }, 'chunks'],
    ['open list items', { content: `<ul>${fill('<li>x', 2_000_000)}`, mediaType: 'html' }, 'chunks'],
    ['entities', { content: fill('&amp;&lt;&#0;&unknown', 2_000_000), mediaType: 'html' }, 'chunks'],
    ['null bytes', { content: fill('a\0b ', 1_000_000), mediaType: 'text' }, 'chunks'],
  ];
  const ingested = async (input: DocumentInput) => {
    const { ingest } = await openLibrary(false);
    return ingest({ id: 'hostile', ...input });
  };

  const chunked = LONG.filter(([, , outcome]) => outcome === 'chunks');
  test.each(chunked)('the first of %s', async (_, { content, ...input }) => {
    const { chunks } = await ingested({ ...input, content: content.slice(0, 20_000) });
    expect(chunks).toBeGreaterThan(0);
  });

  test.each(LONG)('%s', { tags: ['long'] }, async (_, input, outcome) => {
    if (outcome === 'chunks') expect((await ingested(input)).chunks).toBeGreaterThan(0);
    else
      await expect(ingested(input)).rejects.toMatchObject({
        ...{ code: 'invalidInput', message: expect.stringMatching(outcome) },
      });
  });
});
