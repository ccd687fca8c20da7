import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Store } from '../../src/contracts/store.ts';
import { type SqliteStoreOptions, sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { memory, minute, OWNER } from '../conformance/store/samples.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Makes a folder for each call, so that all that is in it can be looked at. */
export function freshFolders(): () => string {
  const folder = temporaryFolder();
  let made = 0;
  return () => {
    const path = join(folder, `${made++}`);
    mkdirSync(path);
    return path;
  };
}

/** An open store with a memory for each content. */
export async function openWith(options: SqliteStoreOptions, ...contents: string[]): Promise<Store> {
  const store = sqliteStore(options);
  await store.open();
  await store.write(OWNER, {
    memories: contents.map((content, at) => memory(`id-${content}`, { content, createdAt: minute(at) })),
  });
  return store;
}

export async function fileWith(options: SqliteStoreOptions, ...contents: string[]): Promise<void> {
  await (await openWith(options, ...contents)).close();
}

export async function contentsOf(options: SqliteStoreOptions): Promise<string[]> {
  const store = sqliteStore(options);
  await store.open();
  const memories = await store.listMemories(OWNER, { filter: {}, limit: 1000 });
  await store.close();
  return memories.map(({ content }) => content);
}

/** Every byte of every file of a folder. */
export const bytesIn = (folder: string): Buffer =>
  Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
