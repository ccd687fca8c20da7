import { createSouvenir } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { seededRandom } from '../random.ts';
import { makeText, makeVector } from './texts.ts';
import { peakRssMb, percentile, timed } from './timing.ts';

const QUERIES = 300;
const QUERY_TOKENS = 12;

/** Opens a filled file in a process of its own and asks it: the first recall, then many; by itself, with the reader, and with reader and embedder. */
export async function measureServe(path: string) {
  const random = seededRandom(7).next;
  const opening = await timed(async () => {
    const souvenir = await createSouvenir({ store: sqliteStore({ path }) });
    await souvenir.for().recall(makeText(QUERY_TOKENS, random), { touch: false });
    return souvenir;
  });
  const souvenir = opening.result;
  const unread = await createSouvenir({ store: sqliteStore({ path }), reader: null });
  await unread.for().recall(makeText(QUERY_TOKENS, random), { touch: false });
  const found: number[] = [];
  const read: number[] = [];
  const embedded: number[] = [];
  for (let at = 0; at < QUERIES; at++) {
    const query = makeText(QUERY_TOKENS, random);
    const queryVector = makeVector(query, 384);
    found.push((await timed(() => unread.for().recall(query, { queryVector, touch: false }))).ms);
    read.push((await timed(() => souvenir.for().recall(query, { queryVector, touch: false }))).ms);
    embedded.push((await timed(() => souvenir.for().recall(query, { touch: false }))).ms);
  }
  await unread.close();
  await souvenir.close();
  return {
    openToFirstRecallMs: opening.ms,
    recallMsP50: percentile(found, 0.5),
    recallMsP95: percentile(found, 0.95),
    recallWithReaderMsP50: percentile(read, 0.5),
    recallWithEmbeddingMsP50: percentile(embedded, 0.5),
    rssMb: peakRssMb(),
  };
}
