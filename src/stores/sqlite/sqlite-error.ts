import { type ErrorCode, SouvenirError } from '../../errors.ts';

interface Translation {
  readonly pattern: RegExp;
  readonly code: ErrorCode;
  readonly message: string;
  readonly advice: string;
}

const TRANSLATIONS: readonly Translation[] = [
  {
    pattern: /^SQLITE_(BUSY|LOCKED)/,
    code: 'storeLocked',
    message: 'is locked by another process',
    advice: 'Close the other program that writes to it, or raise busyTimeoutMs.',
  },
  {
    pattern: /^SQLITE_FULL/,
    code: 'storeFull',
    message: 'cannot grow: the disk is full, or the file as large as it may be',
    advice: 'Free some space and try again. What was stored before is unharmed.',
  },
  {
    pattern: /^SQLITE_NOTADB/,
    code: 'storeNotADatabase',
    message: 'is not a Souvenir database',
    advice: 'Choose another path. The file was not touched.',
  },
  {
    pattern: /^(SQLITE_(CANTOPEN|READONLY|PERM|AUTH)|EACCES|EPERM|EROFS|ENOTDIR|EISDIR|EEXIST|ENOENT|ENAMETOOLONG)/,
    code: 'storeUnwritable',
    message: 'cannot be written',
    advice: 'Choose a path in a directory that this user may write to.',
  },
  {
    pattern: /^SQLITE_CONSTRAINT/,
    code: 'conflict',
    message: 'already holds something of what was written',
    advice: 'Give every episode and every memory an id of its own.',
  },
  {
    pattern: /^SQLITE_CORRUPT/,
    code: 'storeFailed',
    message: 'is damaged',
    advice: 'Restore it from a backup, or save what is readable with `sqlite3 <file> .recover`.',
  },
];

/** The same error in words that say what to do; one that already does passes unchanged. */
export function translateError(error: unknown, path: string): SouvenirError {
  if (SouvenirError.is(error)) return error;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const known = TRANSLATIONS.find(({ pattern }) => pattern.test(code));
  if (known) return new SouvenirError(known.code, `${path} ${known.message}.`, { advice: known.advice, cause: error });
  const reason = error instanceof Error ? error.message : String(error);
  return new SouvenirError('storeFailed', `${path} failed: ${reason}`, { cause: error });
}
