import { statSync } from 'node:fs';
import { createSouvenir, type Reader, type Souvenir } from 'souvenir-memory';
import { souvenirReader } from 'souvenir-memory/embedders';
import { sqliteStore } from 'souvenir-memory/sqlite';
import { seededRandom } from '../random.ts';
import { naturalQuestions } from './natural.ts';
import { progress, reporter } from './report.ts';
import { percentile, Samples, timed, Unit } from './timing.ts';

/** A process compiles what it runs often: its first recalls take twice as long as those that follow. */
const FIRST = 100;
const FIRST_WASM = 12;
/** A busy machine stops earlier, but not below the few that a median needs. */
const MAX_MS = 30_000;
const MIN_RECALLS = 15;

/** The default reader, which counts what recall gives it. */
function countingReader() {
  const reader = souvenirReader();
  const counts = { passages: 0, recalls: 0 };
  const counting: Reader = {
    ...reader,
    answers(question, passages) {
      counts.passages += passages.length;
      return reader.answers(question, passages);
    },
  };
  return { reader: counting, counts };
}

/** Natural questions to a filled file, one after another: as by default, then each also without the reader. */
export async function measureRecalls(path: string, size: string, maxRecalls: string, kernel: string): Promise<void> {
  const [questions, unit] = [naturalQuestions(seededRandom(7)), new Unit()];
  const { report, cpu, clock } = reporter(unit);
  const at = `at ${Number(size).toLocaleString('en')}${kernel === '' ? '' : `, ${kernel}`}`;
  const ask = (souvenir: Souvenir, query: string) => souvenir.for().recall(query, { touch: false });
  const { reader, counts } = countingReader();
  const opening = await timed(async () => {
    const souvenir = await createSouvenir({ store: sqliteStore({ path }), reader });
    await ask(souvenir, questions[0] ?? '');
    return souvenir;
  });
  const souvenir = opening.result;
  unit.time(5);
  const first = kernel === '' ? FIRST : FIRST_WASM;
  const warm = async (one: Souvenir): Promise<number> => {
    const samples = new Samples();
    for (const query of questions.slice(0, first)) await samples.time(() => ask(one, query));
    return samples.meanCpu;
  };
  const [byDefault, unread] = [new Samples(), new Samples()];
  const each = async (one: Souvenir, samples: Samples, stage: string) => {
    const began = performance.now();
    for (const [done, query] of questions.slice(first, first + Number(maxRecalls)).entries()) {
      if (performance.now() - began > MAX_MS && done >= MIN_RECALLS) break;
      await samples.time(() => ask(one, query));
      unit.time();
      progress(`${stage}, ${at}`, done + 1, Number(maxRecalls));
    }
  };
  const whileCompiling = await warm(souvenir);
  counts.passages = 0;
  await each(souvenir, byDefault, 'recalling');
  cpu(`processor a recall, ${at}`, byDefault.meanCpu);
  if (kernel !== '') return await souvenir.close();

  cpu(`processor of each of the first ${FIRST} recalls of a process, ${at}`, whileCompiling);
  clock(`recall p50, ${at}`, percentile(byDefault.clock, 0.5));
  clock(`recall p95, ${at}`, percentile(byDefault.clock, 0.95));
  report(`passages read a recall, ${at}`, counts.passages / byDefault.cpu.length, '');
  clock(`open to first answer, ${at}`, opening.ms);
  report(`resident memory, ${at}`, process.memoryUsage.rss() / 2 ** 20, 'MB');
  report(`disk a memory, ${at}`, statSync(path).size / Number(size), 'bytes');
  await souvenir.close();
  const plain = await createSouvenir({ store: sqliteStore({ path }), reader: null });
  await warm(plain);
  await each(plain, unread, 'recalling without the reader');
  await plain.close();
  cpu(`processor a recall without the reader, ${at}`, unread.meanCpu);
  clock(`recall without the reader p50, ${at}`, percentile(unread.clock, 0.5));
  clock(`recall without the reader p95, ${at}`, percentile(unread.clock, 0.95));
  report(`default recall over reader: null, processor, ${at}`, byDefault.meanCpu / unread.meanCpu, 'x');
}
