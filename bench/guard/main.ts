// Fails if recall or consolidation became much dearer, or stories are answered worse. Costs are ratios of processor times in one run, so that they say
// the same on any machine: medians of samples that take turns. Within two minutes on a quiet machine.
// usage: npm run bench:guard [-- --write]        --write commits to the figures of this run
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { souvenirEmbedder } from '../../src/embedders/index.ts';
import { createSouvenir } from '../../src/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { stories } from '../quality/datasets/stories.ts';
import { measure } from '../quality/measure.ts';
import { seededRandom } from '../random.ts';
import { fill, fillSource } from '../speed/fill.ts';
import { naturalQuestions, sessionsWith } from '../speed/natural.ts';
import { percentile, Samples } from '../speed/timing.ts';
import { type Bounds, judge } from './judge.ts';

const FILE = new URL('committed.json', import.meta.url);
const [SMALL, LARGE] = [1000, 10_000];
const [EMBEDDED, WARM, RECALLS, CONSOLIDATED] = [240, 30, 40, 60];
/** Written last, and nothing was chosen by them. */
const WRITERS = new Set(['en-w20']);
const STORIES = fileURLToPath(new URL('../stories/open', import.meta.url));

const { values } = parseArgs({ options: { write: { type: 'boolean', default: false } } });
const folder = mkdtempSync(join(tmpdir(), 'souvenir-guard-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const began = performance.now();
const embedder = souvenirEmbedder();
const figures = { ...(await costsOfRecall()), ...(await costOfConsolidation()), ...(await qualityOfStories()) };
await embedder.close?.();

const committed = JSON.parse(readFileSync(FILE, 'utf8')) as Record<string, Bounds>;
const judged = Object.entries(committed).map(([name, bounds]) => judge(name, figures[name] ?? Number.NaN, bounds));
for (const { line } of judged) console.log(line);
console.log(`${Math.round((performance.now() - began) / 1000)} s`);
if (values.write) {
  const written = Object.entries(committed).map(([name, bounds]) => [
    name,
    { ...bounds, value: Number((figures[name] ?? bounds.value).toPrecision(3)) },
  ]);
  writeFileSync(FILE, `${JSON.stringify(Object.fromEntries(written), undefined, 2)}\n`);
} else if (judged.some(({ isWorse }) => isWorse)) {
  console.error(
    'Run it once more, alone. If it is worse again, find the change that did it (npm run bench:speed for a cost, npm run bench:quality -- --dataset stories --split left-out for stories). If it is meant, run npm run bench:guard -- --write and say why in the commit.',
  );
  process.exitCode = 1;
}

function step(text: string): void {
  process.stderr.write(`[${Math.round((performance.now() - began) / 1000)} s] ${text}\n`);
}

function median(samples: Samples): number {
  return percentile(samples.cpu, 0.5);
}

async function costsOfRecall(): Promise<Record<string, number>> {
  const [source, small, large] = ['source.db', 'small.db', 'large.db'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  step('recall: a memory of natural turns');
  await fillSource(source, EMBEDDED);
  await fill(small, SMALL, source);
  copyFileSync(small, large);
  await fill(large, LARGE, source);
  step('recall: questions');
  const memories = await Promise.all([small, large].map((path) => createSouvenir({ store: sqliteStore({ path }) })));
  const questions = naturalQuestions(seededRandom(7)).slice(0, WARM + RECALLS);
  const [embedding, ...recalls] = [new Samples(), new Samples(), new Samples()] as const;
  for (const [at, question] of questions.entries()) {
    const isWarm = at >= WARM;
    const timed = (samples: Samples, work: () => Promise<unknown>) => (isWarm ? samples.time(work) : work());
    await timed(embedding, () => embedder.embed([question]));
    for (const [which, memory] of memories.entries())
      await timed(recalls[which] as Samples, () => memory.for().recall(question, { touch: false }));
  }
  for (const memory of memories) await memory.close();
  const [atSmall, atLarge] = recalls.map(median) as [number, number];
  return {
    'a recall of 1,000 memories over an embedding of its query': atSmall / median(embedding),
    'a recall of 10,000 memories over one of 1,000': atLarge / atSmall,
  };
}

async function costOfConsolidation(): Promise<Record<string, number>> {
  step('consolidation');
  const souvenir = await createSouvenir({ store: sqliteStore({ path: join(folder, 'turns.db') }) });
  const [embedding, consolidation] = [new Samples(), new Samples()];
  for (const [at, { id, turns }] of sessionsWith(2 * CONSOLIDATED).entries()) {
    const each = async (samples: Samples, work: () => Promise<unknown>) => {
      const own = new Samples();
      await own.time(work);
      // The first sessions compile the code.
      if (at > 1) samples.cpu.push((own.cpu[0] ?? 0) / turns.length);
    };
    await each(embedding, async () => {
      for (const { content } of turns) await embedder.embed([content]);
    });
    await each(consolidation, async () => {
      const session = souvenir.for({ sessionId: id });
      await session.recordAll(turns);
      await session.sessions.end();
      await souvenir.settled();
    });
  }
  await souvenir.close();
  return { 'consolidation of a turn over its embedding': median(consolidation) / median(embedding) };
}

async function qualityOfStories(): Promise<Record<string, number>> {
  step('stories');
  const context = { folder: STORIES, stories: STORIES, writers: WRITERS, every: 1, embedder, progress: () => {} };
  const { souvenir } = await measure(stories, context);
  return Object.fromEntries(Object.entries(souvenir).map(([name, { value }]) => [`stories: ${name}`, value]));
}
