// Run as a process of its own, which becomes an ordinary user: opens the files that stdin names as JSON, and prints what each holds and how a write to it ends.
import { json } from 'node:stream/consumers';
import { SouvenirError } from '../../../src/index.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import { changesOf, OWNER } from '../sqlite-changes.ts';

const NOBODY = 65_534;
// What is loaded at first use may lie where nobody else may look.
const warm = sqliteStore({ path: ':memory:', key: Buffer.alloc(32) });
await warm.open();
await warm.close();
if (process.getuid?.() === 0) {
  process.setgid?.(NOBODY);
  process.setuid?.(NOBODY);
}
const codeOf = (error: unknown): string => (SouvenirError.is(error) ? error.code : `raw: ${error}`);

const reported: unknown[] = [];
for (const { path, key } of (await json(process.stdin)) as { path: string; key?: string }[]) {
  const store = sqliteStore({ path, ...(key !== undefined && { key }) });
  try {
    await store.open();
    const { episodes, memories } = await store.stats(OWNER);
    const write = await store.write(OWNER, changesOf('more', 1)).then(() => 'written', codeOf);
    reported.push({ episodes, memories: memories.active + memories.forgotten, write });
  } catch (error) {
    reported.push(codeOf(error));
  }
  await store.close();
}
console.log(JSON.stringify(reported));
