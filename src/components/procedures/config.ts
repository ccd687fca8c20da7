import { z } from 'zod';
import { nameSchema } from '../../model/primitives.ts';
import { termsIn } from './keywords.ts';

const hasWord = (text: string): boolean => termsIn(text).length > 0;

const textSchema = z.string().trim().min(1);
const playbookSchema = z.strictObject({
  text: textSchema,
  /** Words and phrases that ask for it, beside the name of the task. */
  keywords: z.array(z.string().refine(hasWord, 'has no word to look for')).default([]),
});
const bareSchema = textSchema.transform((text) => ({ text, keywords: [] as string[] }));
const eitherSchema = z.union([bareSchema, playbookSchema], {
  error: 'must be a text, or { text, keywords }, with a word to look for in each keyword',
});

export const proceduresConfigSchema = z.strictObject({
  /** What to do, by the type of task. */
  playbooks: z
    .record(nameSchema, eitherSchema)
    .refine((playbooks) => Object.keys(playbooks).every(hasWord), 'need names with a word to look for')
    .default({}),
  /** How much of them may go into one context; whole playbooks only. */
  maxTokens: z.int().min(0).default(2000),
});
export type ProceduresConfigInput = Readonly<z.input<typeof proceduresConfigSchema>>;
export type Playbooks = Readonly<Record<string, { readonly text: string; readonly keywords: readonly string[] }>>;
