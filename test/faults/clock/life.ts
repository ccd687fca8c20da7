// Run as a process of its own, with a date that moves: talks to a memory while its system's clock jumps, and prints as JSON what it counted and what was wrong.
//   node --import moved-date.mjs life.ts PATH SEED STEPS
import { seededRandom } from '../../../bench/random.ts';
import { hashEmbedder } from '../../../src/embedders/index.ts';
import { createSouvenir, defineAgent } from '../../../src/index.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';

const [path = '', seed = '', steps = ''] = process.argv.slice(2);
/** Years that the clock runs ahead put away what nobody asked for meanwhile. */
const RECORDED = ['active', 'archived', 'decayed', 'superseded'] as const;
const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;
const random = seededRandom(Number(seed));
const moveClock: (ms: number) => void = Object(globalThis).moveClock;
/** Where the system's clock stands, from the right time. */
const JUMPS = [
  ...[0, 0, 0, 1, -1, 60_000, -60_000, DAY_MS, -DAY_MS, 40 * DAY_MS, -40 * DAY_MS],
  ...[5 * YEAR_MS, -5 * YEAR_MS, 70 * YEAR_MS, -Date.now() + 1],
];

const open = () =>
  createSouvenir({
    ...{ store: sqliteStore({ path }), embedder: hashEmbedder(), reader: null },
    agents: defineAgent({ recall: { threshold: 0, minScoreShare: 0 } }),
  });
const wrong: string[] = [];
const turns: string[] = [];
const added: string[] = [];
const words: string[] = [];
let souvenir = await open();

async function isMatch(word: string): Promise<boolean> {
  const { items } = await souvenir
    .for({ userId: 'ana', sessionId: 'talk' })
    .recall(`What holds ${word}?`, { include: ['archived', 'decayed', 'superseded'] });
  return items.some(({ content }) => content.includes(word));
}

for (let step = 0; step < Number(steps); step++) {
  const jump = random.pick(JUMPS);
  moveClock(jump);
  const ana = souvenir.for({ userId: 'ana', sessionId: 'talk' });
  const place = `step ${step}, the clock ${jump} ms ahead`;
  try {
    const word = `zq${step}vw`;
    if (random.chance(0.7)) {
      turns.push(`The box number ${step} holds ${word}.`);
      await ana.record({ content: turns.at(-1) ?? '' });
      if (random.chance(0.5)) await ana.flush();
    } else {
      added.push(`The box number ${step} holds ${word}.`);
      await ana.memories.add(added.at(-1) ?? '');
    }
    if (random.chance(0.3)) await ana.consolidate();
    if (random.chance(0.1)) await souvenir.cycle();
    words.push(word);
    if (!(await isMatch(word))) wrong.push(`${place}: ${word} is not found`);
    if (random.chance(0.1)) {
      await souvenir.close();
      souvenir = await open();
    }
  } catch (error) {
    wrong.push(`${place}: ${error instanceof Error ? error.stack : error}`);
  }
}

moveClock(0);
const ana = souvenir.for({ userId: 'ana', sessionId: 'talk' });
await ana.consolidate();
for (const word of words) if (!(await isMatch(word))) wrong.push(`${word} is not found once the clock is right`);
const stored: string[] = [];
for (let cursor: string | undefined; ; ) {
  const page = await ana.memories.list({
    limit: 100,
    statuses: [...RECORDED],
    ...(cursor !== undefined && { cursor }),
  });
  stored.push(...page.memories.map(({ content }) => content));
  cursor = page.next;
  if (cursor === undefined) break;
}
for (const text of [...turns, ...added]) {
  const times = stored.filter((each) => each === text).length;
  if (times !== 1) wrong.push(`${times} times there once the clock is right: ${text}`);
}
const { turns: recorded } = await ana.sessions.turns({ limit: 500 });
const order = recorded.map(({ content }) => content);
if (JSON.stringify(order) !== JSON.stringify(turns)) wrong.push(`turns are in another order: ${order.join(' ')}`);
await souvenir.erase({ userId: 'ana' });
if ((await souvenir.stats()).episodes > 0) wrong.push('turns outlast the erasure of their user');
await souvenir.close();
console.log(JSON.stringify({ steps: Number(steps), wrong }));
