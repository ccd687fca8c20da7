import { z } from 'zod';
import { parse } from '../../model/parse.ts';
import type { PostgresPool } from './connection.ts';

const poolSchema = z.custom<PostgresPool>(
  (value) => typeof (value as PostgresPool | undefined)?.connect === 'function',
  'must be a pool of the package pg',
);
/** The PostgreSQL schema of the tables; created if it is missing. */
const schemaName = z
  .string()
  .regex(/^[a-z_][a-z0-9_]{0,62}$/)
  .default('souvenir');
/** An owner with more memories than this gets an index of its vectors, which is faster from here on and may miss one of the nearest. */
const exactUpTo = z.int().min(0).default(20_000);
const optionsSchema = z.union([
  z.strictObject({
    /** Such as `postgres://user:password@host/database`. */
    url: z
      .string()
      .regex(/^postgres(?:ql)?:\/\//, 'must begin with postgres://')
      .refine(
        (url) => URL.canParse(url),
        'is not a URL: encode # as %23 and / as %2F in a password, or set PGPASSWORD',
      ),
    schema: schemaName,
    exactUpTo,
  }),
  z.strictObject({
    /** A pool of the package pg, which its creator ends. */
    pool: poolSchema,
    schema: schemaName,
    exactUpTo,
  }),
]);
export type PostgresStoreOptions = Readonly<z.input<typeof optionsSchema>>;

export const checkedOptions = (options: PostgresStoreOptions, name = 'postgresStore') =>
  parse(optionsSchema, options, name);
