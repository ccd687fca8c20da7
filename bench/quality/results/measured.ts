import { z } from 'zod';
import { readJsonl } from '../read/read-jsonl.ts';
import type { Series } from './bar-chart.ts';

/** JSON has no NaN: what could not be computed is null. */
const figuresSchema = z.record(z.string(), z.number().nullable());

const measuredSchema = z.object({
  dataset: z.string(),
  n: z.number(),
  seconds: z.number(),
  metrics: figuresSchema,
  keyword: figuresSchema.optional(),
});

/** A line that `bench:quality --json` wrote. */
export type Measured = z.output<typeof measuredSchema>;

/** One for each dataset, in the order of the file; a later line replaces an earlier one. */
export function readMeasured(path: string): Measured[] {
  return [...new Map(readJsonl(path, measuredSchema).map((measured) => [measured.dataset, measured])).values()];
}

export interface Column extends Series {
  readonly figures: z.output<typeof figuresSchema>;
}

/** The ways the figures were reached that this dataset has. */
export function columnsOf({ metrics, keyword }: Measured): Column[] {
  return [
    { key: 'souvenir', title: 'Souvenir', figures: metrics },
    ...(keyword ? [{ key: 'keyword', title: 'keyword search', figures: keyword } as const] : []),
  ];
}

export const shown = (figure: number | null | undefined): string => (figure == null ? '–' : String(figure));
