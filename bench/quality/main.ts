import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { souvenirEmbedder } from '../../src/embedders/index.ts';
import { findDates } from '../../src/languages/english/dates/find-dates.ts';
import { findEntities } from '../../src/languages/english/entities/find-entities.ts';
import { openAiLlm } from '../../src/llms/index.ts';
import { emptyStores, neededServer } from '../../test/support/postgres.ts';
import type { Dataset, DatasetContext, Figures } from './dataset.ts';
import { beam } from './datasets/beam.ts';
import { coding } from './datasets/coding.ts';
import { dates } from './datasets/dates.ts';
import { directives } from './datasets/directives.ts';
import { extraction } from './datasets/extraction.ts';
import { factconsolidation } from './datasets/factconsolidation.ts';
import { locomo } from './datasets/locomo.ts';
import { longmemeval } from './datasets/longmemeval.ts';
import { prefeval } from './datasets/prefeval.ts';
import { profile } from './datasets/profile.ts';
import { realmem } from './datasets/realmem.ts';
import { silence } from './datasets/silence.ts';
import { stories } from './datasets/stories.ts';
import { stsb } from './datasets/stsb.ts';
import { wnut17 } from './datasets/wnut17.ts';
import { idealFor } from './models/ideal.ts';
import { replayed } from './models/replayed.ts';
import { progressBar } from './progress-bar.ts';
import { cachedEmbedder } from './run/cached-embedder.ts';
import { noteLockedRun } from './run/locked-runs.ts';

const DATASETS: Readonly<Record<string, Dataset>> = {
  locomo,
  beam,
  realmem,
  prefeval,
  factconsolidation,
  silence,
  extraction,
  stories,
  dates: dates(findDates),
  wnut17: wnut17(findEntities),
  stsb,
  longmemeval,
  profile,
  directives,
  coding,
};
const USAGE = `usage: npm run bench:quality -- --dataset all|${Object.keys(DATASETS).join('|')} --data DIR [--stories DIR | --split open|locked] [--answers FILE [--model URL] | --answers DIR] [--json FILE] [--limit N] [--store postgres]`;

const { values } = parseArgs({
  options: {
    dataset: { type: 'string' },
    data: { type: 'string' },
    stories: { type: 'string' },
    split: { type: 'string' },
    json: { type: 'string' },
    limit: { type: 'string' },
    model: { type: 'string' },
    answers: { type: 'string' },
    store: { type: 'string', default: 'sqlite' },
    cache: { type: 'string', default: '.cache/vectors.db' },
  },
});
const { dataset: name = '', split } = values;
const storiesFolder =
  split === undefined ? values.stories : fileURLToPath(new URL(`../stories/${split}`, import.meta.url));
/** These read files beside this benchmark. */
const OWN = ['profile', 'directives', 'coding'];
const folder =
  values.data ?? (name === 'stories' ? storiesFolder : OWN.includes(name) ? import.meta.dirname : undefined);
const limit = Number(values.limit ?? Number.POSITIVE_INFINITY);
if (
  (name !== 'all' && DATASETS[name] === undefined) ||
  folder === undefined ||
  !(limit > 0) ||
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
  ...{ folder, stories: storiesFolder, limit, embedder, progress: bar.draw },
  ...(pool && { makeStore: emptyStores(pool) }),
  ...(values.answers !== undefined && { modelFor: modelFrom(values.answers) }),
};
const lines: string[] = [];
try {
  for (const each of name === 'all' ? Object.keys(DATASETS) : [name]) {
    try {
      lines.push(await measure(each, DATASETS[each] as Dataset));
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
  return given === undefined || given === 'open' || (given === 'locked' && name === 'stories');
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

async function measure(dataset: string, run: Dataset): Promise<string> {
  const started = performance.now();
  const { n, metrics, keyword } = await run(context);
  const seconds = Math.round((performance.now() - started) / 100) / 10;
  bar.clear();
  const figures = {
    metrics: rounded(metrics),
    ...(keyword !== undefined && { keyword: rounded(keyword) }),
  };
  console.log(`${dataset}, n ${n}, ${seconds} s`);
  console.table(byMetric(figures));
  const line = JSON.stringify({ dataset, n, seconds, ...figures });
  if (split === 'locked') noteLockedRun(figures.metrics);
  console.log(line);
  return line;
}

function rounded(figures: Figures): Figures {
  return Object.fromEntries(Object.entries(figures).map(([name, figure]) => [name, Number(figure.toPrecision(4))]));
}

/** A row a metric, a column each way it was reached. */
function byMetric({ metrics, ...others }: { metrics: Figures } & Record<string, Figures>) {
  const columns = Object.entries({ souvenir: metrics, ...others });
  return Object.fromEntries(
    Object.keys(metrics).map((metric) => [
      metric,
      Object.fromEntries(columns.map(([column, figures]) => [column, figures[metric]])),
    ]),
  );
}
