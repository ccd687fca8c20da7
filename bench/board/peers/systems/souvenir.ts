import { join } from 'node:path';
import { createSouvenir, defineAgent, type Embedder, type Souvenir } from 'souvenir-memory';
import { episodic } from 'souvenir-memory/components';
import { souvenirEmbedder } from 'souvenir-memory/embedders';
import { sqliteStore } from 'souvenir-memory/sqlite';
import { cachedEmbedder } from '../../../quality/run/cached-embedder.ts';
import { keepsVectors, serve, vectorCache } from '../serve.ts';
import { standIn } from '../stand-in.ts';

const own = souvenirEmbedder();
const dimensions = (await own.embed(['a word']))[0]?.length ?? 0;
const embedder = keepsVectors ? cachedEmbedder(own, vectorCache) : own;
const growing: Embedder = { ...own, embed: async (texts) => texts.map((text) => standIn(text, dimensions)) };
let [path, now] = ['', new Date()];
let souvenir: Souvenir | undefined;
const sessions = new Set<string>();
const clock = { now: () => now };

/** As by default; while the memory only grows, nothing is read or embedded by a model. */
async function open(isGrowing = false): Promise<void> {
  await souvenir?.close();
  const { close: _, ...kept } = isGrowing ? growing : embedder;
  souvenir = await createSouvenir({
    ...{ store: sqliteStore({ path }), clock, embedder: kept, embedInBackground: false },
    ...(isGrowing && { reader: null, agents: defineAgent({ components: [episodic()] }) }),
  });
}

serve({
  async open(folder) {
    path = join(folder, 'memory.db');
    await open();
  },
  async record(turns) {
    for (const [sessionId, said] of Map.groupBy(turns, ({ session }) => session)) {
      sessions.add(sessionId);
      const episodes = said.map(({ id, text, role, speaker, time }) => ({
        ...{ content: text, role, occurredAt: new Date(time), metadata: { turnId: id } },
        ...(speaker !== undefined && { speaker }),
      }));
      now = episodes.at(-1)?.occurredAt ?? now;
      await souvenir?.for({ sessionId }).recordAll(episodes);
    }
  },
  async ready() {
    for (const sessionId of sessions) await souvenir?.for({ sessionId }).sessions.end();
    sessions.clear();
    await souvenir?.settled();
  },
  async recall(query, k, at) {
    const before = now;
    now = new Date(at);
    const answer = await souvenir?.for().recall(query, { topK: k, tokenBudget: null, touch: false });
    now = before;
    return (answer?.items ?? []).map(({ provenance, score }) => ({ ids: provenance.turnIds, score }));
  },
  growing: open,
  async close() {
    await souvenir?.close();
    souvenir = undefined;
  },
});
