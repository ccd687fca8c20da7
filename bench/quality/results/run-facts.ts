import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { cpus } from 'node:os';

/** Where figures come from, without anything that tells whose machine it was. */
export interface RunFacts {
  readonly commit: string;
  readonly node: string;
  readonly cpu: string;
  readonly cores: number;
  /** As 2025-01-31. */
  readonly date: string;
}

/** The run ended when it wrote its file. */
export function runFacts(json: string, out: string): RunFacts {
  const processors = cpus();
  return {
    commit: commitOf(out),
    node: process.version,
    cpu: processors[0]?.model.trim() ?? 'unknown',
    cores: processors.length,
    date: statSync(json).mtime.toISOString().slice(0, 10),
  };
}

/** What this very command writes does not count as a change. */
function commitOf(out: string): string {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const changes = git('status', '--porcelain', '--', '.', `:!${out}/results.md`, `:!${out}/results`);
  return git('rev-parse', '--short', 'HEAD') + (changes === '' ? '' : ' + changes');
}
