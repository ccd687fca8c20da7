// Run as a process of its own, over the built package: the most memory that turns take, consolidated whenever some have come. In plain
// JavaScript: what Node reads TypeScript with takes 16 MB, and no application has it.
//   usage: fork(peak.mjs, ['souvenir' | 'none']); answers 'next' with a list of texts, or with none at the end
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createSouvenir } from 'souvenir-memory';
import { souvenirEmbedder } from 'souvenir-memory/embedders';
import { sqliteStore } from 'souvenir-memory/sqlite';

const TURNS_A_SESSION = 1000;

const folder = mkdtempSync(join(tmpdir(), 'souvenir-peak-'));
const souvenir = await createSouvenir({
  store: sqliteStore({ path: join(folder, 'peak.db') }),
  embedder: process.argv[2] === 'souvenir' ? souvenirEmbedder() : null,
  reader: null,
});
const next = async () => {
  process.send('next');
  const [texts] = await once(process, 'message');
  return texts;
};
const began = performance.now();
let told = 0;
for (let texts = await next(); texts.length > 0; texts = await next()) {
  const user = souvenir.for({ userId: 'ana', sessionId: `s${Math.floor(told / TURNS_A_SESSION)}` });
  await user.recordAll(texts.map((content) => ({ content })));
  await user.consolidate();
  told += texts.length;
}
await souvenir.close();
rmSync(folder, { recursive: true, force: true });
// As the system has counted it, which misses no moment.
const peakMb = Math.round((process.resourceUsage().maxRSS * 1024) / 1e6);
process.send({ peakMb, tookS: Math.round((performance.now() - began) / 1000) });
process.disconnect();
