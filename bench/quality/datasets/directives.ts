import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { createSouvenir, memoryStore } from '../../../src/index.ts';
import type { Dataset } from '../dataset.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { percentOf } from '../score/rankings.ts';

const FILE = fileURLToPath(new URL('../../directives/directives.jsonl', import.meta.url));
const rowSchema = z.object({ before: z.string(), turn: z.string(), text: z.string(), directive: z.number() });

/**
 * 300 turns with a standing wish said in passing and 600 with words that look like one, each said to a memory that holds nothing else: of which
 * turns the profile then holds a directive.
 */
export const directives: Dataset = async ({ embedder }) => {
  const rows = readJsonl(FILE, rowSchema);
  const souvenir = await createSouvenir({ store: memoryStore(), embedder });
  const taken: { readonly isOne: boolean; readonly isTaken: boolean }[] = [];
  for (const [nth, { before, turn, directive }] of rows.entries()) {
    const user = souvenir.for({ userId: `user-${nth}`, sessionId: 'only' });
    if (before !== '') user.record({ role: 'assistant', content: before });
    user.record({ role: 'user', content: turn });
    await user.sessions.end();
    const profile = await user.profile.get();
    taken.push({ isOne: directive === 1, isTaken: (profile['directives'] ?? []).length > 0 });
  }
  await souvenir.close();
  const shareOf = (isOne: boolean) =>
    percentOf(
      taken.filter((each) => each.isOne === isOne),
      ({ isTaken }) => isTaken,
    );
  return { n: rows.length, metrics: { found: shareOf(true), false: shareOf(false) } };
};
