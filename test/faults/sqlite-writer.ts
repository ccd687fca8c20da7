// Run as a process of its own: writes numbered changes to a file, and prints each number once its write has resolved.
//   node sqlite-writer.ts PATH PREFIX COUNT
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { changesOf, OWNER } from './sqlite-changes.ts';

const [path = '', prefix = '', count = '0'] = process.argv.slice(2);
const store = sqliteStore({ path });
await store.open();
for (let number = 0; number < Number(count); number++) {
  await store.write(OWNER, changesOf(prefix, number));
  process.stdout.write(`${number}\n`);
}
await store.close();
