import { inspect } from 'node:util';
import { redact } from './secrets/redact.ts';

/** Every code a `SouvenirError` can carry. Scripts and callers may rely on them. */
export type ErrorCode =
  | 'invalidInput'
  | 'closed'
  | 'bufferFull'
  | 'rateLimited'
  | 'unauthorized'
  | 'forbidden'
  | 'nodeTooOld'
  | 'missingPackage'
  | 'storeUnwritable'
  | 'storeNotADatabase'
  | 'storeEncrypted'
  | 'storeNotEncrypted'
  | 'storeWrongKey'
  | 'storeNewerSchema'
  | 'storeLocked'
  | 'storeFull'
  | 'storeGone'
  | 'storeFailed'
  | 'notFound'
  | 'conflict'
  | 'overtaken'
  | 'embedderFailed'
  | 'readerFailed'
  | 'llmFailed'
  | 'badModelAnswer'
  | 'tooLongForModel'
  | 'unsafeInstructions'
  | 'guardrailFailed'
  | 'overBudget'
  | 'partFailed'
  | 'internal'
  | 'unreachable'
  | 'aborted';

const BRAND = Symbol.for('souvenir.error');

export interface SouvenirErrorOptions {
  /** What the reader can do about it. */
  readonly advice?: string;
  readonly cause?: unknown;
}

/**
 * The one error this package throws on purpose. The message says what happened, `advice` what to do; neither it nor `cause` shows a key.
 * @example if (SouvenirError.is(error) && error.code === 'notFound') console.log(error.advice);
 */
export class SouvenirError extends Error {
  override readonly name = 'SouvenirError';
  readonly code: ErrorCode;
  readonly advice: string | undefined;
  readonly [BRAND] = true;

  constructor(code: ErrorCode, message: string, options: SouvenirErrorOptions = {}) {
    super(withoutSecrets(message), options.cause === undefined ? undefined : { cause: harmless(options.cause) });
    this.code = code;
    this.advice = options.advice;
  }

  /** Holds across two installed copies of the package, where `instanceof` does not. */
  static is(error: unknown): error is SouvenirError {
    return typeof error === 'object' && error !== null && BRAND in error;
  }
}

/** What cannot be written here, such as a file. */
export const readOnlyRefusal = (what: string): SouvenirError =>
  new SouvenirError('storeUnwritable', `${what} may be read here, but not written`, {
    advice: 'let this user write to the file and its folder, and open it again; until then recall from it',
  });

/** What went wrong, in one line, for reports. */
export const reasonOf = (error: unknown): string => withoutSecrets(textOf(error));

/** Which kind of failure it is; `partFailed` for what is no error of this package. */
export const codeOf = (error: unknown): ErrorCode => (SouvenirError.is(error) ? error.code : 'partFailed');

/** What failed while the rest went on, in its own words and by its code. */
export const failed = <Part extends string>(part: Part, error: unknown) => ({
  part,
  reason: reasonOf(error),
  code: codeOf(error),
});

/** What a caller's function throws may be anything, also what cannot be written as text. */
function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'something that has no text was thrown';
  }
}

/** Keys stand in the query of an address under any name. */
const QUERY_VALUE = /([?&][\w.-]{1,40}=)[^&\s"'<>]+/g;

/** Text of an error without keys: those that are known, and those that their form gives away. */
export const withoutSecrets = (text: string, known: readonly string[] = []): string =>
  redact(known.reduce((hidden, secret) => hidden.replaceAll(secret, '[secret]'), text).replace(QUERY_VALUE, '$1***'));

/** Of what a log would print; more holds a prompt or an answer, which are not for a log either. */
const MAX_SHOWN_CHARS = 10_000;

/** The cause of an error as it is, unless a log of it would show a key: then only its name, its text and its numbers, such as a status. */
export function harmless(cause: unknown, known: readonly string[] = []): unknown {
  try {
    const shown = inspect(cause, { depth: 4 });
    if (shown.length <= MAX_SHOWN_CHARS && withoutSecrets(shown, known) === shown) return cause;
  } catch {
    // What cannot be shown is not kept.
  }
  return cause instanceof Error ? reduced(cause, known, 3) : withoutSecrets(textOf(cause), known);
}

function reduced(error: Error, known: readonly string[], depth: number): Error {
  const safe = new Error(withoutSecrets(textOf(error), known));
  safe.stack = withoutSecrets(String(error.stack), known);
  const fields = Object.entries({ ...error, name: error.name }).flatMap(([name, value]): [string, unknown][] => {
    if (value instanceof Error) return depth > 0 ? [[name, reduced(value, known, depth - 1)]] : [];
    if (typeof value === 'string') return ['name', 'code'].includes(name) ? [[name, value]] : [];
    return typeof value === 'number' ? [[name, value]] : [];
  });
  return Object.assign(safe, Object.fromEntries(fields));
}

const TOO_LONG = /context (?:length|window|size)|too (?:long|large)|maximum (?:context|length|prompt)/i;

/** Whether a model had too much to read or to say, as this package or any other tells it. */
export const isTooLong = (error: unknown): boolean =>
  SouvenirError.is(error) ? error.code === 'tooLongForModel' : error instanceof Error && TOO_LONG.test(error.message);

/** Whether a server that refuses says that a text is too long for it. */
export const saysTooLong = (status: number, message: string): boolean =>
  status === 413 || (status === 400 && TOO_LONG.test(message));
