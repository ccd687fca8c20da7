import { createSouvenir, type Memory } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { seededRandom } from '../random.ts';
import { makeText, makeVector } from './texts.ts';
import { percentile, timed } from './timing.ts';

const ROUNDS = 200;
const QUERY_TOKENS = 12;
const BACK_MS = 60_000;

/** Single memories read and written in a filled file, and recall of a moment before those writes. */
export async function measureFabric(path: string) {
  const random = seededRandom(11).next;
  const souvenir = await createSouvenir({ store: sqliteStore({ path }) });
  await souvenir.for().recall(makeText(QUERY_TOKENS, random), { touch: false });
  const { memories } = await souvenir.for().memories.list({ limit: 1000 });
  const any = (): Memory => memories[Math.floor(random() * memories.length)] as Memory;
  const [read, write, back]: number[][] = [[], [], []] as [number[], number[], number[]];
  const measure = async <Result>(samples: number[] | undefined, work: () => Promise<Result>): Promise<Result> => {
    const { ms, result } = await timed(work);
    samples?.push(ms);
    return result;
  };
  const before = new Date(Date.now() - BACK_MS);
  for (let round = 0; round < ROUNDS; round++) {
    const { id } = any();
    await measure(read, () => souvenir.for().memories.get(id));
    await measure(read, () => souvenir.for().memories.history(id));
    await measure(read, () => souvenir.for().memories.neighbours(id, { depth: 2 }));
    await measure(read, () => souvenir.for().memories.list({ limit: 20 }));
    const { memory } = await measure(write, () =>
      souvenir.for().memories.add(`${makeText(QUERY_TOKENS, random)} ${round}`),
    );
    await measure(write, () => souvenir.for().memories.reinforce(memory.id, { reason: 'explicitConfirmation' }));
    await measure(write, () => souvenir.for().memories.update(memory.id, { importance: 0.9 }));
    await measure(write, () =>
      souvenir
        .for()
        .memories.correct(memory.id, { content: `${makeText(QUERY_TOKENS, random)} again`, reason: 'wrong' }),
    );
    const query = makeText(QUERY_TOKENS, random);
    await measure(back, () => souvenir.for().recall(query, { queryVector: makeVector(query, 384), asOf: before }));
  }
  await souvenir.close();
  return {
    readMsP50: percentile(read, 0.5),
    readMsP95: percentile(read, 0.95),
    writeMsP50: percentile(write, 0.5),
    writeMsP95: percentile(write, 0.95),
    recallAsOfMsP50: percentile(back, 0.5),
    recallAsOfMsP95: percentile(back, 0.95),
  };
}
