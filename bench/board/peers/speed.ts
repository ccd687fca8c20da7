import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { seededRandom } from '../../random.ts';
import { type NaturalSession, naturalQuestions, naturalSessions, varied } from '../../speed/natural.ts';
import { percentile } from '../../speed/timing.ts';
import type { PeerTurn } from './protocol.ts';
import type { Cells, Measuring } from './quality.ts';

const BATCH = 100;
const TOP = 10;
const DAY_MS = 86_400_000;
/** Disk and memory are read at this size. */
const TABLE_SIZE = 10_000;
/** A recall that takes longer than this at one size is not waited for at ten times the size. */
const MAX_RECALL_MS = 3000;
/** Few recalls are enough for a peer that takes seconds for each. */
const [MAX_RECALLS_MS, MIN_RECALLS] = [60_000, 5];
const SEED = 7;

export interface SpeedPlan {
  readonly sizes: readonly number[];
  /** To grow to one size. */
  readonly growMs: number;
  readonly warmRecalls: number;
  readonly recalls: number;
  readonly recorded: number;
}
export const SPEED: SpeedPlan = {
  ...{ sizes: [1000, 10_000, 100_000], growMs: 15 * 60_000 },
  ...{ warmRecalls: 50, recalls: 50, recorded: 60 },
};
export const QUICK_SPEED: SpeedPlan = {
  ...{ sizes: [1000, 10_000], growMs: 5 * 60_000 },
  ...{ warmRecalls: 15, recalls: 15, recorded: 24 },
};

const turnsOf = ({ id, turns }: NaturalSession, round = 0): PeerTurn[] =>
  turns.map(({ content, role, speaker, occurredAt, metadata }, at) => ({
    ...{ id: `${metadata.turnId}, ${round}`, session: `${id}, ${round}`, speaker, role },
    time: new Date(occurredAt.getTime() - round * DAY_MS).toISOString(),
    text: round === 0 ? content : varied(content, seededRandom(round * 10_000 + at)),
  }));

/** Natural turns without end: the stories, and then again with other names and numbers. */
function* growth(): Generator<PeerTurn> {
  for (let round = 1; ; round++) for (const session of naturalSessions) yield* turnsOf(session, round);
}

export async function measureSpeed(plan: SpeedPlan, { peer, folder, limitMs, progress }: Measuring): Promise<Cells> {
  const cells: Cells = {};
  const [questions, turns] = [naturalQuestions(seededRandom(SEED)), growth()];
  const at = new Date(Math.max(...naturalSessions.map((session) => Number(session.turns.at(-1)?.occurredAt ?? 0))));
  const asked = new Date(at.getTime() + DAY_MS).toISOString();
  const last = plan.sizes.at(-1) ?? 0;
  await peer.open(folder, limitMs);
  let size = 0;

  async function grow(to: number): Promise<void> {
    const began = performance.now();
    await peer.grow(true, limitMs);
    while (size < to) {
      if (performance.now() - began > plan.growMs)
        throw new Error(`${size} memories after ${Math.round(plan.growMs / 1000)} s`);
      const batch = Array.from({ length: Math.min(BATCH, to - size) }, () => turns.next().value as PeerTurn);
      await peer.record(batch, limitMs);
      size += batch.length;
      progress(size, last);
    }
    // Some make their indexes only now.
    await peer.ready(plan.growMs);
    await peer.grow(false, limitMs);
  }

  async function recall(): Promise<void> {
    const [clock, cpu]: [number[], number[]] = [[], []];
    const began = performance.now();
    const isLate = (done: number) => performance.now() - began > MAX_RECALLS_MS && done >= MIN_RECALLS;
    for (const query of questions.slice(0, plan.warmRecalls)) {
      if (isLate(MIN_RECALLS)) break;
      await peer.recall(query, TOP, asked, limitMs);
    }
    for (const query of questions.slice(plan.warmRecalls, plan.warmRecalls + plan.recalls)) {
      if (isLate(clock.length)) break;
      const spent = await peer.recall(query, TOP, asked, limitMs);
      clock.push(spent.ms);
      cpu.push(spent.cpu);
    }
    cells[`recall.ms@${size}`] = percentile(clock, 0.5);
    cells[`recall.cpu@${size}`] = cpu.reduce((sum, each) => sum + each, 0) / cpu.length;
  }

  let stopped: string | undefined;
  for (const to of plan.sizes) {
    try {
      if (stopped === undefined) {
        await grow(to);
        await recall();
        if (to === plan.sizes[0]) cells['record.ms'] = await record();
        if (to === TABLE_SIZE) Object.assign(cells, await sizes());
        const ms = Number(cells[`recall.ms@${to}`]);
        if (ms > MAX_RECALL_MS) stopped = `not tried: a recall takes ${Math.round(ms)} ms at ${to}`;
        continue;
      }
    } catch (error) {
      stopped = (error as Error).message;
    }
    for (const name of [`recall.ms@${to}`, `recall.cpu@${to}`]) cells[name] ??= stopped;
  }
  for (const name of ['record.ms', 'bytes', 'rss']) cells[name] ??= stopped ?? `not measured below ${TABLE_SIZE}`;
  return cells;

  /** Of whole sessions, with all that a peer does at their end; the first one warms it. */
  async function record(): Promise<number> {
    let [spent, done] = [0, 0];
    for (const [number, session] of naturalSessions.toReversed().entries()) {
      if (done >= plan.recorded) break;
      const turns = turnsOf(session);
      const ms = (await peer.record(turns, limitMs)).ms + (await peer.ready(limitMs)).ms;
      size += turns.length;
      if (number === 0) continue;
      spent += ms;
      done += turns.length;
    }
    return spent / done;
  }

  async function sizes(): Promise<Cells> {
    const bytes = globSync('**/*', { cwd: folder })
      .map((name) => statSync(join(folder, name), { throwIfNoEntry: false }))
      .reduce((sum, file) => sum + (file?.isFile() ? file.size : 0), 0);
    return {
      bytes: bytes === 0 ? 'keeps nothing on disk' : bytes / size,
      rss: (await peer.usage(limitMs)).result.rss,
    };
  }
}
