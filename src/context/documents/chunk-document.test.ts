import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { DOCUMENTS, documentText } from '../../../test/support/documents.ts';
import type { Tokenizer } from '../../contracts/tokenizer.ts';
import { sentencesOf } from '../../languages/sentences.ts';
import { approximateTokenizer, modelTokenizer } from '../../tokenizers/tokenizers.ts';
import { chunkDocument } from './chunk-document.ts';
import { guessMediaType, readDocument } from './read-document.ts';

const owner = { tenantId: 't', userId: 'u', agentId: 'a' };
const counting = (name: string, count: (text: string) => number): Tokenizer => ({ name, count });
const TOKENIZERS: readonly Tokenizer[] = [
  approximateTokenizer(),
  counting('characters', (text) => text.length),
  counting('bytes', (text) => Buffer.byteLength(text)),
  counting('words', (text) => text.split(/\s+/).filter((word) => word !== '').length),
  counting('three a character', (text) => 3 * text.length),
  await modelTokenizer({ encoding: 'o200k_base' }),
];

const chunked = async (
  text: string,
  {
    tokenizer = approximateTokenizer(),
    maxTokens = 300,
    existing: stored,
  }: Partial<Parameters<typeof chunkDocument>[1]> = {},
  mediaType = guessMediaType(text, undefined),
) =>
  chunkDocument((await readDocument(text, mediaType)).blocks, {
    ...{ owner, documentId: 'd', tokenizer, maxTokens },
    ...(stored !== undefined && { existing: stored }),
  });

const word = fc.stringMatching(/^[a-z]{1,12}$/);
const sentence = fc
  .array(word, { minLength: 1, maxLength: 25 })
  .map((words) => `${words.join(' ').replace(/^./, (first) => first.toUpperCase())}.`);
const paragraph = fc.array(sentence, { minLength: 1, maxLength: 12 }).map((sentences) => sentences.join(' '));
const section = fc.record({
  heading: fc.tuple(fc.constantFrom('#', '##', '###'), word).map(([hashes, name]) => `${hashes} ${name}`),
  paragraphs: fc.array(paragraph, { minLength: 1, maxLength: 6 }),
});
const document = fc.array(section, { minLength: 1, maxLength: 6 });
type Section = { heading: string; paragraphs: string[] };
const written = (sections: readonly Section[]): string =>
  sections.map(({ heading, paragraphs }) => [heading, ...paragraphs].join('\n\n')).join('\n\n');

const flat = (text: string): string => text.replace(/\s+/g, ' ');

describe('the chunks of any document', () => {
  test.each(TOKENIZERS)('stay within the size counted by $name', async (tokenizer) => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(document.map(written), fc.string({ unit: 'binary', maxLength: 3000 }), fc.string({ maxLength: 3000 })),
        fc.integer({ min: 50, max: 400 }),
        fc.constantFrom('text/markdown', 'text/plain', 'text/html' as const),
        async (text, maxTokens, mediaType) => {
          for (const { content } of await chunked(text, { tokenizer, maxTokens }, mediaType))
            expect(tokenizer.count(content)).toBeLessThanOrEqual(maxTokens);
        },
      ),
      { numRuns: 40 },
    );
  });

  test('contain every sentence in order under its heading', async () => {
    await fc.assert(
      fc.asyncProperty(document, fc.integer({ min: 50, max: 400 }), async (sections, maxTokens) => {
        const chunks = await chunked(written(sections), { maxTokens });
        expect(flat(chunks.map(({ text }) => text).join(' '))).toBe(
          flat(sections.flatMap(({ paragraphs }) => paragraphs).join(' ')),
        );
        for (const { heading, paragraphs } of sections) {
          const under = chunks.filter(({ headings }) => headings.at(-1) === heading.replace(/^#+ /, ''));
          const statement = flat(under.map(({ text }) => text).join(' '));
          for (const each of paragraphs.flatMap(sentencesOf)) expect(statement).toContain(each);
        }
      }),
      { numRuns: 60 },
    );
  });

  test('have stable, distinct ids', async () => {
    await fc.assert(
      fc.asyncProperty(document, async (sections) => {
        const twice = written([...sections, ...sections]);
        const first = await chunked(twice);
        expect(await chunked(twice)).toEqual(first);
        expect(await chunked(twice, { existing: first })).toEqual(first);
        expect(new Set(first.map(({ id }) => id)).size).toBe(first.length);
      }),
      { numRuns: 60 },
    );
  });

  test('change only where a paragraph was edited', async () => {
    await fc.assert(
      fc.asyncProperty(document, fc.nat(), fc.nat(), sentence, async (sections, which, where, added) => {
        const edited = structuredClone(sections);
        const place = edited[which % edited.length] as Section;
        const at = where % place.paragraphs.length;
        const old = place.paragraphs[at] as string;
        place.paragraphs[at] = `Edited ${added} ${old}`;
        const before = await chunked(written(sections), { maxTokens: 100 });
        const after = await chunked(written(edited), { maxTokens: 100, existing: before });
        const ids = new Set(after.map(({ id }) => id));
        const oldSentences = new Set(sentencesOf(old));
        for (const chunk of before.filter(({ id }) => !ids.has(id)))
          expect(sentencesOf(chunk.text).some((each) => oldSentences.has(each))).toBe(true);
        expect(flat(after.map(({ text }) => text).join(' '))).toBe(
          flat(edited.flatMap(({ paragraphs }) => paragraphs).join(' ')),
        );
      }),
      { numRuns: 100 },
    );
  });

  test('contain only text of the document, whatever was stored before', async () => {
    await fc.assert(
      fc.asyncProperty(document, document, async (sections, others) => {
        const stored = await chunked(written(others));
        const chunks = await chunked(written(sections), { existing: stored, maxTokens: 80 });
        expect(flat(chunks.map(({ text }) => text).join(' '))).toBe(
          flat(sections.flatMap(({ paragraphs }) => paragraphs).join(' ')),
        );
      }),
      { numRuns: 40 },
    );
  });
});

test('small paragraphs under one heading share a chunk; headings separate chunks', async () => {
  const chunks = await chunked('# A\none\n\ntwo\n\n- x\n- y\n\n# B\nthree');
  expect(chunks.map(({ headings, text, position }) => [headings.join(), text, position])).toEqual([
    ['A', 'one\n\ntwo\n\n- x\n- y', 1],
    ['B', 'three', 2],
  ]);
  expect(chunks[0]?.content).toBe('A\n\none\n\ntwo\n\n- x\n- y');
});

test('a code block that fits stays in one chunk', async () => {
  const code = `\`\`\`ts\n${Array.from({ length: 12 }, (_, line) => `const value${line} = compute(${line});`).join('\n')}\n\`\`\``;
  const chunks = await chunked(`# A\n${'Some words here. '.repeat(50)}\n\n${code}\n\nafter`, { maxTokens: 150 });
  expect(chunks.filter(({ text }) => text.includes(code))).toHaveLength(1);
});

test('every chunk of a long table repeats its header', async () => {
  const rows = Array.from({ length: 60 }, (_, row) => `| item ${row} | ${row * 7} euros |`);
  const chunks = await chunked(`# Prices\n\n| What | Price |\n|---|---|\n${rows.join('\n')}\n`, { maxTokens: 100 });
  expect(chunks.length).toBeGreaterThan(3);
  for (const { text } of chunks) expect(text.startsWith('| What | Price |\n|---|---|\n')).toBe(true);
  for (const row of rows) expect(chunks.filter(({ text }) => text.includes(row))).toHaveLength(1);
});

test('chunk ids differ between owners and documents', async () => {
  const { blocks } = await readDocument('same', 'text/plain');
  const idOf = async (userId: string, documentId: string) => {
    const tokenizer = approximateTokenizer();
    const [chunk] = await chunkDocument(blocks, { owner: { ...owner, userId }, documentId, tokenizer, maxTokens: 300 });
    return chunk?.id;
  };
  expect(new Set([await idOf('u', 'd'), await idOf('v', 'd'), await idOf('u', 'e')]).size).toBe(3);
});

test('headings that are too long for a chunk are dropped', async () => {
  const [chunk] = await chunked(`# ${'Outer '.repeat(30)}\n## Inner\ntext`, { maxTokens: 50 });
  expect(chunk?.content).toBe('Inner\n\ntext');
  expect(chunk?.headings).toHaveLength(2);
});

test('a tokenizer for which no character fits is reported', async () => {
  const tokenizer = counting('greedy', (text) => 100 * text.length);
  await expect(chunked('word', { tokenizer, maxTokens: 50 })).rejects.toMatchObject({ code: 'invalidInput' });
});

test('the chunks of the corpus contain all lines', async () => {
  for (const name of DOCUMENTS.filter((each) => !each.endsWith('.html'))) {
    const text = documentText(name).replace(/^---\n.*?\n---\n/s, '');
    const chunks = await chunked(text, {}, guessMediaType(text, name));
    const statement = flat(chunks.map((chunk) => `${chunk.headings.join(' ')} ${chunk.text}`).join(' '));
    for (const line of text.split('\n').map((each) => each.replace(/^#+ |^[=-]+$/g, '').trim()))
      expect(statement).toContain(flat(line));
  }
});
