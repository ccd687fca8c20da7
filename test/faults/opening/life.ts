import { mock } from 'node:test';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { createSouvenir, defineAgent, type Store } from '../../../src/index.ts';

/** The longest that anything in the background waits before it begins. */
const TICK_MS = 16_000;
const AGENT = defineAgent({ consolidation: { everyMs: TICK_MS, afterEpisodes: 2 }, recall: { threshold: 0 } });

/** Opens a memory with all that it does by itself, uses it, and closes it; `failed` gets every rejection that a caller saw. */
export async function live(store: Store, failed: (error: unknown) => void): Promise<void> {
  const tried = async (work: () => unknown): Promise<void> => {
    try {
      await work();
    } catch (error) {
      failed(error);
    }
  };
  mock.timers.enable({ apis: ['setInterval'] });
  try {
    await tried(async () => {
      const souvenir = await createSouvenir({
        ...{ store, agents: AGENT, embedder: hashEmbedder(), reader: null, keepMetrics: true, embedInBackground: true },
        ...{ schedule: { idleMs: 1 }, retention: { memoriesDays: 30 } },
      });
      const ana = souvenir.for({ userId: 'ana', sessionId: 'monday' });
      for (const use of [
        () => ana.record({ content: 'I live in Lisbon.', sourceId: 'first' }),
        () => ana.record({ content: 'Please keep your answers short.' }),
        () => ana.flush(),
        () => ana.recall('Where does she live?'),
        () => mock.timers.tick(TICK_MS),
        () => souvenir.settled(),
        () => ana.memories.add('Ana likes fish.'),
        () => ana.turn('Where do I live?').then((turn) => turn.complete('In Lisbon.')),
        () => ana.profile.get(),
        () => ana.sessions.end(),
        () => souvenir.stats(),
        () => souvenir.cycle({ userId: 'ana' }),
        () => souvenir.erase({ userId: 'ana', sessionId: 'monday' }),
        () => souvenir.close(),
      ])
        await tried(use);
    });
  } finally {
    mock.timers.reset();
  }
  // A rejection that nobody hears is told of once the callbacks of this turn of the loop have run.
  await new Promise(setImmediate);
  await new Promise(setImmediate);
}
