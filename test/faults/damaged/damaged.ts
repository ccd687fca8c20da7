import { copyFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { type Random, seededRandom } from '../../../bench/random.ts';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { createSouvenir, SouvenirError } from '../../../src/index.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';

const KEY = Buffer.alloc(32, 0xa5);
const REPORTED_KEY = /(?:a5){8}|(?:165, ){8}/;
const TURNS = 120;
const PAGE = 4096;
const statement = (at: number): string => `My friend number ${at} lives in Porto and keeps ${at} bees.`;

export interface DamagedReport {
  readonly files: number;
  /** How many of them something was refused of. */
  readonly refused: number;
  readonly wrong: readonly string[];
}

const flipped = (from: (bytes: Buffer) => number, to: (bytes: Buffer) => number) => (bytes: Buffer, random: Random) => {
  for (let left = random.between(1, 8); left > 0; left--) {
    const at = random.between(from(bytes), Math.max(from(bytes), to(bytes) - 1));
    if (at < bytes.length) bytes[at] = (bytes[at] ?? 0) ^ (1 << random.between(0, 7));
  }
  return bytes;
};

/** What happens to the bytes of a file, and of its log. */
const DAMAGES: Readonly<
  Record<string, { readonly of: '' | '-wal'; readonly do: (bytes: Buffer, random: Random) => Buffer }>
> = {
  'its salt': {
    of: '',
    do: flipped(
      () => 0,
      () => 16,
    ),
  },
  'its header': {
    of: '',
    do: flipped(
      () => 16,
      () => 100,
    ),
  },
  'its first page': {
    of: '',
    do: flipped(
      () => 100,
      () => PAGE,
    ),
  },
  'its pages': {
    of: '',
    do: flipped(
      () => PAGE,
      ({ length }) => length,
    ),
  },
  'a page of nothing': {
    of: '',
    do: (bytes, random) => bytes.fill(0, PAGE * random.between(1, 9), PAGE * random.between(10, 19)),
  },
  'two pages exchanged': {
    of: '',
    do: (bytes, random) => {
      const [one, two] = [PAGE * random.between(1, 9), PAGE * random.between(10, 19)];
      const stored = Buffer.from(bytes.subarray(one, one + PAGE));
      bytes.copy(bytes, one, two, two + PAGE);
      stored.copy(bytes, two);
      return bytes;
    },
  },
  'its end cut off': { of: '', do: (bytes, random) => bytes.subarray(0, random.between(1, bytes.length - 1)) },
  'something after its end': { of: '', do: (bytes) => Buffer.concat([bytes, Buffer.alloc(999, 7)]) },
  'the head of its log': {
    of: '-wal',
    do: flipped(
      () => 0,
      () => 32,
    ),
  },
  'the frames of its log': {
    of: '-wal',
    do: flipped(
      () => 32,
      ({ length }) => length,
    ),
  },
  'the end of its log cut off': {
    of: '-wal',
    do: (bytes, random) => bytes.subarray(0, random.between(1, bytes.length - 1)),
  },
  'the log of another file': {
    of: '-wal',
    do: (bytes, random) => Buffer.from(bytes.map(() => random.between(0, 255))),
  },
};
export const DAMAGE_KINDS = Object.keys(DAMAGES).length;

/** Opens so many encrypted files with damaged bytes: each answers with what was written and nothing else, or says that it cannot. */
export async function openDamaged(files: number, seed: number, folder: string): Promise<DamagedReport> {
  const whole = join(folder, 'whole.db');
  await makeWhole(whole);
  const report = { files, refused: 0, wrong: [] as string[] };
  const unhandled: unknown[] = [];
  const note = (error: unknown) => unhandled.push(error);
  process.on('unhandledRejection', note);
  for (let number = 0; number < files; number++) {
    const random = seededRandom(seed + number);
    const kinds = Object.entries(DAMAGES);
    const [name, damage] = kinds[number % kinds.length] as (typeof kinds)[number];
    const path = join(folder, `${number}`, 'memory.db');
    mkdirSync(join(folder, `${number}`));
    for (const end of ['', '-wal']) copyFileSync(`${whole}${end}`, `${path}${end}`);
    writeFileSync(`${path}${damage.of}`, damage.do(readFileSync(`${path}${damage.of}`), random));
    const { refusals, wrong } = await useAll(path);
    if (refusals.length > 0) report.refused++;
    report.wrong.push(...wrong.map((each) => `file ${number}, ${name}: ${each}`));
    // What was rejected with nobody waiting is told in a later turn of the loop.
    await new Promise((resolve) => setImmediate(resolve));
    report.wrong.push(...unhandled.splice(0).map((error) => `file ${number}, ${name}: unhandled: ${inspect(error)}`));
    rmSync(join(folder, `${number}`), { recursive: true, force: true });
  }
  process.off('unhandledRejection', note);
  return report;
}

/** A file and its log as a process that was killed leaves them. */
async function makeWhole(path: string): Promise<void> {
  const made = `${path}.made`;
  const souvenir = await memoryAt(made);
  const ana = souvenir.for({ userId: 'ana' });
  await ana.recordAll(Array.from({ length: TURNS }, (_, at) => ({ content: statement(at) })));
  await ana.consolidate();
  await souvenir.settled();
  await souvenir.close();
  const again = await memoryAt(made);
  await again.for({ userId: 'ana' }).memories.add('Ana lives in Graz.');
  for (const end of ['', '-wal']) copyFileSync(`${made}${end}`, `${path}${end}`);
  await again.close();
}

const memoryAt = (path: string) =>
  createSouvenir({ store: sqliteStore({ path, key: KEY }), embedder: hashEmbedder(), reader: null });

async function useAll(path: string) {
  const refusals: string[] = [];
  const wrong: string[] = [];
  const reported: string[] = [];
  const attempt = async (name: string, work: () => unknown) => {
    try {
      reported.push(JSON.stringify((await work()) ?? ''));
    } catch (error) {
      if (!SouvenirError.is(error)) wrong.push(`${name}: raw: ${inspect(error).slice(0, 300)}`);
      else if (!error.code.startsWith('store')) wrong.push(`${name}: ${error.code}: ${error.message}`);
      if (REPORTED_KEY.test(inspect(error, { depth: 9 }))) wrong.push(`${name}: tells the key`);
      refusals.push(name);
    }
  };
  let souvenir: Awaited<ReturnType<typeof memoryAt>> | undefined;
  await attempt('open', async () => {
    souvenir = await memoryAt(path);
  });
  if (souvenir !== undefined) {
    const opened = souvenir;
    const ana = opened.for({ userId: 'ana' });
    await attempt('list', async () =>
      (await ana.memories.list({ limit: 1000 })).memories.map(({ content }) => content),
    );
    await attempt('recall', async () => (await ana.recall('Who keeps bees?')).items.map(({ content }) => content));
    await attempt('turns', async () => (await ana.sessions.turns({ limit: 500 })).turns.map(({ content }) => content));
    await attempt('add', () => ana.memories.add('Ana keeps hens.').then(() => {}));
    await attempt('record', async () => {
      await ana.record({ content: 'I have a goat.' });
      await ana.flush();
    });
    await attempt('consolidate', () => ana.consolidate().then(() => {}));
    await attempt('erase', () => opened.erase({ userId: 'ana' }).then(() => {}));
    await attempt('close', () => opened.close());
  }
  const known = new Set([...Array.from({ length: TURNS }, (_, at) => statement(at)), 'Ana lives in Graz.']);
  const contents = reported.flatMap((json) => [JSON.parse(json)].flat()).filter((each) => each !== '');
  wrong.push(...contents.filter((each) => !known.has(each)).map((each) => `told what nobody wrote: ${each}`));
  if (!existsSync(path)) wrong.push('the file is gone');
  return { refusals, wrong };
}
