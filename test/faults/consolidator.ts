// Run as a process of its own: consolidates a file, and says so once it has come to a moment of its work.
//   node consolidator.ts PATH MOMENT wait|go
import { writeSync } from 'node:fs';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { openMemory } from './consolidation-story.ts';
import { countedStore } from './counted-store.ts';

const [path = '', moment = '', then = ''] = process.argv.slice(2);
let passed = 0;
const souvenir = await openMemory(
  countedStore(sqliteStore({ path }), () => {
    passed += 1;
    if (passed !== Number(moment)) return;
    writeSync(1, 'there\n');
    if (then === 'wait') Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
  }),
);
await souvenir.for().consolidate();
await souvenir.close();
