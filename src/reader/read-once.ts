import type { ReadOptions } from '../contracts/reader.ts';
import { processHash } from './process-hash.ts';

/** A reading takes about 300 bytes; a batch of 500 episodes has some 1,200 sentences. */
const MAX_READINGS = 8192;

type Read<Text, TextReading> = (texts: readonly Text[], options: ReadOptions) => Promise<readonly TextReading[]>;

/**
 * Caches readings: several components ask for the same sentences, and a replay asks again. Readings are stored in
 * memory under a keyed hash of the text. The process that erases calls `forget`, which drops all of them. Another
 * process does not learn of it: it keeps up to `maxReadings` hashes with their readings, those of erased words too,
 * until others displace them or it ends.
 */
export function readOnce<Text, TextReading>(
  read: Read<Text, TextReading>,
  maxReadings = MAX_READINGS,
): { read: Read<Text, TextReading>; forget(): void } {
  const cache = new Map<string, Promise<TextReading>>();

  const keep = (key: string, reading: Promise<TextReading>): void => {
    // Moves it to the end: the least recently used reading is dropped first.
    cache.delete(key);
    cache.set(key, reading);
  };

  const drop = (count: number): void => {
    for (const key of [...cache.keys()].slice(0, Math.max(0, count))) cache.delete(key);
  };

  return {
    forget: () => cache.clear(),
    async read(texts, options) {
      const keys = texts.map(keyOf);
      const fresh = new Map<string, Text>();
      for (const [at, key] of keys.entries()) {
        const reading = cache.get(key);
        if (reading === undefined) fresh.set(key, texts[at] as Text);
        else keep(key, reading);
      }
      const reading = read([...fresh.values()], options);
      const own = [...fresh.keys()].map((key, at) => [key, reading.then((all) => all[at] as TextReading)] as const);
      for (const [key, one] of own) keep(key, one);
      const wanted = keys.map((key) => cache.get(key) as Promise<TextReading>);
      drop(cache.size - maxReadings);
      try {
        const [, ...readings] = await Promise.all([reading, ...wanted]);
        return readings;
      } catch (error) {
        for (const [key, one] of own) if (cache.get(key) === one) cache.delete(key);
        const isOwn = await reading.then(
          () => false,
          () => true,
        );
        if (isOwn || options.signal?.aborted === true) throw error;
        // Another caller aborted the shared request.
        return await read(texts, options);
      }
    },
  };
}

const keyOf = (text: unknown): string => processHash(JSON.stringify(text));
