import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { souvenirEmbedder } from '../../src/embedders/index.ts';
import type { Dataset } from '../quality/dataset.ts';
import { DATASETS, measure, type SetReport } from '../quality/measure.ts';
import type { Progress } from '../quality/progress-bar.ts';
import { leftOutWriters } from '../quality/read/read-stories.ts';
import { cachedEmbedder } from '../quality/run/cached-embedder.ts';
import { noteLockedRun } from '../quality/run/locked-runs.ts';
import { LOCKED } from './introductions.ts';
import type { PeersReport, SpeedReport } from './report.ts';

export interface PartOptions {
  readonly data: string;
  /** Stories of their own; those that no model was trained on unless given. */
  readonly stories: string | undefined;
  readonly isQuick: boolean;
  /** Where vectors and peers are kept, by commit. */
  readonly folder: string;
}

const QUICK = 10;
const SPEED = fileURLToPath(new URL('../speed/main.ts', import.meta.url));
const storiesIn = (split: string): string => fileURLToPath(new URL(`../stories/${split}`, import.meta.url));

/** Runs one part: a set, the speed or the peers. */
export async function runPart(
  name: string,
  options: PartOptions,
  progress: (progress: Progress) => void,
): Promise<SetReport | SpeedReport | PeersReport> {
  if (name === 'speed') return await runSpeed(options, progress);
  if (name === 'peers') return await runPeers(options, progress);
  return await runSet(name, options, progress);
}

async function runSet(
  name: string,
  { data, stories, isQuick, folder }: PartOptions,
  progress: (progress: Progress) => void,
): Promise<SetReport> {
  const embedder = cachedEmbedder(souvenirEmbedder(), join(folder, 'vectors.db'));
  const isLocked = name === LOCKED;
  const report = await measure(DATASETS[isLocked ? 'stories' : name] as Dataset, {
    ...{ folder: data, every: isQuick ? QUICK : 1, embedder, progress },
    stories: isLocked ? storiesIn('locked') : (stories ?? storiesIn('open')),
    ...(!isLocked && stories === undefined && { writers: leftOutWriters() }),
  });
  await embedder.close?.();
  if (isLocked)
    noteLockedRun(Object.fromEntries(Object.entries(report.souvenir).map(([metric, { value }]) => [metric, value])));
  return report;
}

/** Its lines are its progress. */
async function runSpeed({ isQuick }: PartOptions, progress: (progress: Progress) => void): Promise<SpeedReport> {
  const folder = mkdtempSync(join(tmpdir(), 'souvenir-board-'));
  const json = join(folder, 'speed.json');
  const sizes = isQuick ? '1000,10000' : '1000,10000,100000,1000000';
  try {
    const child = spawn(process.execPath, [SPEED, '--sizes', sizes, '--json', json], {
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    const closed = new Promise<number | null>((resolve) => child.once('close', resolve));
    let last = '';
    for await (const line of createInterface({ input: child.stderr })) {
      last = line;
      progress({ stage: `speed: ${line}`, done: 0, total: 1 });
    }
    const code = await closed;
    const { seconds, figures, failures } = JSON.parse(readFileSync(json, 'utf8')) as SpeedReport;
    if (figures.length === 0) throw new Error(`bench:speed ended with ${code}: ${last}`);
    return { seconds, figures, failures };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Peers {
  measurePeers(options: {
    readonly data: string;
    readonly quick: boolean;
    readonly folder: string;
    readonly progress: (progress: Progress) => void;
  }): Promise<PeersReport>;
}

async function runPeers({ data, isQuick, folder }: PartOptions, progress: (progress: Progress) => void) {
  const path = fileURLToPath(new URL('peers/main.ts', import.meta.url));
  const { measurePeers } = (await import(pathToFileURL(path).href)) as Peers;
  return await measurePeers({ data, quick: isQuick, folder: join(folder, 'peers'), progress });
}
