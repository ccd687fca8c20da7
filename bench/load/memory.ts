// Run as a process of its own: opens a memory as `souvenir serve` does, without the reader if it is told so, and either asks it here, as
// many at once as a load would, or serves it.   usage: fork(memory.ts, [PATH, 'here' | 'served', 'reader' | 'none', SECONDS, AT_ONCE])
import { createSouvenir } from '../../src/index.ts';
import { serve } from '../../src/server/serve.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { seededRandom } from '../random.ts';
import { naturalQuestions } from '../speed/natural.ts';
import { percentile, timed } from '../speed/timing.ts';

const [path = '', where, reader, seconds, atOnce] = process.argv.slice(2);
process.once('disconnect', () => process.exit());
const store = sqliteStore({ path });
const souvenir = await createSouvenir({ store, schedule: {}, ...(reader === 'none' && { reader: null }) });
if (where === 'served') process.send?.((await serve({ souvenir, store })).url);
else {
  process.send?.(await askHere(Number(seconds), Number(atOnce)));
  await souvenir.close();
  process.disconnect?.();
}

/** Recalls a second for so long, by so many lanes; and how long one took. */
async function askHere(seconds: number, lanes: number) {
  const questions = naturalQuestions(seededRandom(7));
  const user = souvenir.for();
  await user.recall(questions[0] ?? '');
  const took: number[] = [];
  const began = performance.now();
  let next = 0;
  const lane = async () => {
    while (performance.now() - began < seconds * 1000) {
      const query = questions[next++ % questions.length] ?? '';
      took.push((await timed(() => user.recall(query))).ms);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  const perSecond = (took.length * 1000) / (performance.now() - began);
  return { perSecond, p50: percentile(took, 0.5), p99: percentile(took, 0.99) };
}
