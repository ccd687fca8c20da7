import { execFileSync } from 'node:child_process';
import { appendFileSync } from 'node:fs';
import type { Figures } from '../score/outcome.ts';

const FILE = new URL('../../stories/locked-runs.md', import.meta.url);
const REPORTED_METRICS = [
  ...['hit@1', 'hit@3', 'hit@10', 'staleAbove', 'silent.answerable', 'silent.unanswerable', 'auroc'],
  ...['other.hit@10', 'other.silent.answerable', 'facts.coverage', 'facts.precision', 'notfacts.kept'],
];

/** The locked stories are read once for a claim: every run leaves a line in a file that is committed. */
export function noteLockedRun(figures: Figures): void {
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim();
  const commit = `${git('rev-parse', '--short', 'HEAD')}${git('status', '--porcelain', '-uno') === '' ? '' : ' and changes'}`;
  const values = REPORTED_METRICS.map((name) => figures[name]?.toString() ?? '');
  appendFileSync(FILE, `| ${[new Date().toISOString().slice(0, 16), commit, ...values].join(' | ')} |\n`);
}
