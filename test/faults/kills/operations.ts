import { copyFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { createSouvenir, type ExportRecord, type Souvenir, type Store } from '../../../src/index.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';

const NOW = new Date('2026-05-01T09:00:00Z');
const OLD_DATABASE = fileURLToPath(new URL('../../fixtures/databases/v1.db', import.meta.url));

/** A memory whose clock stands still, so that only what is done can differ. */
export const openMemory = (store: Store): Promise<Souvenir> =>
  createSouvenir({
    ...{ store, embedder: hashEmbedder(), reader: null, clock: { now: () => NOW } },
    ...{ embedInBackground: false, keepMetrics: false },
  });

/** Something that is done to a file, and killed in the middle. */
interface Operation {
  /** Makes the file that every kill begins with a copy of. */
  readonly prepare?: (path: string) => Promise<void>;
  /** What is done. Every text it tells of is durable from then on, and in the file once. */
  readonly work: (open: () => Promise<Souvenir>, tell: (acknowledged: string) => void) => Promise<void>;
  /** Done again after a kill, it leaves what it leaves without one. */
  readonly endsAlike?: true;
  /** Texts that are in no byte of the file once `work` tells `gone`. */
  readonly erases?: readonly string[];
}

const TURNS = 60;
const PLACES = ['Oslo', 'Porto', 'Lima', 'Graz', 'Tunis'];
const statement = (at: number): string =>
  at % 3 === 0
    ? `My friend number ${at} lives in ${PLACES[at % PLACES.length]}.`
    : `I prefer tea of the kind ${at} over coffee.`;

async function recorded(path: string): Promise<void> {
  const souvenir = await openMemory(sqliteStore({ path }));
  for (let at = 0; at < TURNS; at++) {
    const scope = { userId: at % 2 === 0 ? 'ana' : 'ben', sessionId: `s${at % 4}` };
    await souvenir
      .for(scope)
      .record({ content: statement(at), occurredAt: new Date(NOW.getTime() - (TURNS - at) * 3_600_000) });
  }
  await souvenir.close();
}

async function consolidated(path: string): Promise<void> {
  await recorded(path);
  const souvenir = await openMemory(sqliteStore({ path }));
  for (const userId of ['ana', 'ben']) await souvenir.for({ userId }).consolidate();
  await souvenir.close();
}

async function written(path: string): Promise<void> {
  await consolidated(path);
  const souvenir = await openMemory(sqliteStore({ path }));
  await souvenir.for({ userId: 'ana' }).documents.add({ id: 'secret', content: 'All about the zqxanavw.' });
  await souvenir.close();
}

/** Whatever changes a file: one entry is all that another operation takes. */
export const OPERATIONS: Readonly<Record<string, Operation>> = {
  record: {
    async work(open, tell) {
      const ana = (await open()).for({ userId: 'ana' });
      for (let from = 0; from < TURNS; from += 4) {
        const turns = [from, from + 1, from + 2, from + 3].map((at) => ({ content: statement(at) }));
        for (const { content } of await ana.recordAll(turns)) tell(content);
      }
    },
  },
  flush: {
    async work(open, tell) {
      const souvenir = await open();
      for (let at = 0; at < TURNS; at += 3) {
        const turns = await Promise.all(
          ['ana', 'ben', 'eve'].map((userId, n) => souvenir.for({ userId }).record({ content: statement(at + n) })),
        );
        await Promise.all(['ana', 'ben', 'eve'].map((userId) => souvenir.for({ userId }).flush()));
        for (const { content } of turns) tell(content);
      }
    },
  },
  add: {
    async work(open, tell) {
      const { memories } = (await open()).for({ userId: 'ana' });
      for (let at = 0; at < TURNS; at += 3) tell((await memories.add(statement(at))).memory.content);
    },
  },
  document: {
    async work(open, tell) {
      const { documents } = (await open()).for({ userId: 'ana' });
      for (let at = 0; at < 8; at++) {
        const pieces = Array.from({ length: 30 }, (_, n) => `# Part ${n} of ${at}\n\n${statement(n).repeat(9)}`);
        await documents.add({ id: `d${at}`, content: pieces.join('\n\n') });
        tell(`${pieces[29]?.split('\n\n')[1]}`);
      }
    },
  },
  consolidate: {
    prepare: recorded,
    async work(open) {
      const souvenir = await open();
      for (const userId of ['ana', 'ben']) await souvenir.for({ userId }).consolidate();
      await souvenir.settled();
    },
    endsAlike: true,
  },
  cycle: {
    prepare: consolidated,
    async work(open) {
      const souvenir = await open();
      await souvenir.cycle();
      await souvenir.settled();
    },
    endsAlike: true,
  },
  import: {
    prepare: consolidated,
    async work(open, tell) {
      const souvenir = await open();
      const records: ExportRecord[] = [];
      // Eve gets what Ana holds, under the same ids at every attempt.
      for await (const each of souvenir.for({ userId: 'ana' }).export())
        records.push('userId' in each ? { ...each, userId: 'eve' } : each);
      await souvenir.for({ userId: 'eve' }).import(records);
      for (const each of records) if (each.kind === 'episode') tell(`eve default ${each.sessionId} ${each.position} `);
      await souvenir.settled();
    },
    endsAlike: true,
  },
  migrate: {
    prepare: async (path) => copyFileSync(OLD_DATABASE, path),
    async work(open) {
      await open();
    },
    endsAlike: true,
  },
  erase: {
    prepare: written,
    async work(open, tell) {
      await (await open()).erase({ userId: 'ana' });
      tell('gone');
    },
    erases: ['zqxanavw', 'friend number 0', 'friend number 6', 'the kind 2 '],
    endsAlike: true,
  },
};
