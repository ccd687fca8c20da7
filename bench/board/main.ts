// Measures everything from a commit without changes and writes docs/results.md, its pictures and docs/results.json. Finished parts are kept by
// commit, so that an interrupted run goes on where it was.
// usage: npm run board -- [--data FOLDER] [--quick] [--peers] [--locked] [--only locomo,speed,…]
import { type ChildProcess, fork } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { arch, cpus, platform, totalmem } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { packageVersion } from '../../src/package-version.ts';
import type { SetReport } from '../quality/measure.ts';
import type { Progress } from '../quality/progress-bar.ts';
import { BOOTSTRAP_SEED } from '../quality/score/outcome.ts';
import { INTRODUCTIONS, LOCKED } from './introductions.ts';
import type { PartOptions } from './parts.ts';
import { boardProgress } from './progress.ts';
import type { BoardReport, PeersReport, SpeedReport, Unmeasured } from './report.ts';
import { cleanCommit, fingerprintOf } from './repository.ts';
import { writeBoard } from './write-board.ts';

type Part = SetReport | SpeedReport | PeersReport;
interface FinishedPart {
  readonly seconds: number;
  readonly report: Part;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const SETS = Object.keys(INTRODUCTIONS);
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    data: { type: 'string', default: '../shared/data' },
    quick: { type: 'boolean', default: false },
    peers: { type: 'boolean', default: false },
    locked: { type: 'boolean', default: false },
    only: { type: 'string' },
    /** Stories of its own, and another repository to ask for its commit and to write into. */
    stories: { type: 'string' },
    root: { type: 'string', default: ROOT },
  },
});
const [asked, options] = positionals;
if (asked === undefined || options === undefined) await board();
else await part(asked, JSON.parse(options) as PartOptions & { readonly file: string });

/** One part in a process of its own, whose end leaves the others whole. */
async function part(name: string, { file, ...given }: PartOptions & { readonly file: string }): Promise<void> {
  process.once('disconnect', () => process.exit(1));
  const began = performance.now();
  // The engine takes a second to load, which whoever starts the parts does without.
  const { runPart } = await import('./parts.ts');
  try {
    const report = await runPart(name, given, (progress) => void process.send?.(progress));
    const seconds = (performance.now() - began) / 1000;
    writeFileSync(`${file}.part`, JSON.stringify({ seconds, report } satisfies FinishedPart));
    renameSync(`${file}.part`, file);
    process.removeAllListeners('disconnect');
    process.disconnect?.();
  } catch (error) {
    process.send?.({ error: reasonOf(error as NodeJS.ErrnoException, given) });
    process.exit(1);
  }
}

/** Without the paths of this machine. */
function reasonOf({ code, message, path = '' }: NodeJS.ErrnoException, { data, folder }: PartOptions): string {
  const plain = (text: string) => text.replaceAll(`${data}/`, '').replaceAll(`${folder}/`, '').replaceAll(ROOT, '');
  return code === 'ENOENT' ? `is not in the data folder (${plain(path || message)})` : plain(message);
}

async function board(): Promise<void> {
  const root = resolve(values.root);
  const data = resolve(values.data);
  const parts = partsAsked();
  const commit = commitOrExit(root);
  const cache = join(root, '.cache', 'board');
  const inputs = [data, ...(values.stories === undefined ? [] : [resolve(values.stories)])];
  const key = [commit.slice(0, 12), ...(values.quick ? ['quick'] : []), fingerprintOf(inputs)].join('-');
  const folder = join(cache, key);
  mkdirSync(folder, { recursive: true });
  for (const other of readdirSync(cache))
    if (!other.startsWith(commit.slice(0, 12))) rmSync(join(cache, other), { recursive: true, force: true });

  const progress = boardProgress(parts, expectedSeconds(root));
  const finished = new Map<string, FinishedPart>();
  const failures = new Map<string, string>();
  let running: ChildProcess | undefined;
  let isInterrupted = false;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => {
      isInterrupted = true;
      running?.kill('SIGTERM');
    });
  for (const name of parts) {
    const file = join(folder, `${name}.json`);
    const isFromCache = existsSync(file);
    if (isInterrupted && !isFromCache) {
      failures.set(name, 'the run was interrupted before it');
      continue;
    }
    progress.begin(name);
    if (!isFromCache) {
      if (commitOrExit(root) !== commit) exitWith('the commit changed while it was measured: run the board again');
      const given = { data, stories: values.stories && resolve(values.stories), isQuick: values.quick, folder, file };
      const error = await runAside(name, JSON.stringify(given), progress.step, (child) => {
        running = child;
      });
      if (error !== undefined) failures.set(name, isInterrupted ? 'the run was interrupted in it' : error);
    }
    if (existsSync(file)) finished.set(name, JSON.parse(readFileSync(file, 'utf8')) as FinishedPart);
    progress.end(name, failures.get(name) ?? (isFromCache ? 'is kept from before' : 'is measured'), isFromCache);
  }
  const report = reportOf(commit, finished, failures);
  writeBoard(report, root, { isClaim: !values.quick && values.stories === undefined });
  console.log(
    `${join(root, 'docs/results.md')}: ${[...finished.keys()].join(', ') || 'nothing'} measured${failures.size === 0 ? '' : `; not measured: ${[...failures.keys()].join(', ')}`}`,
  );
  if (isInterrupted) process.exitCode = 130;
}

function partsAsked(): string[] {
  const known = [...SETS, 'speed', 'peers'];
  const flags: Readonly<Record<string, boolean>> = { [LOCKED]: values.locked, peers: values.peers };
  const only = values.only?.split(',') ?? known.filter((name) => flags[name] ?? true);
  const unknown = only.filter((name) => !known.includes(name));
  if (unknown.length > 0) exitWith(`no part is named ${unknown.join(', ')}: there are ${known.join(', ')}`);
  return [...new Set([...only, ...Object.keys(flags).filter((name) => flags[name])])];
}

function commitOrExit(root: string): string {
  try {
    return cleanCommit(root);
  } catch (error) {
    return exitWith((error as Error).message);
  }
}

function exitWith(message: string): never {
  console.error(`board: ${message}`);
  process.exit(2);
}

/** Resolves with the reason where it failed. */
async function runAside(
  name: string,
  given: string,
  step: (progress: Progress) => void,
  started: (child: ChildProcess) => void,
): Promise<string | undefined> {
  const { promise, resolve: resolved } = Promise.withResolvers<string | undefined>();
  let reason: string | undefined;
  const child = fork(import.meta.filename, [name, given], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  started(child);
  child.on('message', (message: Progress | Unmeasured) => {
    if ('error' in message) reason = message.error;
    else step(message);
  });
  child.once('exit', (code, signal) =>
    resolved(code === 0 ? undefined : (reason ?? `its process ended with ${signal ?? code}`)),
  );
  return await promise;
}

/** What each part took when the page was written last. */
function expectedSeconds(root: string): Record<string, number> {
  const path = join(root, 'docs', 'results.json');
  if (!existsSync(path)) return {};
  try {
    const { sets, speed, peers } = JSON.parse(readFileSync(path, 'utf8')) as BoardReport;
    const all = { ...sets, speed, peers };
    return Object.fromEntries(
      Object.entries(all).flatMap(([name, each]) => ('seconds' in each ? [[name, each.seconds]] : [])),
    );
  } catch {
    return {};
  }
}

function embedderName(): string {
  return (JSON.parse(readFileSync(join(ROOT, 'assets', 'model.json'), 'utf8')) as { name: string }).name;
}

function reportOf(
  commit: string,
  finished: ReadonlyMap<string, FinishedPart>,
  failures: ReadonlyMap<string, string>,
): BoardReport {
  const processors = cpus();
  const partOf = <Report>(name: string, otherwise: string): Report | Unmeasured =>
    (finished.get(name)?.report as Report | undefined) ?? { error: failures.get(name) ?? otherwise };
  const NOT_ASKED = 'not asked for in this run';
  const isAsked = (name: string) => finished.has(name) || failures.has(name);
  const sets = SETS.filter((name) => name !== LOCKED || isAsked(name));
  return {
    commit,
    date: new Date().toISOString().slice(0, 10),
    isQuick: values.quick,
    machine: {
      processor: `${processors[0]?.model.trim() ?? 'unknown'}, ${processors.length} cores`,
      memory: `${Math.round(totalmem() / 2 ** 30)} GB`,
      system: `${platform()} ${arch()}`,
    },
    versions: { souvenir: packageVersion(), Node: process.version, embedder: embedderName() },
    seeds: { 'seed of the intervals': BOOTSTRAP_SEED },
    seconds: [...finished.values()].reduce((sum, { seconds }) => sum + seconds, 0),
    sets: Object.fromEntries(sets.map((name) => [name, partOf<SetReport>(name, NOT_ASKED)])),
    speed: partOf<SpeedReport>('speed', NOT_ASKED),
    peers: partOf<PeersReport>('peers', 'Peers were not measured in this run: `npm run board -- --peers` does.'),
  };
}
