import { z } from 'zod';
import { unitSchema } from '../../model/primitives.ts';

/** Chosen on a corpus of its own; docs/decisions/0012 has the figures. */
export const documentsConfigSchema = z.strictObject({
  /** How many tokens a chunk may have, headings included. */
  maxTokens: z.int().min(50).max(8000).default(300),
  /** An answer less sure than this is not given: a question that no document answers is met with silence. */
  threshold: unitSchema.default(0.3),
  /** The same where nothing tells what texts mean, and shared words say less. */
  wordsOnlyThreshold: unitSchema.default(0.45),
  leastShare: unitSchema.default(0.6),
  topK: z.int().min(1).max(100).default(5),
  tokenBudget: z.int().min(0).default(1500),
});
export type DocumentsConfigInput = Readonly<z.input<typeof documentsConfigSchema>>;
