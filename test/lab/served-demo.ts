import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, rm } from 'node:fs/promises';
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
  /** Where hooks would keep their notes; not there unless a test makes it. */
  readonly hookFolder: string;
  close(): Promise<void>;
}

/** A file in a folder of its own with the lives of the demo, as of `today`. */
export async function livedDemo(today?: Date): Promise<string> {
  const path = join(await mkdtemp(join(tmpdir(), 'souvenir-lab-')), 'demo.db');
  await liveDemo(path, sharedEmbedder, new AbortController().signal, today?.getTime());
  return path;
}

/** A real server over a copy of a lived demo, as if it were always `today` where that is given. */
export async function serveDemo(lived: string, today?: Date): Promise<ServedDemo> {
  if (!existsSync(PAGE)) throw new Error('the page of the Lab is not built; `npm run build` builds it');
  const folder = await mkdtemp(join(tmpdir(), 'souvenir-lab-'));
  const path = join(folder, 'demo.db');
  await copyFile(lived, path);
  const store = sqliteStore({ path });
  const models = { embedder: sharedEmbedder, reader: sharedReader };
  const souvenir = await createSouvenir({
    ...{ store, ...models, agents: DEMO_AGENT },
    ...(today !== undefined && { clock: { now: () => today } }),
  });
  const hookFolder = join(folder, 'hooks');
  const serving = await serve({ souvenir, store, hookFolder }, { port: 0, stopMs: 100 });
  return {
    ...{ souvenir, store, memory: souvenir.for({ userId: 'ana' }), origin: serving.url, hookFolder },
    async close() {
      await serving.close();
      await souvenir.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
