import { z } from 'zod';
import {
  givenJsonSchema,
  idSchema,
  jsonSchema,
  momentSchema,
  nameSchema,
  namesSchema,
  noteSchema,
  recordOfNames,
  unitSchema,
} from '../model/primitives.ts';
import { listOf, named, operation } from './operation.ts';

const count = z.int().nonnegative();
const asOf = z.strictObject({ asOf: momentSchema.optional() });
const because = z.strictObject({ reason: noteSchema.optional() });

const valuesSchema = z.record(z.string(), z.unknown());
const provenanceSchema = z.object({
  ...{ memoryIds: listOf(idSchema), turnIds: listOf(z.string()), episodeIds: listOf(idSchema) },
});

const fieldSchema = z.object({
  name: z.string(),
  version: count,
  value: jsonSchema.optional(),
  source: z.enum(['user', 'consolidation']),
  confidence: unitSchema,
  provenance: provenanceSchema,
  parts: listOf(
    z.object({
      confidence: unitSchema,
      since: momentSchema,
      isChanged: z.boolean().optional(),
      provenance: provenanceSchema,
    }),
  ).optional(),
  reason: z.string().optional(),
  since: momentSchema,
});

const detailsSchema = z.object({
  values: valuesSchema,
  fields: listOf(fieldSchema),
  /** Stored values that do not fit the schema. */
  invalid: listOf(z.object({ name: z.string(), reason: z.string() })),
});

type Defined<Options> = { [Name in keyof Options]?: Exclude<Options[Name], undefined> };

/** The profile's calls distinguish an absent option from an undefined one. */
const withoutUndefined = <Options extends object>(options: Options): Defined<Options> =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as Defined<Options>;

export const profile = named({
  'profile.get': operation({
    summary: 'Read the profile of the user, by field.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'user',
    command: 'profile',
    tool: 'memory_profile',
    input: asOf,
    output: valuesSchema,
    handler: ({ memory }, options) => memory.profile.get(withoutUndefined(options)),
  }),
  'profile.details': operation({
    summary: 'Show the profile: each field with its confidence and source.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'user',
    command: 'profile',
    input: asOf,
    output: detailsSchema,
    handler: ({ memory }, options) => memory.profile.details(withoutUndefined(options)),
  }),
  'profile.set': operation({
    summary: 'Set fields by hand; consolidation never changes them.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'context',
    belongsTo: 'user',
    command: 'profile set',
    input: because.extend({ values: recordOfNames(givenJsonSchema) }),
    output: detailsSchema,
    async handler({ memory: { profile } }, { values, ...options }) {
      await profile.set(values, withoutUndefined(options));
      return profile.details();
    },
  }),
  'profile.clear': operation({
    summary: 'Clear fields; only later episodes fill them again.',
    effect: 'writes',
    isIdempotent: true,
    capability: 'context',
    belongsTo: 'user',
    command: 'profile clear',
    input: because.extend({ names: namesSchema.min(1) }),
    output: detailsSchema,
    async handler({ memory: { profile } }, { names, ...options }) {
      await profile.clear(names, withoutUndefined(options));
      return profile.details();
    },
  }),
  'profile.history': operation({
    summary: 'List every value of a field with its source.',
    effect: 'reads',
    capability: 'time',
    belongsTo: 'user',
    command: 'profile history',
    input: z.strictObject({ name: nameSchema }),
    output: listOf(fieldSchema.extend({ until: momentSchema.optional() })),
    handler: ({ memory }, { name }) => memory.profile.history(name),
  }),
  'profile.summary': operation({
    summary: 'Write the profile as text within a token budget.',
    effect: 'reads',
    capability: 'context',
    belongsTo: 'user',
    command: 'profile summary',
    input: z.strictObject({ budget: count.optional() }),
    output: z.object({
      ...{ text: z.string(), tokens: count },
      cut: listOf(z.object({ name: z.string(), value: jsonSchema })),
    }),
    handler: ({ memory }, options) => memory.profile.summary(withoutUndefined(options)),
  }),
});
