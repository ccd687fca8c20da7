import { souvenirEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir, type Memory, type MemoryType, type Owner } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { cycled } from '../../test/support/tell.ts';
import { madeUpTrials } from '../quality/made-up/made-up-trials.ts';
import { seededRandom } from '../random.ts';
import { peakRssMb, timed } from './timing.ts';

const MEMORIES = 10_000;
const DAY_MS = 86_400_000;
const NOW = new Date('2026-06-01T18:00:00Z');
const OWNER: Owner = { tenantId: 'bench', userId: 'somebody', agentId: 'default' };
/** Of ten memories: turns, facts, what somebody is at, and how things are done. */
const TYPES: readonly MemoryType[] = [...Array(6).fill('episodic'), 'semantic', 'semantic', 'working', 'procedural'];

/** A first cycle over ten thousand memories of one month, all of them new and with vectors, without a language model. */
export async function measureCycle() {
  const store = sqliteStore({ path: ':memory:' });
  const embedder = souvenirEmbedder();
  const souvenir = await createSouvenir({ store, embedder, clock: { now: () => NOW } });
  await store.write(OWNER, { memories: madeUpMemories() });
  // Nothing is recorded: it only gives the memories their vectors.
  await souvenir.for(OWNER).consolidate();
  const before = peakRssMb();
  const first = await timed(() => cycled(souvenir));
  const again = await timed(() => cycled(souvenir));
  const { patternsExtracted, linksMade, duplicatesMerged } = first.result;
  await souvenir.close();
  return {
    memories: MEMORIES,
    ...{ secondsFirst: first.ms / 1000, secondsAgain: again.ms / 1000 },
    ...{ patternsExtracted, linksMade, duplicatesMerged },
    ...{ rssMbBefore: before, rssMb: peakRssMb() },
  };
}

/** Two sentences of made-up conversations each, of which many come again. */
function madeUpMemories(): Memory[] {
  const { next } = seededRandom(7);
  const turns = [...madeUpTrials()].flatMap(({ sessions }) => sessions.flatMap((session) => session.turns));
  const sentences = [...new Set(turns.flatMap(({ content }) => content.split(/(?<=[.!?])\s+/)))];
  const some = () => sentences[Math.floor(next() * sentences.length)] as string;
  return Array.from({ length: MEMORIES }, (_, at): Memory => {
    const createdAt = new Date(NOW.getTime() - (1 - at / MEMORIES) * 29 * DAY_MS);
    const type = TYPES[at % TYPES.length] as MemoryType;
    return {
      ...OWNER,
      ...{ id: `memory-${String(at).padStart(5, '0')}`, type, component: type, category: 'made-up' },
      content: type === 'semantic' ? some() : `${some()} ${some()}`,
      sessionId: `session-${Math.floor(at / 50)}`,
      ...{ importance: 0.5, confidence: 0.8, salience: 0.5, accessCount: at % 7 },
      confidenceTrajectory: [{ confidence: 0.8, at: createdAt }],
      ...{ entityIds: [], provenance: { episodeIds: [], turnIds: [] }, metadata: {} },
      ...{ createdAt, updatedAt: createdAt, lastAccessedAt: createdAt, validAt: createdAt, status: 'active' },
    };
  });
}
