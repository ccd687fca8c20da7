import { z } from 'zod';
import { type RecallOptions, type RecallResult, recallOptionsSchema } from '../model/recall.ts';
import type { Operation, OperationContext } from './operation.ts';
import { scopeFields, scopeFor } from './scope-fields.ts';

const { queryVector: _, ...optionFields } = recallOptionsSchema.shape;

/** Recall as any caller can ask for it: plain data only. */
export const recallFields = { ...optionFields, ...scopeFields };

const inputSchema = z.strictObject({ ...recallFields, query: z.string() });

export const recallOperation: Operation<typeof inputSchema, Promise<RecallResult>> = {
  name: 'recall',
  summary: 'Find the memories that matter for a query, or none.',
  input: inputSchema,
  handler: (context, { query, ...given }) => context.souvenir.recall(query, recallOptions(context, given)),
};

export const recallOptions = (
  context: OperationContext,
  given: z.output<z.ZodObject<typeof recallFields>>,
): RecallOptions => ({ ...given, ...scopeFor(context, given) }) as RecallOptions;
