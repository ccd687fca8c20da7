import { Worker } from 'node:worker_threads';
import { gzipSync } from 'node:zlib';
import { build } from 'vite';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createSouvenir, memoryStore, type Souvenir } from '../../src/index.ts';
import { serveMemory } from '../support/serve-memory.ts';

let code: string;
let imports: readonly string[];

beforeAll(async () => {
  const built = await build({
    configFile: false,
    logLevel: 'silent',
    build: {
      ...{ write: false, minify: true, target: 'es2023' },
      lib: { entry: 'src/client/index.ts', formats: ['iife'], name: 'client' },
    },
  });
  const [chunk] = ([built].flat()[0] as { output: { type: string; code: string; imports: string[] }[] }).output;
  code = chunk?.code ?? '';
  imports = chunk?.imports ?? [];
});

test('the client bundle is one small script without dependencies', () => {
  expect(imports).toEqual([]);
  expect(code).not.toMatch(/node:|require\(|\bprocess\b|\bBuffer\b/);
  expect(gzipSync(code).length).toBeLessThan(8000);
});

/** What browsers and workers have; a context knows nothing else but the language. */
const GIVEN = ['fetch', 'URL', 'TextDecoder', 'AbortSignal', 'AbortController', 'crypto', 'setTimeout', 'clearTimeout'];

/** Runs in a worker; `__dirname` and the like are not there for the bundle. */
const WORKER = `
const { parentPort, workerData: { code, url, given } } = require('node:worker_threads');
const { createContext, runInContext } = require('node:vm');
const context = createContext(Object.fromEntries(given.map((name) => [name, globalThis[name]])));
const story = \`(async () => {
  const souvenir = client.souvenirClient({ url: '\${url}' });
  const ana = souvenir.for({ userId: 'ana' });
  const events = souvenir.events(['memoryCreated']);
  const { memory } = await ana.memories.add('The lamp is by the door.');
  const { items } = await ana.recall('Where is the lamp?', { threshold: 0 });
  const records = [];
  for await (const record of ana.export()) records.push(record.kind);
  const code = await ana.memories.archive('unknown').catch((error) => error.code);
  await events.return();
  await souvenir.close();
  return JSON.stringify({
    isDate: memory.createdAt instanceof Date, found: items.map(({ content }) => content), records, code,
    missing: ['process', 'require', 'Buffer'].filter((name) => name in globalThis),
  });
})()\`;
runInContext(code + ';globalThis.client = client;', context);
runInContext(story, context).then((told) => parentPort.postMessage(told), (error) => parentPort.postMessage(String(error.stack)));
`;

let souvenir: Souvenir;
let server: Awaited<ReturnType<typeof serveMemory>>;
beforeAll(async () => {
  const store = memoryStore();
  souvenir = await createSouvenir({ store, embedder: null, reader: null });
  server = await serveMemory({ souvenir, store });
});
afterAll(async () => {
  await server.close();
  await souvenir.close();
});

test('the client bundle runs in a worker without Node', async () => {
  const worker = new Worker(WORKER, { eval: true, workerData: { code, url: server.url, given: GIVEN } });
  const reported = await new Promise<string>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  });
  await worker.terminate();
  expect(JSON.parse(reported)).toEqual({
    ...{ isDate: true, found: ['The lamp is by the door.'], code: 'notFound', missing: [] },
    records: expect.arrayContaining(['export', 'memory']),
  });
});
