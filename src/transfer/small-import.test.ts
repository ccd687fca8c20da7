import { expect, it } from 'vitest';
import { hashEmbedder } from '../embedders/index.ts';
import { createSouvenir, memoryStore } from '../index.ts';

const exported = async (count: number) => {
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null, reader: null });
  const from = souvenir.for();
  for (let at = 0; at < count; at++) await from.memories.add(`Ana keeps hive number ${at} behind house ${at}.`);
  const records: unknown[] = [];
  for await (const record of from.export()) records.push(record);
  await souvenir.close();
  return records;
};

it.each([
  { count: 3, embedded: 3, what: 'waits for the vectors of a few memories' },
  { count: 40, embedded: 0, what: 'does not wait for the vectors of many memories' },
])('A small import $what', async ({ count, embedded }) => {
  const { id, embed } = hashEmbedder();
  const mayEmbed = Promise.withResolvers<void>();
  if (embedded > 0) mayEmbed.resolve();
  const waiting = { id, embed: (texts: readonly string[]) => mayEmbed.promise.then(() => embed(texts)) };
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: waiting, reader: null });
  await souvenir.for().import(await exported(count));
  expect(await souvenir.stats()).toMatchObject({ unembedded: count - embedded });
  mayEmbed.resolve();
  await souvenir.settled();
  expect(await souvenir.stats()).toMatchObject({ unembedded: 0 });
  await souvenir.close();
});
