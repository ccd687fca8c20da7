import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, SouvenirError, type SouvenirErrorOptions } from '../errors.ts';

/** Any other error is 500. */
const STATUSES: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  invalidInput: 400,
  unauthorized: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  overtaken: 409,
  overBudget: 422,
  unsafeInstructions: 422,
  tooLongForModel: 422,
  rateLimited: 429,
  llmFailed: 502,
  badModelAnswer: 502,
  embedderFailed: 502,
  bufferFull: 503,
  storeLocked: 503,
  storeUnwritable: 503,
  storeGone: 503,
  closed: 503,
  aborted: 503,
  storeFull: 507,
};

export const PROBLEM_STATUSES = [400, 401, 403, 404, 405, 409, 413, 415, 422, 429, 500, 502, 503, 507] as const;

/** An error that only HTTP has, with its own status. */
export class Refusal extends SouvenirError {
  readonly status: ContentfulStatusCode;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: ContentfulStatusCode,
    code: ErrorCode,
    message: string,
    options: SouvenirErrorOptions & { readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(code, message, options);
    this.status = status;
    this.headers = options.headers ?? {};
  }
}

/** Server errors with messages of our own; others may name files, addresses and texts. */
const SHOWN_CODES = new Set(['bufferFull', 'closed', 'aborted']);

/** An error by RFC 9457; a server error shows its code only. */
export function problemOf(error: unknown) {
  const known = SouvenirError.is(error) ? error : UNKNOWN;
  const { code } = known;
  const status = error instanceof Refusal ? error.status : (STATUSES[code as ErrorCode] ?? 500);
  const isShown = status < 500 || SHOWN_CODES.has(code) || error instanceof Refusal;
  const { message, advice } = isShown ? known : UNKNOWN;
  return { status, body: { type: 'about:blank', title: message, status, code, ...(advice && { advice }) } };
}

const UNKNOWN = { code: 'internal', message: 'an unexpected error occurred', advice: undefined };

export function answerProblem(context: Context, error: unknown): Response {
  const { status, body } = problemOf(error);
  const headers = error instanceof Refusal ? error.headers : {};
  return context.json(body, status, { ...headers, 'content-type': 'application/problem+json' });
}
