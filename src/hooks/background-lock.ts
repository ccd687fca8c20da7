import { createHash } from 'node:crypto';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fieldsOf, textOf } from './fields.ts';
import type { ProjectLocation, ProjectOptions } from './project.ts';

/** A project that waits for its consolidation. */
export interface PendingProject {
  readonly name: string;
  readonly root: string;
  readonly project: ProjectOptions;
}

/** A process that beats no longer than this ago is alive. */
const MAX_SILENCE_MS = 60_000;
export const BEAT_MS = 5_000;

/**
 * The state that the background processes of a user share on a machine: the lock of the one that runs, the projects that wait, and the moment of the last
 * prompt, which ends it. In the folder for temporary files, so that neither a home nor a repository is needed.
 */
export function machineFolder(): string {
  const user = process.getuid?.() ?? 'user';
  const folder = join(tmpdir(), `souvenir-hooks-${user}`);
  mkdirSync(join(folder, 'pending'), { recursive: true, mode: 0o700 });
  const { uid } = lstatSync(folder);
  if (process.getuid !== undefined && uid !== process.getuid()) throw new Error(`${folder} belongs to someone else`);
  return folder;
}

const lockOf = (folder: string): string => join(folder, 'lock');
const stopOf = (folder: string): string => join(folder, 'stop');

/** Notes that a project waits, and starts the process unless one runs, which then takes this project in turn. Best-effort. */
export function leaveBackground(
  { root, db }: ProjectLocation,
  project: ProjectOptions,
  now: Date,
  start: (since: Date) => void,
): void {
  try {
    const folder = machineFolder();
    const name = `${createHash('sha256').update(db).digest('hex').slice(0, 24)}.json`;
    notePending(folder, { name, root, project });
    if (holderOf(folder) === undefined) start(now);
  } catch {
    // The next hook tries again.
  }
}

/** Asks the background process to stop: a person waits for an answer. */
export function stopBackground(now: Date): void {
  try {
    const folder = machineFolder();
    if (holderOf(folder) !== undefined) writeFileSync(stopOf(folder), String(now.getTime()), { mode: 0o600 });
  } catch {
    // Then it goes on with low priority.
  }
}

/** Whether a prompt came after the background process was asked for. */
export function isStopped(folder: string, since: Date): boolean {
  try {
    return Number(readFileSync(stopOf(folder), 'utf8')) > since.getTime();
  } catch {
    return false;
  }
}

/** The process that holds the lock; `undefined` if none does, or if it died. */
export function holderOf(folder: string): number | undefined {
  try {
    const lock = lockOf(folder);
    const pid = Number(readFileSync(lock, 'utf8'));
    return Date.now() - statSync(lock).mtimeMs < MAX_SILENCE_MS && isAlive(pid) ? pid : undefined;
  } catch {
    return undefined;
  }
}

function isAlive(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

export interface Lock {
  /** Whether the lock is still held; keeps it from being taken over. */
  beat(): boolean;
  release(): void;
}

/** Takes the lock of the machine, also from a process that died; `undefined` if another process has it. */
export function takeLock(folder: string): Lock | undefined {
  const lock = lockOf(folder);
  const own = String(process.pid);
  if (!createOnce(lock, own) && !replaceStale(folder, lock, own)) return undefined;
  const isOwn = (): boolean => {
    try {
      return readFileSync(lock, 'utf8') === own;
    } catch {
      return false;
    }
  };
  return {
    beat() {
      if (!isOwn()) return false;
      utimesSync(lock, new Date(), new Date());
      return true;
    },
    release: () => isOwn() && rmSync(lock, { force: true }),
  };
}

/** Of several processes that see the same stale lock, the one that creates the file named after it may replace it; what another has put there meanwhile stays. */
function replaceStale(folder: string, lock: string, own: string): boolean {
  const seen = identityOf(lock);
  if (seen === undefined || holderOf(folder) !== undefined) return false;
  const claim = `${lock}.${seen}`;
  if (!createOnce(claim, own)) {
    // Its process died before it had replaced the lock: the next one that looks may.
    if (Date.now() - (timeOf(claim) ?? Date.now()) > MAX_SILENCE_MS) rmSync(claim, { force: true });
    return false;
  }
  try {
    if (identityOf(lock) !== seen) return false;
    rmSync(lock);
    return createOnce(lock, own);
  } catch {
    return false;
  } finally {
    rmSync(claim, { force: true });
  }
}

function identityOf(file: string): string | undefined {
  try {
    const { ino, mtimeMs } = statSync(file);
    return `${ino}-${Math.trunc(mtimeMs)}`;
  } catch {
    return undefined;
  }
}

function timeOf(file: string): number | undefined {
  try {
    return statSync(file).mtimeMs;
  } catch {
    return undefined;
  }
}

function createOnce(file: string, text: string): boolean {
  try {
    writeFileSync(file, text, { flag: 'wx', mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

export const pendingProjects = (folder: string): PendingProject[] =>
  readdirSync(join(folder, 'pending')).flatMap((name) => {
    try {
      const { root, project } = fieldsOf(JSON.parse(readFileSync(join(folder, 'pending', name), 'utf8')));
      const path = textOf(root);
      return path === undefined ? [] : [{ name, root: path, project: fieldsOf(project) as ProjectOptions }];
    } catch {
      return [];
    }
  });

export const notePending = (folder: string, { name, root, project }: PendingProject): void =>
  writeFileSync(join(folder, 'pending', name), JSON.stringify({ root, project }), { mode: 0o600 });

export const forgetPending = (folder: string, { name }: PendingProject): void =>
  rmSync(join(folder, 'pending', name), { force: true });
