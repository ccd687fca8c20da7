import { souvenirEmbedder } from '../../src/embedders/index.ts';
import { seededRandom } from '../random.ts';
import { makeText } from './texts.ts';
import { percentile, timed } from './timing.ts';

const QUERIES = 300;
const TURNS = 1000;

/** The default embedder alone: loading, a query of 12 tokens, turns of 30 tokens on one thread and on two. */
export async function measureEmbedder() {
  const random = seededRandom(1).next;
  const turns = Array.from({ length: TURNS }, () => makeText(30, random));
  const one = souvenirEmbedder({ threads: 1 });
  const { ms: loadMs } = await timed(() => one.embed(['hello']));
  await one.embed(turns.slice(0, 200));
  const queryMs: number[] = [];
  for (let at = 0; at < QUERIES; at++) {
    const query = makeText(12, random);
    queryMs.push((await timed(() => one.embed([query]))).ms);
  }
  const onOne = await timed(() => one.embed(turns));
  await one.close();
  const two = souvenirEmbedder({ threads: 2 });
  await two.embed(turns.slice(0, 400));
  const onTwo = await timed(() => two.embed(turns));
  await two.close();
  return {
    queryMsP50: percentile(queryMs, 0.5),
    queryMsP95: percentile(queryMs, 0.95),
    turnsPerSecond: TURNS / (onOne.ms / 1000),
    turnsPerSecondTwo: TURNS / (onTwo.ms / 1000),
    loadMs,
  };
}
