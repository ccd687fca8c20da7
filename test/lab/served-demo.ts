import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DEMO_AGENT, liveDemo } from '../../src/cli/demo/demo-memory.ts';
import { createSouvenir, type ScopedSouvenir, type Souvenir, type Store } from '../../src/index.ts';
import { serve } from '../../src/server/serve.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { sharedEmbedder, sharedReader } from '../support/shared-embedder.ts';

const PAGE = fileURLToPath(new URL('../../dist/lab-ui/index.html', import.meta.url));

export interface ServedDemo {
  readonly souvenir: Souvenir;
  readonly store: Store;
  /** Ana's, as the Lab shows it. */
  readonly memory: ScopedSouvenir;
  /** Where the server answers. */
  readonly origin: string;
  close(): Promise<void>;
}

let life: Promise<Buffer> | undefined;

/** The lives of the demo as a file's bytes: lived once for all tests of a process. */
async function livedDemo(today?: Date): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'souvenir-lab-'));
  try {
    const path = join(folder, 'demo.db');
    await liveDemo(path, sharedEmbedder, new AbortController().signal, today?.getTime());
    return await readFile(path);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** A real server over a memory file of its own that holds the lives of the demo, as if it were always `today` where that is given. */
export async function serveDemo(today?: Date): Promise<ServedDemo> {
  if (!existsSync(PAGE)) throw new Error('the page of the Lab is not built; `npm run build` builds it');
  life ??= livedDemo(today);
  const folder = await mkdtemp(join(tmpdir(), 'souvenir-lab-'));
  const path = join(folder, 'demo.db');
  await writeFile(path, await life);
  const store = sqliteStore({ path });
  const models = { embedder: sharedEmbedder, reader: sharedReader };
  const souvenir = await createSouvenir({
    ...{ store, ...models, agents: DEMO_AGENT },
    ...(today !== undefined && { clock: { now: () => today } }),
  });
  const serving = await serve({ souvenir, store }, { port: 0, stopMs: 100 });
  return {
    ...{ souvenir, store, memory: souvenir.for({ userId: 'ana' }), origin: serving.url },
    async close() {
      await serving.close();
      await souvenir.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
