import { createHash } from 'node:crypto';
import { z } from 'zod';
import { jsonObjectSchema, nameSchema } from '../../model/primitives.ts';

/** Ten megabytes: about what reads and writes within seconds. */
export const MAX_DOCUMENT_LENGTH = 10_000_000;

const MEDIA_TYPES = {
  'text/markdown': 'text/markdown',
  markdown: 'text/markdown',
  'text/plain': 'text/plain',
  text: 'text/plain',
  'text/html': 'text/html',
  html: 'text/html',
} as const;

export const audienceSchema = z.enum(['user', 'tenant']);

export const documentInputSchema = z.strictObject({
  /** The same id replaces the document; unless given, its source, else its title, else its content tells it apart. */
  id: nameSchema.optional(),
  /** Unless given, what the document calls itself. */
  title: nameSchema.optional(),
  content: z
    .string()
    .max(MAX_DOCUMENT_LENGTH, `is longer than ${MAX_DOCUMENT_LENGTH} characters; split it`)
    .refine((text) => text.trim() !== '', 'is empty'),
  /** Guessed from the source or the content unless given. */
  mediaType: z
    .enum(Object.keys(MEDIA_TYPES) as [keyof typeof MEDIA_TYPES])
    .transform((name) => MEDIA_TYPES[name])
    .optional(),
  /** Where it came from: a path, an address. Nothing is read from there. */
  source: z.string().trim().min(1).max(2000).optional(),
  metadata: jsonObjectSchema.default({}),
  /** Who may read it. */
  sharedWith: audienceSchema.default('user'),
});
export type DocumentInput = Readonly<z.input<typeof documentInputSchema>>;

const LONGEST_ID = 200;

export function documentIdOf({
  id,
  source,
  title,
  content,
}: Pick<DocumentInput, 'id' | 'source' | 'title' | 'content'>): string {
  const named = id ?? source ?? title;
  if (named !== undefined && named.length <= LONGEST_ID) return named;
  return createHash('sha256')
    .update(named ?? content)
    .digest('hex')
    .slice(0, 32);
}
