import { z } from 'zod';

/** A share or a degree: 0 is none, 1 is all. */
export const unitSchema = z.number().min(0).max(1);

/** A moment. Accepts a Date, an ISO string or milliseconds since 1970. */
export const momentSchema = z
  .union([z.date(), z.string(), z.number()], { error: 'must be a date' })
  .pipe(z.coerce.date({ error: 'must be a date such as 2024-05-01 or 2024-05-01T10:00:00Z' }));

/** Names that callers choose: tenants, users, agents, projects, sessions. */
export const nameSchema = z.string().trim().min(1).max(200);

export const idSchema = z.string().min(1).max(64);

/** One megabyte of UTF-16: more than any turn, less than what could stall the index. */
export const MAX_CONTENT_LENGTH = 1_000_000;

export const contentSchema = z
  .string()
  .max(MAX_CONTENT_LENGTH, `is longer than ${MAX_CONTENT_LENGTH} characters; split it`)
  .refine((text) => text.trim().length > 0, 'is empty');

/** Anything JSON can hold. */
export const jsonSchema = z.json();
