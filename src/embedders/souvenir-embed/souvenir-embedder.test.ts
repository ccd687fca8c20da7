import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from 'vitest';
import { cosine, embedderConformance } from '../../../test/conformance/embedder.ts';
import { referenceCases } from '../../../test/fixtures/souvenir-embed.ts';
import type { Vector } from '../../contracts/embedder.ts';
import { souvenirEmbedder } from './souvenir-embedder.ts';

embedderConformance('souvenirEmbedder', () => souvenirEmbedder({ threads: 1 }));

describe('souvenirEmbedder', () => {
  const embedder = souvenirEmbedder({ threads: 2 });
  afterAll(() => embedder.close());

  it.each(referenceCases)('computes the reference vector: $text', async ({ text, vector }) => {
    expect(cosine(await embedder.forward(text), Float32Array.from(vector))).toBeGreaterThan(0.999);
  });

  it('has no vector for a text of characters that the model drops', async () => {
    expect(await embedder.embed(['\u200b\u0000', '\u0301'])).toEqual([undefined, undefined]);
  });

  it('joins a short turn with the end of the one before it', () => {
    const before = `assistant: ${'on and on '.repeat(40)}which bank is it?`;
    const joined = embedder.joined?.('Ana: Adyen.', before) ?? '';
    expect(joined).toMatch(/^Ana: Adyen\. < (on|and) .*which bank is it\?$/);
    expect(joined.length).toBeLessThan(160);
    expect(embedder.joined?.('Ana: Adyen.', 'Bo: Which?')).toBe('Ana: Adyen. < Bo: Which?');
    const long = `Ana: ${'word '.repeat(100)}`;
    expect(embedder.joined?.(long, before)).toBe(long);
  });

  it('cuts a long text into windows of 254 tokens and weighs them by length', async () => {
    const words = ['apple', 'river', 'engine', 'winter', 'letter'];
    const text = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, i) => words[Math.floor((from + i) / 97) % words.length]).join(' ');
    const parts = [text(0, 254), text(254, 508), text(508, 600)];
    const [first, second, third] = (await Promise.all(parts.map(embedder.forward))) as [Vector, Vector, Vector];
    const sum = first.map((value, i) => 254 * value + 254 * (second[i] ?? 0) + 92 * (third[i] ?? 0));
    const length = Math.hypot(...sum);

    const [whole] = await embedder.embed([text(0, 600)]);
    expect(
      cosine(
        whole as Vector,
        sum.map((value) => value / length),
      ),
    ).toBeGreaterThan(0.99999);
    const [exact] = await embedder.embed([text(0, 254)]);
    expect(exact).toEqual(first);
  });

  it('samples a very long text', async () => {
    const [text, other] = ['My dog likes the park. ', 'A tax on sugar came. '].map((piece) => piece.repeat(4000));
    const between = `${text?.slice(0, 2000)}${other?.slice(0, 2000)}${text?.slice(4000)}`;
    const [whole, changed, beginning] = await embedder.embed([
      text,
      between,
      `${other?.slice(0, 1000)}${text?.slice(1000)}`,
    ] as string[]);
    expect(changed).toEqual(whole);
    expect(beginning).not.toEqual(whole);
  });

  it('gives the same vectors in a large batch as alone', async () => {
    const texts = referenceCases.map(({ text }) => text);
    const vectors = await embedder.embed(texts);
    for (const [n, text] of texts.entries()) expect(vectors[n]).toEqual((await embedder.embed([text]))[0]);
  });

  it('stops in the middle of a batch when it is aborted', async () => {
    const abort = new AbortController();
    const texts = Array.from({ length: 10_000 }, () => 'one of very many texts');
    const embedding = embedder.embed(texts, { signal: abort.signal });
    await embedder.embed(['a query meanwhile']);
    abort.abort();
    await expect(embedding).rejects.toMatchObject({ code: 'aborted' });
  });

  it('can be closed while it loads, for good', async () => {
    const short = souvenirEmbedder();
    const pending = short.embed(['text']);
    const closing = short.close();
    await expect(pending).rejects.toMatchObject({ code: 'closed' });
    await closing;
    await expect(short.embed(['text'])).rejects.toMatchObject({ code: 'closed' });
    await expect(short.forward('text')).rejects.toMatchObject({ code: 'closed' });
  });

  it('does not keep a process alive when it is idle', async () => {
    const module = new URL('./souvenir-embedder.ts', import.meta.url).href;
    const script = `const { souvenirEmbedder } = await import(${JSON.stringify(module)});
      const [vector] = await souvenirEmbedder({ threads: 1 }).embed(['text']);
      console.log(vector.length);`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', script]);
    expect(stdout.trim()).toBe('384');
  });

  it.each([0, 1.5])('refuses %d threads', (threads) => {
    expect(() => souvenirEmbedder({ threads })).toThrow(/threads/);
  });
});
