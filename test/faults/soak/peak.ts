// Run as a process of its own, over the built package: the most memory that so many turns take, consolidated every 200.
//   usage: fork(peak.ts, [TURNS, 'souvenir' | 'none'])
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSouvenir } from 'souvenir-memory';
import { souvenirEmbedder } from 'souvenir-memory/embedders';
import { sqliteStore } from 'souvenir-memory/sqlite';
import { seededRandom } from '../../../bench/random.ts';
import { said } from './said.ts';

const [turns, embedder] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'souvenir-peak-'));
const souvenir = await createSouvenir({
  store: sqliteStore({ path: join(folder, 'peak.db') }),
  embedder: embedder === 'souvenir' ? souvenirEmbedder() : null,
  reader: null,
});
const random = seededRandom(7);
const began = performance.now();
for (let at = 0; at < Number(turns); at += 200) {
  const user = souvenir.for({ userId: 'ana', sessionId: `s${Math.floor(at / 1000)}` });
  await user.recordAll(Array.from({ length: 200 }, () => ({ content: said(random) })));
  await user.consolidate();
}
await souvenir.close();
rmSync(folder, { recursive: true, force: true });
// As the system has counted it, which misses no moment.
const peakMb = Math.round((process.resourceUsage().maxRSS * 1024) / 1e6);
process.send?.({ peakMb, tookS: Math.round((performance.now() - began) / 1000) });
