import { z } from 'zod';
import type { ProfileField } from '../../contracts/profile-store.ts';
import { misfitOf } from './schema-fields.ts';

export interface ProfileReading<Schema extends z.ZodObject> {
  readonly values: Partial<z.output<Schema>>;
  /** Those that have a value that fits, in the order of the schema. */
  readonly fields: readonly ProfileField[];
  /** What is stored and does not fit the schema, and why. */
  readonly invalid: readonly { readonly name: string; readonly reason: string }[];
}

/** What is stored as the schema has it. */
export function readFields<Schema extends z.ZodObject>(
  { shape }: Schema,
  stored: readonly ProfileField[],
): ProfileReading<Schema> {
  const byName = new Map(stored.filter(({ value }) => value !== undefined).map((field) => [field.name, field]));
  const read = Object.entries(shape).flatMap(([name, schema]) => {
    const field = byName.get(name);
    if (field === undefined) return [];
    return [{ name, field, schema, reason: misfitOf(schema, field.value) }];
  });
  const fitting = read.filter(({ reason }) => reason === undefined);
  const unknown = [...byName.keys()].filter((name) => !Object.hasOwn(shape, name));
  return {
    values: Object.fromEntries(
      fitting.map(({ name, schema, field }) => [name, z.parse(schema, field.value)]),
    ) as Partial<z.output<Schema>>,
    fields: fitting.map(({ field }) => field),
    invalid: [
      ...read.flatMap(({ name, reason }) => (reason === undefined ? [] : [{ name, reason }])),
      ...unknown.map((name) => ({ name, reason: 'is no field of this profile' })),
    ],
  };
}
