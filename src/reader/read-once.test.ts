import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { readOnce } from './read-once.ts';

function lengths(maxReadings?: number) {
  const batches: (readonly string[])[] = [];
  const { read, forget } = readOnce<string, number>(async (texts, { signal }) => {
    batches.push(texts);
    await new Promise(setImmediate);
    signal?.throwIfAborted();
    return texts.map((text) => text.length);
  }, maxReadings);
  return { batches, read, forget, wasRead: () => batches.flat() };
}

describe('readOnce', () => {
  it('reads a text once for concurrent and later callers', async () => {
    const { read, wasRead } = lengths();
    const [one, two] = await Promise.all([read(['a', 'bb', 'a'], {}), read(['bb', 'ccc'], {})]);
    expect([one, two]).toEqual([
      [1, 2, 1],
      [2, 3],
    ]);
    expect(await read(['ccc', 'a'], {})).toEqual([3, 1]);
    expect(wasRead()).toEqual(['a', 'bb', 'ccc']);
  });

  it('drops the least recently used readings above its limit', async () => {
    const { read, wasRead } = lengths(2);
    await read(['a', 'bb'], {});
    await read(['a'], {});
    await read(['ccc'], {});
    await read(['a'], {});
    expect(wasRead()).toEqual(['a', 'bb', 'ccc']);
    expect(await read(['bb'], {})).toEqual([2]);
    expect(wasRead()).toEqual(['a', 'bb', 'ccc', 'bb']);
  });

  it('answers a batch larger than its limit', async () => {
    const { read } = lengths(2);
    expect(await read(['a', 'bb', 'ccc', 'dddd'], {})).toEqual([1, 2, 3, 4]);
  });

  it('reads again after forget, also a text that was being read', async () => {
    const { read, forget, wasRead } = lengths();
    const underWay = read(['a'], {});
    forget();
    expect(await underWay).toEqual([1]);
    await read(['a'], {});
    expect(wasRead()).toEqual(['a', 'a']);
  });

  it('stores readings only under keyed hashes', async () => {
    const set = vi.spyOn(Map.prototype, 'set');
    await lengths().read(['I keep bees.'], {});
    const keys = set.mock.calls.map(([key]) => key);
    set.mockRestore();
    const plain = createHash('sha256').update(JSON.stringify('I keep bees.')).digest('base64');
    expect(keys).toContainEqual(expect.stringMatching(/^[\w+/]{43}=$/));
    expect(keys).not.toContain(plain);
  });

  it('completes a reading that another caller aborted, and caches no failure', async () => {
    const { read, wasRead } = lengths();
    const unwanted = new AbortController();
    const first = read(['a'], { signal: unwanted.signal });
    const second = read(['a'], {});
    unwanted.abort();
    await expect(first).rejects.toThrow(/abort/i);
    expect(await second).toEqual([1]);
    expect(await read(['a'], {})).toEqual([1]);
    expect(wasRead().length).toBeGreaterThan(1);
  });
});
