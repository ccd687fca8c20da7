import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { MIN_LASTS } from '../../../src/components/read-sentences.ts';
import { profileFieldOf } from '../../../src/contracts/reader.ts';
import { souvenirReader } from '../../../src/reader/souvenir-reader.ts';
import type { Dataset } from '../dataset.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { percentOf } from '../score/rankings.ts';

const FILE = fileURLToPath(new URL('../../directives/directives.jsonl', import.meta.url));
const rowSchema = z.object({ before: z.string(), turn: z.string(), text: z.string(), directive: z.number() });

/** 300 standing wishes said in passing and 600 sentences that look like one: which of them the reader takes for one that lasts. */
export const directives: Dataset = async () => {
  const rows = readJsonl(FILE, rowSchema);
  const reader = souvenirReader();
  const readings = await reader.sentences(
    rows.map(({ before, turn, text }) => ({
      ...{ text, role: 'user' as const, before: `${before} ${turn.slice(0, turn.indexOf(text))}`.trim() },
    })),
  );
  await reader.close();
  const taken = rows.map(({ directive }, at) => {
    const reading = readings[at];
    const isTaken = reading && profileFieldOf(reading) === 'directives' && reading.lasts >= MIN_LASTS;
    return { isOne: directive === 1, isTaken: isTaken === true };
  });
  const shareOf = (isOne: boolean) =>
    percentOf(
      taken.filter((each) => each.isOne === isOne),
      ({ isTaken }) => isTaken,
    );
  return { n: rows.length, metrics: { found: shareOf(true), false: shareOf(false) } };
};
