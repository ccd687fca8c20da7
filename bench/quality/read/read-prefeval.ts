import { join } from 'node:path';
import { z } from 'zod';
import type { Trial } from '../trial-data.ts';
import { readJsonl } from './read-jsonl.ts';

const rowSchema = z.object({ topic: z.string(), preference: z.string(), question: z.string() });

/** Some preferences are stated twice, word for word: either is the answer. */
export function readPrefeval(folder: string): Trial {
  const rows = readJsonl(join(folder, 'prefeval', 'explicit.jsonl'), rowSchema);
  const turns = rows.map(({ preference }, at) => ({ unit: String(at), content: preference }));
  const units = Map.groupBy(turns, ({ content }) => content);
  return {
    name: 'prefeval',
    sessions: [{ id: 'preferences', turns }],
    questions: rows.map(({ topic, preference, question }) => ({
      text: question,
      group: topic,
      gold: units.get(preference)?.map(({ unit }) => unit) ?? [],
    })),
  };
}
