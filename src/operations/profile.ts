import { z } from 'zod';
import type { ProfileReading } from '../context/profile/profile.ts';
import type { ProfileSummary } from '../context/profile/profile-summary.ts';
import type { ProfileVersion } from '../contracts/profile-store.ts';
import { momentSchema } from '../model/primitives.ts';
import type { Operation } from './operation.ts';
import { handleFor, scopeFields } from './scope-fields.ts';

type Reading = ProfileReading<z.ZodObject>;

export interface ShownProfile extends Reading {
  /** As a prompt has it; absent of a time past. */
  readonly summary?: ProfileSummary;
}

const showSchema = z.strictObject({ ...scopeFields, asOf: momentSchema.optional() });

export const profileOperation: Operation<typeof showSchema, Promise<ShownProfile>> = {
  name: 'profile',
  summary: 'Show what is known of the user: each field, how sure it is, and who says so.',
  input: showSchema,
  async handler(context, { asOf, ...scope }) {
    const { profile } = handleFor(context, scope);
    if (asOf !== undefined) return profile.details({ asOf });
    return { ...(await profile.details()), summary: await profile.summary() };
  },
};

const reason = z.string().optional();
const because = (given: string | undefined) => (given === undefined ? {} : { reason: given });

const setSchema = z.strictObject({ ...scopeFields, values: z.record(z.string(), z.json()), reason });

export const setProfileOperation: Operation<typeof setSchema, Promise<Reading>> = {
  name: 'setProfile',
  summary: 'Set fields by hand; what consolidation learns never changes them.',
  input: setSchema,
  async handler(context, { values, reason: given, ...scope }) {
    const { profile } = handleFor(context, scope);
    await profile.set(values, because(given));
    return profile.details();
  },
};

const clearSchema = z.strictObject({ ...scopeFields, fields: z.array(z.string()).min(1), reason });

export const clearProfileOperation: Operation<typeof clearSchema, Promise<Reading>> = {
  name: 'clearProfile',
  summary: 'Empty fields; only what is said from now on fills them again.',
  input: clearSchema,
  async handler(context, { fields, reason: given, ...scope }) {
    const { profile } = handleFor(context, scope);
    await profile.clear(fields, because(given));
    return profile.details();
  },
};

const historySchema = z.strictObject({ ...scopeFields, field: z.string() });

export const profileHistoryOperation: Operation<typeof historySchema, Promise<ProfileVersion[]>> = {
  name: 'profileHistory',
  summary: 'Tell every value a field has had, and who said so.',
  input: historySchema,
  handler: (context, { field, ...scope }) => handleFor(context, scope).profile.history(field),
};
