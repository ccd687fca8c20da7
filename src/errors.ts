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
  /** A remedy for the reader. */
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

  /** Works across two installed copies of the package, unlike `instanceof`. */
  static is(error: unknown): error is SouvenirError {
    return typeof error === 'object' && error !== null && BRAND in error;
  }
}

/** The error for a resource that cannot be written, such as a file. */
export const readOnlyRefusal = (what: string): SouvenirError =>
  new SouvenirError('storeUnwritable', `${what} may be read here, but not written`, {
    advice: 'let this user write to the file and its folder, and open it again; until then recall from it',
  });

/** The reason of a failure in one line, for reports. */
export const reasonOf = (error: unknown): string => withoutSecrets(textOf(error));

/** The code of an error; `partFailed` for errors of other code. */
export const codeOf = (error: unknown): ErrorCode => (SouvenirError.is(error) ? error.code : 'partFailed');

/** A failed part of a result, with the reason in its own words and the code. */
export const failed = <Part extends string>(part: Part, error: unknown) => ({
  part,
  reason: reasonOf(error),
  code: codeOf(error),
});

/** A caller's function may throw any value, even one that cannot be converted to text. */
function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'a value without text was thrown';
  }
}

/** The query of an address may contain a key under any name. */
const QUERY_VALUE = /([?&][\w.-]{1,40}=)[^&\s"'<>]+/g;

/** The text of an error without keys, both known ones and ones recognised by their form. */
export const withoutSecrets = (text: string, known: readonly string[] = []): string =>
  redact(known.reduce((hidden, secret) => hidden.replaceAll(secret, '[secret]'), text).replace(QUERY_VALUE, '$1***'));

/** Longer output contains a prompt or an answer, which do not belong in a log. */
const MAX_SHOWN_CHARS = 10_000;

/** The unchanged cause of an error; if a log of it would show a key, only its name, its text and its numbers, such as a status. */
export function harmless(cause: unknown, known: readonly string[] = []): unknown {
  try {
    const shown = inspect(cause, { depth: 4 });
    if (shown.length <= MAX_SHOWN_CHARS && withoutSecrets(shown, known) === shown) return cause;
  } catch {
    // A value that cannot be shown is reduced.
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

/** Whether a text was too long for a model, by an error of this or any other package. */
export const isTooLong = (error: unknown): boolean =>
  SouvenirError.is(error) ? error.code === 'tooLongForModel' : error instanceof Error && TOO_LONG.test(error.message);

/** Whether a server refuses a text because of its length. */
export const saysTooLong = (status: number, message: string): boolean =>
  status === 413 || (status === 400 && TOO_LONG.test(message));
