import { describe, expect, it } from 'vitest';
import { cosine, embedderConformance } from '../../test/conformance/embedder.ts';
import type { Vector } from '../contracts/embedder.ts';
import { hashEmbedder } from './hash-embedder.ts';

embedderConformance('hashEmbedder', () => hashEmbedder());

describe('hashEmbedder', () => {
  it('names its space by its dimensions', async () => {
    expect(hashEmbedder().id).toBe('hash-384');
    const small = hashEmbedder({ dimensions: 64 });
    expect(small.id).toBe('hash-64');
    expect((await small.embed(['a word']))[0]).toHaveLength(64);
  });

  it('places texts with shared words nearer', async () => {
    const texts = ['the red bicycle', 'a red bicycle lane', 'quarterly tax return'];
    const [a, b, c] = (await hashEmbedder().embed(texts)) as [Vector, Vector, Vector];
    expect(cosine(a, b)).toBeGreaterThan(cosine(a, c) + 0.3);
  });

  it('never changes, so that stored vectors stay comparable', async () => {
    const [vector] = (await hashEmbedder({ dimensions: 8 }).embed(['Porto'])) as [Vector];
    expect([...vector].map((value) => value.toFixed(3))).toMatchInlineSnapshot(`
      [
        "0.000",
        "-0.367",
        "0.855",
        "0.000",
        "-0.367",
        "0.000",
        "0.000",
        "0.000",
      ]
    `);
  });

  it('refuses invalid dimensions', () => {
    expect(() => hashEmbedder({ dimensions: 0 })).toThrow(/dimensions/);
  });
});
