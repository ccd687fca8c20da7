import { existsSync, renameSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { personality } from '../../components/personality/personality.ts';
import type { Embedder } from '../../contracts/embedder.ts';
import { createSouvenir } from '../../create-souvenir.ts';
import { DAY_MS } from '../../model/day.ts';
import { defineAgent } from '../../souvenir/agent.ts';
import { defaultComponents } from '../../souvenir/default-components.ts';
import { sqliteStore } from '../../stores/sqlite/sqlite-store.ts';
import { note } from '../in-out.ts';
import { DEMO_LIFE } from './demo-life.ts';

const FILE = join('.souvenir', 'demo.db');

const identity = 'You are Nova, a calm assistant who remembers.';
const playbooks = { release: 'Run the migration first. Deploy. Watch the errors for ten minutes.' };

/** Forms a persona after 5 episodes, to show one early. */
export const DEMO_AGENT = defineAgent({
  identity,
  components: [...defaultComponents({ playbooks }), personality({ identity, minEpisodes: 5 })],
});

export const DEMO_QUESTION = 'Where does Ana live?';

/** The memory file of the demo in this folder; created atomically when it is missing. */
export async function demoFile(embedder: () => Embedder | null, signal: AbortSignal): Promise<string> {
  if (existsSync(FILE)) return FILE;
  note(`creating a demo memory in ${FILE} …`);
  const path = join(dirname(FILE), 'demo-unfinished.db');
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${path}${suffix}`, { force: true });
  await liveDemo(path, embedder(), signal);
  renameSync(path, FILE);
  return FILE;
}

/** Records the events of the demo's users into a new file, each day at its own time. */
export async function liveDemo(
  path: string,
  embedder: Embedder | null,
  signal: AbortSignal,
  today = Date.now(),
): Promise<void> {
  let now = new Date(today);
  const store = sqliteStore({ path });
  const souvenir = await createSouvenir({ store, embedder, agents: DEMO_AGENT, clock: { now: () => now } });
  try {
    for (const { daysAgo, scope, turns = [], act } of DEMO_LIFE) {
      signal.throwIfAborted();
      now = new Date(today - daysAgo * DAY_MS);
      const memory = souvenir.for(scope);
      await memory.recordAll(turns);
      await act?.(memory);
      if (turns.length > 0) await memory.sessions.end({ signal });
    }
    now = new Date(today);
    await souvenir.cycle({ signal });
  } finally {
    await souvenir.close();
  }
}
