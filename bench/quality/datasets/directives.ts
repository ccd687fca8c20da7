import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createSouvenir, memoryStore } from '../../../src/index.ts';
import { type Dataset, oneOf } from '../dataset.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { percentOf } from '../score/rankings.ts';

const fileOf = (name: string): string => fileURLToPath(new URL(`../../directives/${name}.jsonl`, import.meta.url));
const rowSchema = z.object({ before: z.string(), turn: z.string(), text: z.string(), directive: z.number() });
type Row = z.output<typeof rowSchema>;

/**
 * Turns with a standing wish said in passing and twice as many with words that look like one, each said to a memory that holds nothing else: of which
 * turns the profile then holds a directive. Nothing was chosen by those of `unseen`.
 */
export const directives: Dataset = async ({ embedder, every }) => {
  const [open, unseen] = ['open', 'unseen'].map((name) => oneOf(every, readJsonl(fileOf(name), rowSchema))) as [
    Row[],
    Row[],
  ];
  const souvenir = await createSouvenir({ store: memoryStore(), embedder });
  const taken = new Map<Row, boolean>();
  for (const [nth, row] of [...open, ...unseen].entries()) {
    const user = souvenir.for({ userId: `user-${nth}`, sessionId: 'only' });
    if (row.before !== '') await user.record({ role: 'assistant', content: row.before });
    await user.record({ role: 'user', content: row.turn });
    await user.sessions.end();
    const profile = await user.profile.get();
    taken.set(row, (profile['directives'] ?? []).length > 0);
  }
  await souvenir.close();
  const shareOf = (rows: readonly Row[], isOne: boolean) =>
    percentOf(
      rows.filter(({ directive }) => directive === Number(isOne)),
      (row) => taken.get(row) === true,
    );
  return {
    n: taken.size,
    figures: {
      ...{ found: shareOf(open, true), false: shareOf(open, false) },
      ...{ 'found unseen': shareOf(unseen, true), 'false unseen': shareOf(unseen, false) },
    },
  };
};
