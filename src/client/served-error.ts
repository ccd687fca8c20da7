import type { ErrorCode } from '../errors.ts';

const BRAND = Symbol.for('souvenir.error');

/** An error by RFC 9457. */
export interface Problem {
  readonly status: number;
  readonly code: ErrorCode;
  readonly title: string;
  readonly advice?: string;
}

/**
 * An error of this client: code and advice of the server's error, or its own `unreachable`, `aborted`, `closed` or `invalidInput`.
 * `SouvenirError.is` accepts it; browsers, which cannot load `SouvenirError`, use this class.
 * @example if (ServedError.is(error) && error.code === 'notFound') console.log(error.advice);
 */
export class ServedError extends Error {
  override readonly name = 'SouvenirError';
  readonly code: ErrorCode;
  readonly advice: string | undefined;
  /** The status of the response; absent without one. */
  readonly status: number | undefined;
  readonly [BRAND] = true;

  constructor(
    code: ErrorCode,
    message: string,
    options: { readonly advice?: string | undefined; readonly status?: number; readonly cause?: unknown } = {},
  ) {
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    this.code = code;
    this.advice = options.advice;
    this.status = options.status;
  }

  static is(error: unknown): error is ServedError {
    return typeof error === 'object' && error !== null && BRAND in error;
  }
}

export const errorOf = ({ code, title, status, advice }: Problem): ServedError =>
  new ServedError(code, title, { status, advice });

export const isProblem = (value: unknown): value is Problem =>
  typeof value === 'object' && value !== null && 'code' in value && 'status' in value && 'title' in value;
