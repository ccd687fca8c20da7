import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { type ErrorCode, SouvenirError } from '../errors.ts';

/** The statuses of errors that the caller can do something about; every other is ours. */
const STATUSES: Partial<Record<ErrorCode, ContentfulStatusCode>> = {
  invalidInput: 400,
  notFound: 404,
  conflict: 409,
  overtaken: 409,
  overBudget: 422,
  unsafeInstructions: 422,
  tooLongForModel: 422,
  rateLimited: 429,
  bufferFull: 503,
  storeLocked: 503,
  storeFull: 507,
  closed: 503,
  aborted: 503,
};

/** An error as RFC 9457 has it. What is no error of ours tells nothing of itself. */
export function problemOf(error: unknown) {
  const { code, message, advice } = SouvenirError.is(error)
    ? error
    : { code: 'internal', message: 'something went wrong here', advice: undefined };
  const status: ContentfulStatusCode = STATUSES[code as ErrorCode] ?? 500;
  return { status, body: { type: 'about:blank', title: message, status, code, ...(advice && { advice }) } };
}
