import { z } from 'zod';
import { episodeInputSchema } from '../model/episode.ts';
import { contentSchema, idSchema, jsonSchema, nameSchema } from '../model/primitives.ts';
import { scopeInputSchema } from '../model/scope.ts';

/** Without a word it is no mistake, only nothing to keep. */
export const turnSchema = episodeInputSchema.extend({ content: z.string() });

export const correctionSchema = z.strictObject({
  ...scopeInputSchema.shape,
  original: contentSchema,
  corrected: contentSchema,
  /** Why, or on what occasion. */
  context: z.string().trim().min(1).default('user correction'),
});
export type CorrectionInput = Readonly<z.input<typeof correctionSchema>>;

export const configurationSchema = z.strictObject({
  ...scopeInputSchema.shape,
  key: nameSchema,
  /** What it was before; leave it out for a setting that is new. */
  old: jsonSchema.optional(),
  /** Leave it out for a setting that was taken away. */
  new: jsonSchema.optional(),
});
export type ConfigurationInput = Readonly<z.input<typeof configurationSchema>>;

const actionSchema = z.union([
  nameSchema.transform((name) => ({ name })),
  z.strictObject({ name: nameSchema, detail: z.string().max(2000).optional() }),
]);
export const workflowSchema = z.strictObject({
  ...scopeInputSchema.shape,
  actions: z.array(actionSchema).min(1).max(200),
});
export type WorkflowInput = Readonly<z.input<typeof workflowSchema>>;

export const confirmationSchema = z
  .strictObject({
    ...scopeInputSchema.shape,
    memoryId: idSchema.optional(),
    memoryIds: z.array(idSchema).optional(),
    /** What they were found by. */
    query: z.string().trim().min(1).optional(),
  })
  .refine(({ memoryId, memoryIds = [] }) => memoryId !== undefined || memoryIds.length > 0, {
    path: ['memoryId'],
    error: 'is missing',
  });
export type ConfirmationInput = Readonly<z.input<typeof confirmationSchema>>;
