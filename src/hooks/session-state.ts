import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FailedAttempt, sessionIdOf } from './capture.ts';
import type { HookEvent } from './event.ts';
import { fieldsOf, listOf, textOf } from './fields.ts';
import type { Seal } from './seal.ts';

const MAX_AGE_MS = 14 * 86_400_000;
const MAX_GIVEN = 2_000;

/** The state of one session of a program: which memories it was given, and which attempts failed. */
export class SessionState {
  readonly #folder: string;
  readonly #name: string;
  readonly #seal: Seal;

  constructor(folder: string, event: HookEvent, seal: Seal) {
    this.#seal = seal;
    this.#folder = join(folder, 'sessions');
    this.#name = sessionIdOf(event)
      .replace(/[^\w-]/g, '-')
      .slice(0, 150);
  }

  given(): ReadonlySet<string> {
    return new Set(listOf(this.#read('.json')['given']).flatMap((id) => textOf(id) ?? []));
  }

  /** `fresh`: the program has dropped what it was given before. */
  give(ids: readonly string[], fresh: boolean): void {
    const before = fresh ? [] : [...this.given()];
    if (ids.length > 0 || fresh) this.#write('.json', { given: [...new Set([...before, ...ids])].slice(-MAX_GIVEN) });
  }

  failed(attempt: string, failed: FailedAttempt): void {
    this.#write(failedSuffix(attempt), failed);
  }

  /** The process that deletes the file takes the failure: two hooks at once report it once. */
  takeFailure(attempt: string): FailedAttempt | undefined {
    const suffix = failedSuffix(attempt);
    const { command, message } = this.#read(suffix);
    if (typeof command !== 'string' || typeof message !== 'string') return undefined;
    try {
      rmSync(this.#path(suffix));
      return { command, message };
    } catch {
      return undefined;
    }
  }

  #path(suffix: string): string {
    return join(this.#folder, `${this.#name}${suffix}`);
  }

  #read(suffix: string) {
    try {
      return fieldsOf(JSON.parse(this.#seal.open(readFileSync(this.#path(suffix), 'utf8'))));
    } catch {
      return {};
    }
  }

  #write(suffix: string, value: unknown): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    const unfinished = this.#path(`${suffix}.${process.pid}.part`);
    writeFileSync(unfinished, this.#seal.seal(JSON.stringify(value)), { mode: 0o600 });
    renameSync(unfinished, this.#path(suffix));
  }
}

const FAILED = '.failed-';
const failedSuffix = (attempt: string): string =>
  `${FAILED}${createHash('sha256').update(attempt).digest('hex').slice(0, 12)}`;

/** Deletes what is kept of sessions that nobody went on with. */
export const sweepSessions = (folder: string, now: Date): void =>
  deleteFiles(folder, (path) => now.getTime() - statSync(path).mtimeMs > MAX_AGE_MS);

/** Deletes the attempts that failed, of all sessions: the only files of sessions with text. */
export const forgetFailures = (folder: string): void => deleteFiles(folder, (path) => path.includes(FAILED));

function deleteFiles(folder: string, isChosen: (path: string) => boolean): void {
  const sessions = join(folder, 'sessions');
  try {
    for (const path of readdirSync(sessions).map((name) => join(sessions, name)))
      if (isChosen(path)) rmSync(path, { force: true });
  } catch {
    // No sessions, or another process was faster.
  }
}
