import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hashEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, SouvenirError, type Store } from '../../src/index.ts';
import { postgresStore } from '../../src/stores/postgres/postgres-store.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { testServer } from '../support/postgres.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const folder = temporaryFolder();
const server = await testServer();
const reason = 'missing' in server ? `: ${server.missing}` : '';
const schema = `two_souvenirs_${process.pid}`;

const STORES: readonly (readonly [string, () => Store, boolean])[] = [
  ['one SQLite file', () => sqliteStore({ path: join(folder, 'shared.db') }), false],
  [
    `one PostgreSQL database${reason}`,
    () => postgresStore({ url: 'url' in server ? server.url : '', schema }),
    reason !== '',
  ],
];

const TIMES = 12;
const each = <Result>(count: number, work: (n: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)));

describe.each(STORES)('two souvenirs on %s', (_, makeStore, isMissing) => {
  const make = () => createSouvenir({ store: makeStore(), embedder: hashEmbedder() });

  const both = async (userId: string) => {
    const souvenirs = await Promise.all([make(), make()]);
    const [first, second] = [souvenirs[0].for({ userId }).memories, souvenirs[1].for({ userId }).memories];
    const close = () => Promise.all(souvenirs.map((souvenir) => souvenir.close()));
    return { first, second, inTurn: (n: number) => (n % 2 === 0 ? first : second), close };
  };

  it.skipIf(isMissing)('lose no update, and the history has every version', async () => {
    const { first, inTurn, close } = await both('ana');
    const { memory } = await first.add('Ana drinks tea.', { confidence: 0.1 });
    const { memory: other } = await first.add('The office is in Bergen.', { confidence: 0.1 });
    await each(TIMES, (n) =>
      Promise.all([
        inTurn(n).reinforce([memory.id, other.id]),
        inTurn(n + 1).reinforce(memory.id),
        inTurn(n).update(memory.id, { content: `Ana drinks tea number${n}.` }),
      ]),
    );
    const versions = await first.history(memory.id);
    expect(versions.map(({ number }) => number)).toEqual(Array.from({ length: 3 * TIMES + 1 }, (_, n) => n + 1));
    expect(new Set(versions.map(({ memory: { content } }) => content)).size).toBe(TIMES + 1);
    for (const id of [memory.id, other.id]) {
      const surer = (await first.history(id)).filter(
        ({ cause, number }) => number === 1 || cause.kind === 'reinforced',
      );
      const confidences = surer.map((version) => version.memory.confidence);
      expect(new Set(confidences).size).toBe(id === memory.id ? 2 * TIMES + 1 : TIMES + 1);
      expect(confidences).toEqual([...confidences].sort((a, b) => a - b));
    }
    await close();
  });

  it.skipIf(isMissing)('correct a memory once, and supersede a setting', async () => {
    const { first, second, inTurn, close } = await both('ben');
    const { memory } = await first.add('The office is in Bergen.');
    const corrected = await Promise.allSettled(
      [first, second].map((each, n) =>
        each.correct(memory.id, { content: `The office is in ${['Oslo', 'Lisbon'][n]}.` }),
      ),
    );
    const refused = corrected.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
    expect(refused).toHaveLength(1);
    expect(SouvenirError.is(refused[0]) && refused[0].code).toBe('invalidInput');
    await first.recordSetting('theme', { new: 'start' });
    await each(TIMES, (n) => inTurn(n).recordSetting('theme', { new: `theme ${n}` }));
    const { memories: active } = await first.list({ categories: ['configuration'] });
    expect(active).toHaveLength(1);
    const all = await first.list({ categories: ['configuration'], statuses: ['active', 'superseded'] });
    expect(all.memories).toHaveLength(TIMES + 1);
    await close();
  });
});
