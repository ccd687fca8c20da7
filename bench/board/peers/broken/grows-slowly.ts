import { setTimeout as delay } from 'node:timers/promises';
import type { PeerTurn } from '../protocol.ts';
import { serve } from '../serve.ts';

/** Slow from this many turns on. */
const QUICK_TURNS = 1000;
let turns: PeerTurn[] = [];

serve({
  async open() {
    turns = [];
  },
  async record(more) {
    if (turns.length + more.length > QUICK_TURNS) await delay(2500);
    turns.push(...more);
  },
  async ready() {},
  recall: async (_, k) => turns.slice(0, k).map(({ id }) => ({ ids: [id] })),
  async close() {},
});
