import { souvenirEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, type Embedder } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { madeUpTrials } from '../quality/made-up/made-up-trials.ts';
import { peakRssMb, timed } from './timing.ts';

const EPISODES = 1000;

/** A thousand turns of made-up conversations through all default components, without and with the package's own embedder. */
export async function measureConsolidation() {
  const plain = await consolidate(null);
  const embedder = souvenirEmbedder();
  await embedder.embed(['warm']);
  const embedded = await consolidate(embedder);
  return {
    episodes: EPISODES,
    ...{ secondsPlain: plain.seconds, secondsEmbedded: embedded.seconds },
    ...{ memories: plain.memories, rssMb: peakRssMb() },
  };
}

async function consolidate(embedder: Embedder | null) {
  const souvenir = await createSouvenir({ store: sqliteStore({ path: ':memory:' }), embedder });
  let left = EPISODES;
  for (const { name, sessions } of madeUpTrials())
    for (const { id, turns } of sessions)
      for (const { unit: _, ...turn } of turns)
        if (left-- > 0) souvenir.for({ sessionId: `${name} ${id}` }).record({ ...turn });
  await souvenir.for().flush();
  const { ms, result } = await timed(() => souvenir.for().consolidate());
  await souvenir.close();
  return { seconds: ms / 1000, memories: result.memoriesCreated };
}
