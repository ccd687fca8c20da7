import { join } from 'node:path';
import { z } from 'zod';
import { type Dataset, oneOf } from '../dataset.ts';
import { readJsonl } from '../read/read-jsonl.ts';
import { type DateMatch, type ExpectedDate, isRight } from '../score/date-match.ts';

const valueSchema = z.object({
  value: z.string().optional(),
  start: z.string().optional(),
  end: z.string().optional(),
});
const resolutionSchema = z.object({ values: z.array(valueSchema).default([]) }).nullish();

/** One spec spells the type's name in its own way. */
const resultSchema = z.object({
  Start: z.number(),
  End: z.number(),
  TypeName: z.string().optional(),
  Typename: z.string().optional(),
  Resolution: resolutionSchema,
});

const specSchema = z.object({
  spec: z.string(),
  input: z.string(),
  ref: z.string().nullable(),
  results: z.array(z.unknown()),
});

export type DateFinder = (text: string, reference: Date) => readonly DateMatch[];

/** Dates and ranges of days in words, resolved against a reference date. */
export const dates =
  (find: DateFinder): Dataset =>
  async ({ folder, every }) => {
    const specs = readJsonl(join(folder, 'dates', 'specs.jsonl'), specSchema).filter(
      ({ spec, ref }) => spec === 'DateTimeModel' && ref !== null,
    );
    const souvenir = oneOf(every, specs).flatMap(({ input, ref, results }) => {
      const matches = find(input, new Date(`${ref}Z`));
      return results
        .flatMap(expectedOf)
        .map((expected) => ({ group: input, scores: { [expected.kind]: Number(isRight(expected, matches)) } }));
    });
    return { n: souvenir.length, outcomes: { souvenir } };
  };

function expectedOf(result: unknown): ExpectedDate[] {
  const { Start, End, TypeName, Typename, Resolution } = resultSchema.parse(result);
  const kind = (TypeName ?? Typename)?.replace('datetimeV2.', '');
  if (kind !== 'date' && kind !== 'daterange') return [];
  return [{ kind, start: Start, end: End + 1, values: Resolution?.values ?? [] }];
}
