import { mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { EpisodeInput } from '../model/episode.ts';
import { fieldsOf } from './fields.ts';
import { PLAIN, type Seal } from './seal.ts';

/** Episodes of one event that wait to be recorded. Each has a `sourceId`, so that recording it twice changes nothing. */
export interface SpoolEntry {
  readonly sessionId: string;
  readonly projectId?: string;
  readonly episodes: readonly EpisodeInput[];
  /** The session has ended with this event. */
  readonly ended?: boolean;
}

/** About a day of a busy agent; more is refused. */
const MAX_ENTRIES = 4_000;
const MAX_UNFINISHED_MS = 3_600_000;

let written = 0;

/**
 * A file for each event, written under another name first: a process that dies leaves a whole entry or none, and two processes never share a file.
 */
export class Spool {
  readonly #folder: string;
  readonly #seal: Seal;

  constructor(folder: string, seal: Seal = PLAIN) {
    this.#folder = join(folder, 'spool');
    this.#seal = seal;
  }

  /** Throws if the disk takes no more, or if there is no key for an encrypted memory. */
  write(entry: SpoolEntry, now: Date): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    if (this.names().length >= MAX_ENTRIES) throw new Error(`more than ${MAX_ENTRIES} events wait to be recorded`);
    written += 1;
    const name = `${now.getTime().toString().padStart(15, '0')}-${String(written).padStart(4, '0')}-${process.pid}`;
    const unfinished = join(this.#folder, `${name}.part`);
    try {
      writeFileSync(unfinished, this.#seal.seal(JSON.stringify(entry)), { mode: 0o600 });
      renameSync(unfinished, join(this.#folder, `${name}.json`));
    } catch (error) {
      rmSync(unfinished, { force: true });
      throw error;
    }
  }

  /** The entries that wait, oldest first. */
  names(): string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => name.endsWith('.json'))
        .sort();
    } catch {
      return [];
    }
  }

  /** `undefined` if another process has taken it in, or if it cannot be read now, perhaps for want of a key. */
  read(name: string): SpoolEntry | 'broken' | undefined {
    let text: string;
    try {
      text = this.#seal.open(readFileSync(join(this.#folder, name), 'utf8'));
    } catch {
      return undefined;
    }
    try {
      const fields = fieldsOf(JSON.parse(text));
      if (typeof fields['sessionId'] === 'string' && Array.isArray(fields['episodes']))
        return fields as unknown as SpoolEntry;
    } catch {
      // Of a process that died, or of another version.
    }
    return 'broken';
  }

  delete(name: string): void {
    rmSync(join(this.#folder, name), { force: true });
  }

  /** Deletes what processes that died while writing have left. */
  sweep(now: Date): void {
    try {
      for (const name of readdirSync(this.#folder).filter((each) => each.endsWith('.part')))
        if (now.getTime() - statSync(join(this.#folder, name)).mtimeMs > MAX_UNFINISHED_MS) this.delete(name);
    } catch {
      // No spool, or another process was faster.
    }
  }
}
