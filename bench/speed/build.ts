import { statSync } from 'node:fs';
import { episodic } from '../../src/components/index.ts';
import { createSouvenir, defineAgent, type Embedder } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { seededRandom } from '../random.ts';
import { makeText, makeVector } from './texts.ts';
import { peakRssMb, timed } from './timing.ts';

const FLUSH = 50;
const SESSION = 500;

const stored: Embedder = {
  id: 'souvenir-embed-6',
  embed: async (texts) => texts.map((text) => makeVector(text, 384)),
};

/** Fills a file with that many turns: recorded and flushed fifty at a time, consolidated, given vectors. */
export async function measureBuild(path: string, size: number) {
  const random = seededRandom(size).next;
  const texts = Array.from({ length: size }, () => makeText(30, random));
  // Words at random hold no facts: what the other components take is measured on conversations, in `consolidation`.
  const agents = defineAgent({ components: [episodic()] });
  const buffer = { size: FLUSH * 2 };
  const plain = await createSouvenir({ store: sqliteStore({ path }), embedder: null, agents, buffer });
  const recording = await timed(async () => {
    for (let at = 0; at < size; at += FLUSH) {
      for (const [offset, content] of texts.slice(at, at + FLUSH).entries())
        plain.for({ sessionId: `session-${Math.floor((at + offset) / SESSION)}` }).record({ content });
      await plain.for().flush();
    }
  });
  const consolidating = await timed(() => plain.for().consolidate());
  await plain.close();
  const embedding = await createSouvenir({ store: sqliteStore({ path }), embedder: stored });
  await embedding.settled();
  await embedding.close();
  return {
    episodesPerSecondDurable: size / (recording.ms / 1000),
    memoriesPerSecond: size / (consolidating.ms / 1000),
    bytesPerMemory: statSync(path).size / size,
    rssMb: peakRssMb(),
  };
}
