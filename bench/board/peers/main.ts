import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Progress } from '../../quality/progress-bar.ts';
import { progress as printProgress } from '../../speed/report.ts';
import { SYSTEMS, type System } from './catalog.ts';
import { installEmbedder, installSystem, versionOf } from './install.ts';
import { PeerProcess } from './peer-process.ts';
import type { Vectors } from './protocol.ts';
import { type Cells, type Measuring, measureLocomo, measureStories, readSets } from './quality.ts';
import { measureSpeed, QUICK_SPEED, SPEED, type SpeedPlan } from './speed.ts';

export interface PeersReport {
  readonly systems: readonly SystemReport[];
  readonly seconds: number;
}

export interface SystemReport {
  readonly name: string;
  readonly version: string;
  readonly settings: string;
  /** A text says why there is no figure. Shares are in percent, times in milliseconds, sizes in bytes. */
  readonly cells: Readonly<Record<string, number | string>>;
  /** Why the system was not measured at all, or not to the end. */
  readonly error?: string;
}

export interface PeersOptions {
  /** The folder of the datasets. */
  readonly data: string;
  /** A tenth of the questions, and no 100,000 memories. */
  readonly quick: boolean;
  /** Keeps what is installed, and the figures of each peer until the sources change. */
  readonly folder: string;
  progress(progress: Progress): void;
  /** All of them unless given. */
  readonly systems?: readonly System[];
  /** Of one call of a peer. */
  readonly limitMs?: number;
  readonly speed?: SpeedPlan;
}

const ROOT = resolve(import.meta.dirname, '../../..');
const LIMIT_MS = 180_000;
const MAX_SET_MS = 60 * 60_000;
const STORY_CELLS = [
  ...['stories.hit@1', 'stories.hit@3', 'stories.hit@10', 'stories.staleAbove'],
  ...['stories.session@1', 'stories.falseAnswers'],
];
const LOCOMO_CELLS = ['locomo.any@10', 'locomo.recall@20', 'locomo.session@10'];
const speedCells = ({ sizes }: SpeedPlan): string[] => [
  ...sizes.flatMap((size) => [`recall.ms@${size}`, `recall.cpu@${size}`]),
  ...['bytes', 'rss', 'record.ms'],
];

/** The same stories, chats and texts to every system, each in a process and a folder of its own. What fails is named, and the rest goes on. */
export async function measurePeers(options: PeersOptions): Promise<PeersReport> {
  const { folder, quick, systems = SYSTEMS } = options;
  const began = performance.now();
  const stored = join(folder, 'figures', `${stateOfSources()}${quick ? '-quick' : ''}`);
  mkdirSync(stored, { recursive: true });
  const reports: SystemReport[] = [];
  for (const system of systems) {
    const file = join(stored, `${system.name}.json`);
    if (existsSync(file)) {
      reports.push(JSON.parse(readFileSync(file, 'utf8')));
      continue;
    }
    const report = await measureSystem(system, options);
    reports.push(report);
    if (report.error === undefined) writeFileSync(file, `${JSON.stringify(report)}\n`);
  }
  return { systems: reports, seconds: Math.round((performance.now() - began) / 1000) };
}

/** Figures are only taken up again where nothing has changed since: not a file that git knows. */
function stateOfSources(): string {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, maxBuffer: 2 ** 28 });
  const state = createHash('sha256').update(git('rev-parse', 'HEAD')).update(git('diff', 'HEAD'));
  return state.digest('hex').slice(0, 12);
}

async function measureSystem(system: System, options: PeersOptions): Promise<SystemReport> {
  const { data, folder, quick, progress, limitMs = LIMIT_MS, speed = quick ? QUICK_SPEED : SPEED } = options;
  const { name, settings, script, recallsSessions = false } = system;
  const report = { name, version: 'not installed', settings, cells: {} };
  const packages = join(folder, 'installed');
  let [installed, embedder] = ['', join(packages, 'minilm')];
  try {
    progress({ stage: `${name}: installing`, done: 0, total: 1 });
    if (system.embeds) embedder = await installEmbedder(packages);
    installed = await installSystem(system, packages);
    report.version = versionOf(system, installed) || ownVersion();
  } catch (error) {
    const reason = reasonOf(error, folder);
    return { ...report, error: reason, cells: filled([...STORY_CELLS, ...LOCOMO_CELLS, ...speedCells(speed)], reason) };
  }
  mkdirSync(embedder, { recursive: true });
  const { stories, chats } = readSets(data, quick);

  async function measure(
    stage: string,
    vectors: Vectors,
    names: readonly string[],
    work: (measuring: Measuring) => Promise<Cells>,
  ): Promise<Cells> {
    const own = mkdtempSync(join(folder, 'run-'));
    const remove = () => rmSync(own, { recursive: true, force: true });
    process.once('exit', remove);
    const peer = new PeerProcess(script, own, { packages: installed, embedder, vectors });
    try {
      const memory = join(own, 'memory');
      mkdirSync(memory);
      return await work({
        ...{ peer, limitMs, recallsSessions, maxMs: MAX_SET_MS, folder: memory },
        progress: (done, total) => progress({ stage: `${name}: ${stage}`, done, total }),
      });
    } catch (error) {
      const reason = reasonOf(error, folder);
      failures.push(`${stage}: ${reason}`);
      return filled(names, reason);
    } finally {
      await peer.end();
      remove();
      process.off('exit', remove);
    }
  }
  const failures: string[] = [];
  const cells = {
    ...(await measure('stories', 'kept', STORY_CELLS, (measuring) => measureStories(stories, measuring))),
    ...(await measure('locomo', 'kept', LOCOMO_CELLS, (measuring) => measureLocomo(chats, measuring))),
    ...(await measure('speed', 'model', speedCells(speed), (measuring) => measureSpeed(speed, measuring))),
  };
  return { ...report, cells, ...(failures.length > 0 && { error: [...new Set(failures)].join('; ') }) };
}

/** Reports name no folder of this machine. */
const reasonOf = (error: unknown, folder: string): string =>
  (error as Error).message.replaceAll(resolve(folder), '…').replaceAll(ROOT, '…');

const filled = (names: readonly string[], reason: string): Cells =>
  Object.fromEntries(names.map((name) => [name, reason]));

const ownVersion = (): string =>
  `${JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')).version} at ${execFileSync('git', ['describe', '--always', '--dirty'], { cwd: ROOT, encoding: 'utf8' }).trim()}`;

if (import.meta.main) {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  const { values } = parseArgs({
    options: {
      data: { type: 'string' },
      quick: { type: 'boolean', default: false },
      only: { type: 'string' },
      folder: { type: 'string', default: join(ROOT, '.cache', 'peers') },
      json: { type: 'string' },
    },
  });
  const systems = SYSTEMS.filter(({ name }) => values.only === undefined || values.only.split(',').includes(name));
  if (values.data === undefined || systems.length === 0) {
    console.error(
      `usage: node bench/board/peers/main.ts --data DIR [--quick] [--only NAME,…] [--folder DIR] [--json FILE]\nNAME: ${SYSTEMS.map(({ name }) => name).join(', ')}`,
    );
    process.exit(2);
  }
  const report = await measurePeers({
    ...{ data: values.data, quick: values.quick, folder: resolve(values.folder), systems },
    progress: ({ stage, done, total }) => printProgress(stage, done, total),
  });
  const names = [...new Set(report.systems.flatMap(({ cells }) => Object.keys(cells)))];
  for (const { name, version, settings, error } of report.systems)
    console.log(`${name} (${version}): ${settings}${error === undefined ? '' : `\n  ${error}`}`);
  const shown = (cell: number | string | undefined) =>
    typeof cell === 'number' ? Number(cell.toPrecision(3)) : (cell ?? '').slice(0, 30);
  console.table(
    Object.fromEntries(
      names.map((row) => [row, Object.fromEntries(report.systems.map(({ name, cells }) => [name, shown(cells[row])]))]),
    ),
  );
  console.log(`${report.seconds} s`);
  if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(report)}\n`);
}
