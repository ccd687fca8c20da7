import { readFileSync } from 'node:fs';
import { z } from 'zod';
import type { Reranker } from '../../../src/contracts/reranker.ts';
import { handSetRanker } from '../../../src/recall/rankers/rankers.ts';
import type { Example } from './examples.ts';

const FOLDS = 5;
export const FOLDS_FILE = new URL('folds.json', import.meta.url);

const foldsSchema = z.array(
  z.object({
    /** The chats, people and topics it was not fitted on. */
    without: z.array(z.string()),
    calibration: z.object({
      answer: z.object({ bias: z.number(), weights: z.record(z.string(), z.number()) }),
      item: z.object({ bias: z.number(), score: z.number(), lag: z.number() }),
    }),
  }),
);

/** The groups of each fold: every dataset's in turn. */
export function foldGroups(examples: readonly Example[]): string[][] {
  const groups = [...Map.groupBy(examples, ({ dataset }) => dataset).values()].map((all) => [
    ...new Set(all.map(({ group }) => group)),
  ]);
  return Array.from({ length: FOLDS }, (_, fold) =>
    groups.flatMap((names) => names.filter((_, at) => at % FOLDS === fold)),
  );
}

/** The default ranker as it would be without a group's part in the fit; none for a group that no fit has seen. */
export function rankersWithout(): (group: string) => Reranker | undefined {
  const folds = foldsSchema.parse(JSON.parse(readFileSync(FOLDS_FILE, 'utf8')));
  const byGroup = new Map(
    folds.flatMap(({ without, calibration }) =>
      without.map((group) => [group, { ...handSetRanker, calibration }] as const),
    ),
  );
  return (group) => byGroup.get(group);
}
