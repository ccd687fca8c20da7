import { createSouvenir } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { hostileQueries } from '../../test/support/hostile-queries.ts';
import { seededRandom } from '../random.ts';
import { COMMONEST_WORDS, makeText } from './texts.ts';
import { percentile, timed } from './timing.ts';

const ROUNDS = 15;
const ORDINARY_PER_ROUND = 20;
const QUERY_TOKENS = 12;

/**
 * How many times the median of ordinary queries each hostile one takes, asked in turns in one process. Medians on both sides,
 * or one pause of the machine would stand for a query.
 */
export async function measureHostile(path: string): Promise<Record<string, number>> {
  const random = seededRandom(11).next;
  const souvenir = await createSouvenir({ store: sqliteStore({ path }) });
  const ask = async (query: string) => (await timed(() => souvenir.for().recall(query, { touch: false }))).ms;
  const hostile = Object.entries(hostileQueries(COMMONEST_WORDS)).map(([name, query]) => {
    const ms: number[] = [];
    return { name, query, ms };
  });
  const ordinary: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (let at = 0; at < ORDINARY_PER_ROUND; at++) ordinary.push(await ask(makeText(QUERY_TOKENS, random)));
    for (const { query, ms } of hostile) ms.push(await ask(query));
  }
  await souvenir.close();
  const usual = percentile(ordinary, 0.5);
  return Object.fromEntries(hostile.map(({ name, ms }) => [name, percentile(ms, 0.5) / usual]));
}
