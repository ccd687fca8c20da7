// Run as a process of its own: consolidates a file with the language model at an address.
//   node model-consolidator.ts PATH ADDRESS
import { openAiLlm } from '../../src/llms/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { openMemory } from './consolidation-story.ts';

const [path = '', baseUrl = ''] = process.argv.slice(2);
const souvenir = await openMemory(sqliteStore({ path }), openAiLlm({ baseUrl, model: 'stand-in', retries: 0 }));
await souvenir.for().consolidate();
await souvenir.close();
