import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Embedder, Vector } from '../../src/contracts/embedder.ts';

const TEXTS = [
  'Nadia moved to Porto in March.',
  'The staging server listens on port 8443.',
  'I cannot eat peanuts.',
  'naïve café 日本語 😀',
  'a',
];
const BLANKS = ['', ' ', '\n\t \r\n'];

export const cosine = (a: Vector, b: Vector): number => a.reduce((sum, value, i) => sum + value * (b[i] ?? 0), 0);

/** What every embedder must do. `makeEmbedder` gives a new one of the same configuration each time. */
export function embedderConformance(name: string, makeEmbedder: () => Embedder): void {
  describe(`${name} keeps the embedder contract`, () => {
    let embedder: Embedder;
    beforeAll(() => {
      embedder = makeEmbedder();
    });
    afterAll(() => embedder.close?.());

    const vectorsOf = async (texts: readonly string[]): Promise<Vector[]> => {
      const vectors = await embedder.embed(texts);
      return vectors.map((vector, n) => vector ?? expect.fail(`no vector for ${JSON.stringify(texts[n])}`));
    };

    it('returns vectors of one dimension and unit length', async () => {
      const vectors = await vectorsOf(TEXTS);
      expect(vectors).toHaveLength(TEXTS.length);
      for (const vector of vectors) {
        expect(vector).toBeInstanceOf(Float32Array);
        expect(vector).toHaveLength(vectors[0]?.length ?? 0);
        expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
      }
    });

    it('keeps the order of texts in any batch', async () => {
      const together = await vectorsOf(TEXTS);
      const reversed = await vectorsOf(TEXTS.toReversed());
      for (const [n, text] of TEXTS.entries()) {
        const [alone] = await vectorsOf([text]);
        expect(cosine(together[n] as Vector, alone as Vector)).toBeGreaterThan(0.9999);
        expect(cosine(reversed.at(-1 - n) as Vector, alone as Vector)).toBeGreaterThan(0.9999);
      }
    });

    it('gives different vectors for different texts', async () => {
      const vectors = await vectorsOf(TEXTS);
      for (const [n, vector] of vectors.entries()) {
        for (const other of vectors.slice(n + 1)) expect(cosine(vector, other)).toBeLessThan(0.99);
      }
    });

    it('gives no vector for a blank text in a batch', async () => {
      const [first, ...rest] = await embedder.embed([TEXTS[0] as string, ...BLANKS, TEXTS[1] as string]);
      const last = rest.pop();
      expect(rest).toEqual(BLANKS.map(() => undefined));
      expect(first).toBeInstanceOf(Float32Array);
      expect(last).toBeInstanceOf(Float32Array);
      expect(await embedder.embed(BLANKS)).toEqual(BLANKS.map(() => undefined));
    });

    it('accepts an empty list', async () => {
      expect(await embedder.embed([])).toEqual([]);
    });

    it('accepts a text of any length and half a character', async () => {
      const vectors = await vectorsOf(['All work and no play. '.repeat(400), 'broken \ud83d surrogate']);
      for (const vector of vectors) expect(Math.hypot(...vector)).toBeCloseTo(1, 4);
    });

    it('has a stable id for a configuration', async () => {
      const other = makeEmbedder();
      expect(embedder.id).not.toBe('');
      expect(other.id).toBe(embedder.id);
      await other.close?.();
    });

    it('rejects with "aborted" after its signal aborts', async () => {
      const signal = AbortSignal.abort();
      await expect(embedder.embed(TEXTS, { signal })).rejects.toMatchObject({ code: 'aborted' });
    });

    it('can be closed twice, before and after use', async () => {
      const unused = makeEmbedder();
      await unused.close?.();
      await unused.close?.();
      const used = makeEmbedder();
      await used.embed(TEXTS.slice(0, 1));
      await used.close?.();
      await used.close?.();
    });
  });
}
