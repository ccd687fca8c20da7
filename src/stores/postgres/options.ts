import { z } from 'zod';
import { parse } from '../../model/parse.ts';
import type { PostgresPool } from './connection.ts';

const poolSchema = z.custom<PostgresPool>(
  (value) => typeof (value as PostgresPool | undefined)?.connect === 'function',
  'must be a pool of the package pg',
);
/** The PostgreSQL schema that holds the tables; made if it is not there. */
const schemaName = z
  .string()
  .regex(/^[a-z_][a-z0-9_]{0,62}$/)
  .default('souvenir');
/** An owner with more memories than this gets an index of its vectors, which may miss one of the nearest: it pays from here on. */
const exactUpTo = z.int().min(0).default(20_000);
const optionsSchema = z.union([
  z.strictObject({
    /** Such as `postgres://user:password@host/database`. */
    url: z
      .string()
      .regex(/^postgres(?:ql)?:\/\//, 'must begin with postgres://')
      .refine(
        (url) => URL.canParse(url),
        'is no address: in a password # is written %23 and / %2F, or give it as PGPASSWORD',
      ),
    schema: schemaName,
    exactUpTo,
  }),
  z.strictObject({
    /** A pool of the package pg. Whoever made it ends it. */
    pool: poolSchema,
    schema: schemaName,
    exactUpTo,
  }),
]);
export type PostgresStoreOptions = Readonly<z.input<typeof optionsSchema>>;

export const checkedOptions = (options: PostgresStoreOptions, name = 'postgresStore') =>
  parse(optionsSchema, options, name);
