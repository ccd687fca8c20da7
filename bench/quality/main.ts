import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { souvenirEmbedder } from '../../src/embedders/index.ts';
import { openAiLlm } from '../../src/llms/index.ts';
import { emptyStores, neededServer } from '../../test/support/postgres.ts';
import type { Dataset, DatasetContext } from './dataset.ts';
import { DATASETS, type Figure, measure, type SetReport } from './measure.ts';
import { idealFor } from './models/ideal.ts';
import { replayed } from './models/replayed.ts';
import { progressBar } from './progress-bar.ts';
import { leftOutWriters } from './read/read-stories.ts';
import { cachedEmbedder } from './run/cached-embedder.ts';
import { noteLockedRun } from './run/locked-runs.ts';

const SPLITS = ['open', 'left-out', 'locked'];
const USAGE = `usage: npm run bench:quality -- --dataset all|${Object.keys(DATASETS).join('|')} --data DIR [--stories DIR | --split ${SPLITS.join('|')}] [--answers FILE [--model URL] | --answers DIR] [--json FILE] [--every N] [--store postgres]`;

const { values } = parseArgs({
  options: {
    dataset: { type: 'string' },
    data: { type: 'string' },
    stories: { type: 'string' },
    split: { type: 'string' },
    json: { type: 'string' },
    every: { type: 'string', default: '1' },
    model: { type: 'string' },
    answers: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
    cache: { type: 'string', default: '.cache/vectors.db' },
  },
});
const { dataset: name = '', split } = values;
const storiesFolder =
  split === undefined
    ? values.stories
    : fileURLToPath(new URL(`../stories/${split === 'locked' ? 'locked' : 'open'}`, import.meta.url));
/** These read files beside this benchmark. */
const OWN = ['profile', 'directives', 'coding'];
const folder =
  values.data ?? (name === 'stories' ? storiesFolder : OWN.includes(name) ? import.meta.dirname : undefined);
const every = Number(values.every);
if (
  (name !== 'all' && DATASETS[name] === undefined) ||
  folder === undefined ||
  !(every >= 1) ||
  !isSplit(split) ||
  !['sqlite', 'postgres'].includes(values.store)
) {
  console.error(USAGE);
  process.exit(2);
}

const pool = values.store === 'postgres' ? new pg.Pool({ connectionString: await neededServer() }) : undefined;
const embedder = cachedEmbedder(souvenirEmbedder(), values.cache);
const bar = progressBar(process.stderr);
const context: DatasetContext = {
  ...{ folder, stories: storiesFolder, every, embedder, progress: bar.draw },
  ...(split === 'left-out' && { writers: leftOutWriters() }),
  ...(pool && { makeStore: emptyStores(pool) }),
  ...(values.answers !== undefined && { modelFor: modelFrom(values.answers) }),
};
const lines: string[] = [];
try {
  for (const each of name === 'all' ? Object.keys(DATASETS) : [name]) {
    try {
      lines.push(await report(each, DATASETS[each] as Dataset));
    } catch (error) {
      if (name !== 'all' || (error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
      console.error(`${each} is left out: ${(error as Error).message}`);
    }
  }
} finally {
  bar.clear();
  await embedder.close?.();
  await pool?.end();
}
if (values.json !== undefined) writeFileSync(values.json, lines.map((line) => `${line}\n`).join(''));

function isSplit(given: string | undefined): boolean {
  return given === undefined || given === 'open' || (SPLITS.includes(given) && name === 'stories');
}

/** A folder has answers written by hand for its stories; a file has those of a model, which is asked for the missing ones where its address is given. */
function modelFrom(answers: string): NonNullable<DatasetContext['modelFor']> {
  if (statSync(answers, { throwIfNoEntry: false })?.isDirectory())
    return (story) => idealFor(story, join(answers, `${story.name}.json`));
  const { model } = values;
  const options = { model: 'any', temperature: 0, frequencyPenalty: 0.3, maxTokens: 1500, timeoutMs: 600_000 };
  const llm = replayed(answers, model === undefined ? undefined : openAiLlm({ ...options, baseUrl: model }));
  return () => llm;
}

async function report(dataset: string, run: Dataset): Promise<string> {
  const measured = await measure(run, context);
  bar.clear();
  console.log(`${dataset}, n ${measured.n}, ${measured.seconds} s`);
  console.table(byMetric(measured));
  if (measured.silence !== undefined)
    console.log(`expected calibration error ${measured.silence.reliability.expectedError.toFixed(3)}`);
  if (split === 'locked')
    noteLockedRun(
      Object.fromEntries(Object.entries(measured.souvenir).map(([metric, { value }]) => [metric, value] as const)),
    );
  return JSON.stringify({ dataset, ...measured });
}

/** A row a metric, a column each way it was reached. */
function byMetric({ souvenir, keyword }: SetReport) {
  const interval = ({ low, high }: Figure) => (low === undefined ? '' : `${low} to ${high}`);
  return Object.fromEntries(
    Object.entries(souvenir).map(([metric, figure]) => [
      metric,
      { souvenir: figure.value, '95 %': interval(figure), keyword: keyword?.[metric]?.value },
    ]),
  );
}
