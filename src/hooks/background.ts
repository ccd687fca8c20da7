import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../errors.ts';
import {
  BEAT_MS,
  forgetPending,
  isStopped,
  machineFolder,
  notePending,
  type PendingProject,
  pendingProjects,
  takeLock,
} from './background-lock.ts';
import type { OpenMemory } from './hook-memory.ts';
import { appendLog } from './log.ts';
import { type ProjectLocation, projectAt } from './project.ts';
import { sealOf } from './seal.ts';
import { sweepSessions } from './session-state.ts';
import { Spool } from './spool.ts';
import { endSessions, takeIn } from './take-in.ts';

const LOOK_MS = 100;
/** A process that hangs does not hold the machine's lock for ever. */
const MAX_TIME_MS = 30 * 60_000;

/** Records and consolidates what the hooks of all projects reported, one process a machine, until a prompt comes. Returns the projects it finished. */
export async function runBackground(open: OpenMemory, since: Date): Promise<number> {
  const folder = machineFolder();
  const lock = takeLock(folder);
  if (lock === undefined) return 0;
  const stopping = new AbortController();
  const stop = (why: string) => stopping.abort(new Error(why));
  const looking = setInterval(() => isStopped(folder, since) && stop('a prompt came'), LOOK_MS);
  const beating = setInterval(() => lock.beat() || stop('another process has the lock'), BEAT_MS);
  const ending = setTimeout(() => stop('it took too long'), MAX_TIME_MS);
  let done = 0;
  try {
    if (isStopped(folder, since)) return 0;
    const seen = new Set<string>();
    for (;;) {
      const next = pendingProjects(folder).find(({ name }) => !seen.has(name));
      if (next === undefined || stopping.signal.aborted) return done;
      if (await consolidateProject(next, folder, open, stopping.signal)) done += 1;
      else seen.add(next.name);
    }
  } finally {
    clearInterval(looking);
    clearInterval(beating);
    clearTimeout(ending);
    lock.release();
  }
}

async function consolidateProject(
  pending: PendingProject,
  folder: string,
  open: OpenMemory,
  signal: AbortSignal,
): Promise<boolean> {
  if (!existsSync(pending.root)) {
    forgetPending(folder, pending);
    return true;
  }
  const project = projectAt(pending.root, pending.project);
  const log = (text: string) => appendLog(join(project.folder, 'hooks.log'), new Date(), 'background', text);
  // A later event makes it pending again.
  forgetPending(folder, pending);
  try {
    const report = await consolidate(project, open, log, signal);
    log(report);
    return true;
  } catch (error) {
    log(`consolidation ended early: ${reasonOf(signal.aborted ? signal.reason : error)}`);
    notePending(folder, pending);
    return false;
  }
}

async function consolidate(
  project: ProjectLocation,
  open: OpenMemory,
  log: (text: string) => void,
  signal: AbortSignal,
): Promise<string> {
  const spool = new Spool(project.folder, sealOf(project));
  spool.sweep(new Date());
  sweepSessions(project.folder, new Date());
  const { memory } = await open(project, 'background');
  try {
    const names = spool.names();
    await takeIn(names, { memory, spool, log, signal });
    const { memoriesCreated, episodesConsumed, degraded } = await memory.for({}).consolidate({ signal });
    await endSessions(names, { memory, spool, signal });
    for (const { part, reason } of degraded) log(`${part}: ${reason}`);
    return `${names.length} events taken in, ${episodesConsumed} episodes consolidated, ${memoriesCreated} memories made`;
  } finally {
    await memory.close();
  }
}
