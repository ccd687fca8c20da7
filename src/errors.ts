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
  /** The step that mends it. */
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

/** A refusal to write, such as to a read-only file. */
export const readOnlyRefusal = (what: string): SouvenirError =>
  new SouvenirError('storeUnwritable', `${what} may be read here, but not written`, {
    advice: 'let this user write to the file and its folder, and open it again; until then recall from it',
  });

/** The message of a failure, in one line, for reports. */
export const reasonOf = (error: unknown): string => withoutSecrets(textOf(error));

/** The code of a failure; `partFailed` for errors of others. */
export const codeOf = (error: unknown): ErrorCode => (SouvenirError.is(error) ? error.code : 'partFailed');

/** A part that failed while the rest went on. */
export const failed = <Part extends string>(part: Part, error: unknown) => ({
  part,
  reason: reasonOf(error),
  code: codeOf(error),
});

/** A caller's function may throw anything, also values without a text. */
function textOf(error: unknown): string {
  try {
    return String(error instanceof Error ? error.message : error);
  } catch {
    return 'something that has no text was thrown';
  }
}

/** Keys stand in the query of an address under any name. */
const QUERY_VALUE = /([?&][\w.-]{1,40}=)[^&\s"'<>]+/g;

/** A text without keys: the known ones, and those recognised by their form. */
export const withoutSecrets = (text: string, known: readonly string[] = []): string =>
  redact(known.reduce((hidden, secret) => hidden.replaceAll(secret, '[secret]'), text).replace(QUERY_VALUE, '$1***'));

/** Longer causes hold a prompt or an answer, which are not for a log either. */
const MAX_SHOWN_CHARS = 10_000;

/** The cause itself, unless a log of it would show a key: then only its name, its text and its numbers, such as a status. */
export function harmless(cause: unknown, known: readonly string[] = []): unknown {
  try {
    const shown = inspect(cause, { depth: 4 });
    if (shown.length <= MAX_SHOWN_CHARS && withoutSecrets(shown, known) === shown) return cause;
  } catch {
    // A cause that cannot be shown is dropped.
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

/** Whether a text was too long for a model, by an error of this package or of any other. */
export const isTooLong = (error: unknown): boolean =>
  SouvenirError.is(error) ? error.code === 'tooLongForModel' : error instanceof Error && TOO_LONG.test(error.message);

/** Whether a server refuses a text as too long. */
export const saysTooLong = (status: number, message: string): boolean =>
  status === 413 || (status === 400 && TOO_LONG.test(message));
