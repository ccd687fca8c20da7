import { english } from '../../src/languages/english/english.ts';
import { recallConfigSchema } from '../../src/recall/config.ts';
import { fuse } from '../../src/recall/fuse.ts';
import type { Candidate } from '../../src/recall/gather.ts';
import { plan } from '../../src/recall/plan.ts';
import { handSetRanker } from '../../src/recall/rankers/rankers.ts';
import { memory } from '../../test/conformance/store/samples.ts';
import { seededRandom } from '../random.ts';
import { makeText } from './texts.ts';
import { percentile, timed } from './timing.ts';

const ENGLISH = english();

const CANDIDATES = 200;
const ROUNDS = 500;
const SESSIONS = 20;
const DAY_MS = 86_400_000;
const NOW = new Date('2026-06-01T00:00:00Z');

/** From the candidates of one query to their order: features, ranker, adjustments, current values first. */
export async function measureRanking() {
  const random = seededRandom(3).next;
  const config = recallConfigSchema.parse({});
  const ms: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const planned = plan(`How many ${makeText(12, random)} are there now?`, {}, NOW, ENGLISH);
    const candidates = Array.from({ length: CANDIDATES }, (_, at) => makeCandidate(at, planned.terms.length, random));
    ms.push((await timed(() => fuse({ candidates, superseded: [], degraded: [] }, planned, config, handSetRanker))).ms);
  }
  return { candidates: CANDIDATES, rankingMsP50: percentile(ms, 0.5), rankingMsP95: percentile(ms, 0.95) };
}

/** A turn of one of some sessions that holds about a third of the query's terms, every other one a figure. */
function makeCandidate(at: number, terms: number, random: () => number): Candidate {
  const matches = Array.from({ length: terms }, () => (random() < 1 / 3 ? random() / terms : 0));
  return {
    memory: memory(`memory ${at}`, {
      content: `${makeText(30, random)}${at % 2 === 0 ? ` now ${at}` : ''}`,
      createdAt: new Date(NOW.getTime() - random() * 100 * DAY_MS),
      sessionId: `session ${at % SESSIONS}`,
      provenance: { episodeIds: [], turnIds: [], position: Math.floor(at / SESSIONS) },
      metadata: { speaker: at % 2 === 0 ? 'Ana' : 'Ben' },
    }),
    signals: { text: matches.reduce((sum, match) => sum + match, 0), vector: random(), entity: 0, time: 0 },
    matches,
  };
}
