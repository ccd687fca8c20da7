/** Every code a `SouvenirError` can carry. Scripts and callers may rely on them. */
export type ErrorCode =
  | 'invalidInput'
  | 'closed'
  | 'bufferFull'
  | 'nodeTooOld'
  | 'missingPackage'
  | 'storeUnwritable'
  | 'storeNotADatabase'
  | 'storeNewerSchema'
  | 'storeLocked'
  | 'storeFull'
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
  | 'aborted';

const BRAND = Symbol.for('souvenir.error');

export interface SouvenirErrorOptions {
  /** What the reader can do about it. */
  readonly advice?: string;
  readonly cause?: unknown;
}

/**
 * The one error this package throws on purpose. The message says what happened, `advice` what to do.
 * @example if (SouvenirError.is(error) && error.code === 'notFound') console.log(error.advice);
 */
export class SouvenirError extends Error {
  override readonly name = 'SouvenirError';
  readonly code: ErrorCode;
  readonly advice: string | undefined;
  readonly [BRAND] = true;

  constructor(code: ErrorCode, message: string, options: SouvenirErrorOptions = {}) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.advice = options.advice;
  }

  /** Holds across two installed copies of the package, where `instanceof` does not. */
  static is(error: unknown): error is SouvenirError {
    return typeof error === 'object' && error !== null && BRAND in error;
  }
}

/** What went wrong, in one line, for reports. */
export const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

const LENGTH = /context (?:length|window|size)|too (?:long|large)|maximum (?:context|length|prompt)/i;

/** Whether a model had too much to read or to say, as this package or any other tells it. */
export const isTooLong = (error: unknown): boolean =>
  SouvenirError.is(error) ? error.code === 'tooLongForModel' : error instanceof Error && LENGTH.test(error.message);

/** Whether a server that refuses says that a text is too long for it. */
export const saysTooLong = (status: number, message: string): boolean =>
  status === 413 || (status === 400 && LENGTH.test(message));
