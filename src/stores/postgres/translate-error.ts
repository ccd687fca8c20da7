import { type ErrorCode, SouvenirError } from '../../errors.ts';

/** Its name in messages, without the address, which may contain a password. */
export const DATABASE = 'The PostgreSQL database';

const TRANSLATIONS: readonly (readonly [pattern: RegExp, code: ErrorCode, message: string, advice: string])[] = [
  [
    /^(?:ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOENT)$/,
    'unreachable',
    'cannot be reached',
    'Check host and port of the URL, and that the server runs and accepts connections from here.',
  ],
  [
    /^(?:28000|28P01)$/,
    'unreachable',
    'refuses this user or password',
    'Check user and password of the URL, and what pg_hba.conf allows.',
  ],
  [/^3D000$/, 'unreachable', 'has no database of this name', 'Create it with createdb, or correct the URL.'],
  [
    /^(?:08\w{3}|57P0[123]|ECONNRESET|EPIPE)$/,
    'unreachable',
    'lost the connection',
    'Nothing was half written. Try again once the server is back.',
  ],
  [/^53300$/, 'unreachable', 'has no connection to spare', 'Use a smaller pool, or pgbouncer before the server.'],
  [
    /^42501$/,
    'storeUnwritable',
    'does not give this user the rights that are needed',
    'Let a role that may create extensions and schemas open it once; grant this one usage of the schemas (souvenir, and souvenir_jobs for work in the background) and all on their tables.',
  ],
  [
    /^(?:25006|42P01|3F000)$/,
    'storeUnwritable',
    'cannot be written, or its tables are not there',
    'Connect to the primary with a role that may create tables.',
  ],
  [/^(?:40001|40P01|55P03)$/, 'storeLocked', 'is locked by another process', 'Nothing was written. Try again.'],
  [
    /^57014$/,
    'storeLocked',
    'took longer than its statement_timeout',
    'Nothing was written. Raise statement_timeout of the role or the database, or try again under less load.',
  ],
  [
    /^53[12]00$/,
    'storeFull',
    'has no space or memory left',
    'Free some and try again. What was stored before is unharmed.',
  ],
  [
    /^23505$/,
    'conflict',
    'already holds something of what was written',
    'Give every episode and every memory an id of its own.',
  ],
];

const codeOf = (error: unknown): string => {
  if (error instanceof AggregateError) return codeOf(error.errors[0]);
  return error instanceof Error && 'code' in error ? String(error.code) : '';
};

/** The package pg reports an ended connection in the message alone. */
const ENDED =
  /^(?:Connection terminated|Client has encountered a connection error|timeout exceeded when trying to connect)/;

/** The cause is left out: it may contain written data. */
export function translateError(error: unknown, name: string): SouvenirError {
  if (SouvenirError.is(error)) return error;
  const message = error instanceof Error ? error.message : String(error);
  const code = ENDED.test(message) ? 'ECONNRESET' : codeOf(error);
  const known = TRANSLATIONS.find(([pattern]) => pattern.test(code));
  if (known) return new SouvenirError(known[1], `${name} ${known[2]}.`, { advice: known[3] });
  return new SouvenirError('storeFailed', `${name} failed: ${message}${code && ` (${code})`}`);
}
