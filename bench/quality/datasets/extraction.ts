import { join } from 'node:path';
import { z } from 'zod';
import { type Dataset, type DatasetContext, oneOf } from '../dataset.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { readLocomo } from '../read/read-locomo.ts';
import { readRealmem } from '../read/read-realmem.ts';
import { memoryUnderTest } from '../run/memory-under-test.ts';
import { textOf, warm } from '../run/trial.ts';
import {
  countExtraction,
  type ExtractionCounts,
  type ExtractionSource,
  extractionMetrics,
  sumOf,
} from '../score/extraction-metrics.ts';
import type { Statement } from '../score/fact-match.ts';

const observationSchema = z.object({ sample_id: z.string(), fact: z.string(), evidence: z.array(z.string()) });

interface Source extends ExtractionSource {
  readonly name: string;
}

/** What components draw from chats beside the turns themselves, held against facts that a model found. */
export const extraction: Dataset = async (context) => {
  const counts: ExtractionCounts[] = [];
  for (const source of oneOf(context.every, readSources(context.folder))) {
    const memories = await extract(source, context);
    counts.push(countExtraction(memories, source));
  }
  return { n: sumOf(counts, 'silver'), figures: extractionMetrics(counts) };
};

function readSources(folder: string): Source[] {
  const observations = readJsonl(join(folder, 'locomo', 'observations.jsonl'), observationSchema);
  const chats = readLocomo(folder).map(({ name, speakers, sessions }) => ({
    ...{ name, sessions },
    people: speakers,
    silver: observations
      .filter(({ sample_id }) => sample_id === name)
      .map(({ fact, evidence }) => ({ text: fact, units: evidence })),
  }));
  const people = readRealmem(folder).map(({ name, sessions, facts }) => ({
    ...{ name, sessions },
    people: [],
    silver: facts,
  }));
  return [...chats, ...people];
}

async function extract({ name, sessions }: Source, context: DatasetContext): Promise<Statement[]> {
  await warm(
    sessions.flatMap(({ turns }) => turns.map(textOf)),
    name,
    context,
  );
  const memory = await memoryUnderTest(context);
  for (const [at, session] of sessions.entries()) {
    await memory.ingest(session);
    context.progress({ stage: `${name}: sessions`, done: at + 1, total: sessions.length });
  }
  const memories = await memory.memories();
  await memory.close();
  return memories
    .filter(({ component }) => component !== 'episodic')
    .map(({ content, provenance }) => ({ text: content, units: provenance.turnIds }));
}
