import { spawnSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { createSouvenir, memoryStore } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const READER = fileURLToPath(new URL('file-reader.ts', import.meta.url));
const folder = temporaryFolder();
chmodSync(folder, 0o755);

async function memoryAt(path: string) {
  const souvenir = await createSouvenir({ store: sqliteStore({ path }), embedder: null });
  return { souvenir, ana: souvenir.for({ userId: 'ana' }) };
}

/** A file that knows where Ana lives, in a folder of its own. */
async function filled(name: string, make: (from: string, to: string) => void = renameSync): Promise<string> {
  const place = join(folder, name);
  mkdirSync(place);
  const path = join(place, 'souvenir.db');
  const { souvenir, ana } = await memoryAt(join(folder, `${name}-made.db`));
  await ana.memories.add('Ana lives in Porto.');
  if (make === renameSync) await souvenir.close();
  make(join(folder, `${name}-made.db`), path);
  await souvenir.close();
  return path;
}

function readByNobody(path: string) {
  const place = mkdtempSync(join(folder, 'backups-'));
  chmodSync(place, 0o777);
  const args = [READER, path, join(place, 'copy.db')];
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 });
  return JSON.parse(stdout);
}

const EXPECTED = {
  recalled: ['Ana lives in Porto.'],
  ...{ listed: 1, prompt: true, context: true, stats: 1 },
  ...{ record: 'storeUnwritable', add: 'storeUnwritable', consolidate: 'storeUnwritable' },
  ...{ backup: 1, verify: 'storeUnwritable:  may only be read here, so its log cannot be emptied and searched.' },
  ...{ complete: ['record', 'record'], close: 'accepted', failures: [] },
};

it('recalls from a file that may not be written, and says why the rest is refused', async () => {
  const path = await filled('file');
  chmodSync(path, 0o444);
  chmodSync(join(path, '..'), 0o777);
  expect(readByNobody(path)).toEqual(EXPECTED);
});

it('recalls from a file in a folder that may not be written, and leaves nothing behind', async () => {
  const path = await filled('folder');
  chmodSync(path, 0o444);
  chmodSync(join(path, '..'), 0o555);
  expect(readByNobody(path)).toEqual(EXPECTED);
  expect(readdirSync(join(path, '..'))).toEqual(['souvenir.db']);
  chmodSync(join(path, '..'), 0o755);
});

it('recalls acknowledged writes in the log of a crashed process', async () => {
  const path = await filled('log', (from, to) => {
    copyFileSync(from, to);
    copyFileSync(`${from}-wal`, `${to}-wal`);
  });
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(0);
  chmodSync(path, 0o444);
  chmodSync(`${path}-wal`, 0o444);
  chmodSync(join(path, '..'), 0o555);
  expect(readByNobody(path)).toEqual(EXPECTED);
  chmodSync(join(path, '..'), 0o755);
});

it('flushes to a store that does not tell whether its files are still there', async () => {
  const files = {
    ...{ bytes: async () => 0, scrub: async () => {}, holding: async () => [] },
    backup: () => Promise.reject(new Error('none')),
  };
  const souvenir = await createSouvenir({ store: { ...memoryStore(), files }, embedder: null });
  await souvenir.for().record({ content: 'I adopted a rabbit.' });
  await souvenir.for().flush();
  await souvenir.close();
});

it.each([
  ['removed', (path: string) => rmSync(path)],
  ['replaced', () => {}],
])('notices at the next flush that its file was %s, and acknowledges nothing', async (how, lose) => {
  const path = await filled(how);
  const { souvenir, ana } = await memoryAt(path);
  await ana.record({ content: 'I adopted a rabbit.' });
  await ana.flush();
  renameSync(path, `${path}.kept`);
  copyFileSync(`${path}.kept`, path);
  lose(path);
  const removed = { code: 'storeGone', message: expect.stringContaining(how), advice: expect.stringContaining('back') };
  await expect(ana.flush()).rejects.toMatchObject(removed);
  await ana.record({ content: 'I adopted a second rabbit.' });
  await expect(ana.flush()).rejects.toMatchObject(removed);
  await expect(ana.flush()).rejects.toMatchObject(removed);
  await expect(ana.memories.add('Ana likes tea.')).rejects.toMatchObject(removed);
  expect((await ana.recall('Where does Ana live?')).items).toHaveLength(1);

  renameSync(`${path}.kept`, path);
  await ana.flush();
  await souvenir.close();
  const again = await memoryAt(path);
  expect(await again.souvenir.stats()).toMatchObject({ episodes: 2, memories: { active: 1 } });
  await again.souvenir.close();
});
