import { z } from 'zod';
import type { ProfileChange } from '../../contracts/profile-store.ts';
import { SouvenirError } from '../../errors.ts';
import { parse } from '../../model/parse.ts';
import { jsonSchema } from '../../model/primitives.ts';
import { NO_PROVENANCE } from './learnt-part.ts';
import { misfitOf } from './schema-fields.ts';

const reasonSchema = z.string().trim().min(1, 'is empty').max(1000).optional();

const byHand = (name: string, value: ProfileChange['value'], reason: string | undefined): ProfileChange => ({
  ...{ name, value, source: 'user', confidence: 1, provenance: NO_PROVENANCE },
  ...(reason !== undefined && { reason }),
});

/** What the user sets, each value as the schema wants it. */
export function changesByHand(
  schema: z.ZodObject,
  values: Readonly<Record<string, unknown>>,
  why?: string,
): ProfileChange[] {
  const reason = parse(reasonSchema, why, 'reason');
  const given = Object.entries(parse(z.record(z.string(), z.unknown()), values, 'profile'));
  return given
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => {
      const field = Object.hasOwn(schema.shape, name) ? schema.shape[name] : undefined;
      const misfit = field === undefined ? 'is no field of this profile' : misfitOf(field, value);
      if (misfit === undefined) return byHand(name, parse(jsonSchema, value, `profile.${name}`), reason);
      throw new SouvenirError('invalidInput', `profile.${name}: ${misfit}`, {
        advice: `The fields are ${Object.keys(schema.shape).join(', ')}.`,
      });
    });
}

/** What the user takes away. */
export function clearedByHand(schema: z.ZodObject, names: readonly string[], why?: string): ProfileChange[] {
  const reason = parse(reasonSchema, why, 'reason');
  const known = z.array(z.enum(Object.keys(schema.shape) as [string, ...string[]]));
  return [...new Set(parse(known, names, 'clear'))].map((name) => byHand(name, undefined, reason));
}
