/**
 * Prompts and facts for a second reader, and what the reader's verdicts come to.
 * `--stories DIR --write FOLDER` draws 100 questions and 200 facts of the stories in DIR and writes `prompts.jsonl` and `facts.jsonl`.
 * `--read FOLDER` reads `prompts.verdicts.jsonl` (`id`, `lines`, `matter`, `missing`, `misleading`) and `facts.verdicts.jsonl` (`id`, `true`, `lasting`).
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { souvenirEmbedder } from '../../../src/embedders/index.ts';
import { seededRandom } from '../../random.ts';
import type { DatasetContext } from '../dataset.ts';
import { progressBar } from '../progress-bar.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { readStories, type StoryQuestion } from '../read/read-stories.ts';
import { cachedEmbedder } from '../run/cached-embedder.ts';
import { memoryUnderTest } from '../run/memory-under-test.ts';
import { play, textOf } from '../run/trial.ts';
import { percentOf } from '../score/rankings.ts';

const [PROMPTS, FACTS] = [100, 200];
const SEED = 38;

const { values } = parseArgs({
  options: { stories: { type: 'string' }, write: { type: 'string' }, read: { type: 'string' } },
});
if (values.read !== undefined) printVerdicts(values.read);
else if (values.stories !== undefined && values.write !== undefined) await draw(values.stories, values.write);
else {
  console.error('usage: node bench/quality/judged/main.ts --stories DIR --write FOLDER | --read FOLDER');
  process.exitCode = 2;
}

interface Fact {
  readonly story: string;
  readonly fact: string;
  readonly turns: readonly string[];
}

async function draw(folder: string, into: string): Promise<void> {
  const bar = progressBar(process.stderr);
  const embedder = cachedEmbedder(souvenirEmbedder(), '.cache/vectors.db');
  const context: DatasetContext = { folder, every: 1, embedder, progress: bar.draw };
  const random = seededRandom(SEED);
  const stories = readStories(folder).filter(({ language }) => language === 'en');
  const asked = stories.flatMap(({ name, questions }) => questions.map((question) => ({ name, question })));
  const drawn = new Set(random.shuffled(asked).slice(0, PROMPTS));
  const prompts: object[] = [];
  const facts: Fact[] = [];
  for (const { name, sessions, questions } of stories) {
    const memory = await memoryUnderTest(context);
    const chosen = questions.filter((question) => asked.some((each) => each.question === question && drawn.has(each)));
    await play<StoryQuestion>({ name, sessions, questions: chosen }, context, {
      async hear(session) {
        await memory.ingest(session);
      },
      async ask(question) {
        const prompt = await memory.prompt(question.text, question.at);
        prompts.push({ story: name, at: question.at, question: question.text, prompt });
      },
    });
    const textsOf = new Map(sessions.flatMap(({ turns }) => turns.map((turn) => [turn.unit, textOf(turn)])));
    for (const { component, content, provenance } of await memory.memories())
      if (component !== 'episodic')
        facts.push({
          ...{ story: name, fact: content },
          turns: provenance.turnIds.map((id) => `[${id}] ${textsOf.get(id)}`),
        });
    await memory.close();
  }
  bar.clear();
  await embedder.close?.();
  mkdirSync(into, { recursive: true });
  const write = (file: string, rows: readonly object[]) =>
    writeFileSync(join(into, file), rows.map((row, at) => `${JSON.stringify({ id: at + 1, ...row })}\n`).join(''));
  write('prompts.jsonl', prompts);
  write('facts.jsonl', random.shuffled(facts).slice(0, FACTS));
  console.log(`${prompts.length} prompts and ${Math.min(FACTS, facts.length)} of ${facts.length} facts in ${into}`);
}

function printVerdicts(folder: string): void {
  const prompts = readJsonl(
    join(folder, 'prompts.verdicts.jsonl'),
    z.object({ lines: z.int(), matter: z.int(), missing: z.boolean(), misleading: z.boolean() }),
  );
  const facts = readJsonl(join(folder, 'facts.verdicts.jsonl'), z.object({ true: z.boolean(), lasting: z.boolean() }));
  const sum = (of: (row: (typeof prompts)[number]) => number) => prompts.reduce((total, row) => total + of(row), 0);
  console.table({
    'prompts: lines that matter': (100 * sum(({ matter }) => matter)) / sum(({ lines }) => lines),
    'prompts: lines each': sum(({ lines }) => lines) / prompts.length,
    'prompts: something known is missing': percentOf(prompts, ({ missing }) => missing),
    'prompts: misleading': percentOf(prompts, ({ misleading }) => misleading),
    'facts: true to what was said': percentOf(facts, (row) => row.true),
    'facts: true and lasting': percentOf(facts, (row) => row.true && row.lasting),
  });
}
