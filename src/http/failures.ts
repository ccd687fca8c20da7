import { z } from 'zod';
import { harmless, SouvenirError, saysTooLong, withoutSecrets } from '../errors.ts';
import type { Endpoint } from './connection.ts';

type UnansweredReason = 'late' | 'brokenOff' | 'unreachable';

export class HttpStatus extends Error {
  override readonly name = 'HttpStatus';
  readonly status: number;

  constructor(status: number) {
    super(`the server answered ${status}`);
    this.status = status;
  }
}

export const aborted = ({ url }: Endpoint, signal: AbortSignal): SouvenirError =>
  new SouvenirError('aborted', `the request to ${url} was aborted`, { cause: signal.reason });

export function refused(endpoint: Endpoint, status: number, body: string): SouvenirError {
  const { url, model, protocol, secrets } = endpoint;
  const message = serverMessage(body, secrets);
  return new SouvenirError(
    protocol.code === 'llmFailed' && saysTooLong(status, message) ? 'tooLongForModel' : protocol.code,
    `${url} answered ${status}${message && `: ${message}`}`,
    { advice: adviceFor(status, model, protocol.overloadAdvice), cause: new HttpStatus(status) },
  );
}

export function unanswered(endpoint: Endpoint, reason: UnansweredReason, cause: unknown): SouvenirError {
  const { url, timeoutMs, protocol } = endpoint;
  const [message, advice] = {
    late: [`${url} did not answer within ${timeoutMs} ms`, `raise timeoutMs, or ${protocol.overloadAdvice}`],
    brokenOff: [`${url} broke off its answer`, 'try later, or look at the log of the server'],
    unreachable: [`${url} could not be reached${codeOf(cause)}`, 'check baseUrl, and that the server runs'],
  }[reason] as [string, string];
  return failed(endpoint, message, advice, cause);
}

export const notJson = (endpoint: Endpoint, body: string, cause: unknown): SouvenirError =>
  malformed(endpoint, `is not JSON: ${serverMessage(body, endpoint.secrets)}`, cause);

/** `problem` continues the message after "the answer of …". */
export const malformed = (endpoint: Endpoint, problem: string, cause?: unknown): SouvenirError =>
  failed(
    endpoint,
    `the answer of ${endpoint.url} ${problem}`,
    `check that baseUrl speaks the ${endpoint.protocol.name} protocol, and that ${endpoint.model} is a model for it`,
    cause,
  );

export function adviceFor(status: number, model: string, relief: string): string {
  if (status === 401 || status === 403) return 'check apiKey';
  if (status === 404) return `check baseUrl, and that the server has the model ${model}`;
  if (status === 429) return `the rate limit of the server is reached: wait, or ${relief}`;
  if (status >= 500) return 'the server fails: try later, or look at its log';
  if (status < 400) return 'check baseUrl: the server is elsewhere, and redirects are not followed';
  return `check that the server accepts the model ${model} and texts of this length`;
}

const failed = ({ protocol, secrets }: Endpoint, message: string, advice: string, cause?: unknown): SouvenirError =>
  new SouvenirError(protocol.code, message, { advice, cause: harmless(cause, secrets) });

/** A custom `fetch` may have the error code in the cause of its error. */
function codeOf(error: unknown): string {
  const reportedError = [error, error instanceof Error ? error.cause : undefined].find(
    (each) => each instanceof Error && 'code' in each && typeof each.code === 'string',
  );
  return reportedError === undefined ? '' : ` (${(reportedError as NodeJS.ErrnoException).code})`;
}

const MAX_MESSAGE_CHARS = 200;
const MAX_PAGE_CHARS = 4000;

const reportedError = z.union([
  z.object({ error: z.object({ message: z.string() }) }).transform(({ error }) => error.message),
  z.object({ error: z.string() }).transform(({ error }) => error),
  z.object({ message: z.string() }).transform(({ message }) => message),
]);

/** The server's error message as one short line without markup and secrets. */
export function serverMessage(body: string, secrets: readonly string[]): string {
  const redacted = secrets.reduce((text, secret) => text.replaceAll(secret, '[secret]'), messageIn(body) ?? body);
  return shortened(
    withoutSecrets(redacted.slice(0, MAX_PAGE_CHARS)).replace(/<(script|style)\b.*?(?:<\/\1>|$)|<[^<>]*>/gis, ' '),
  );
}

export function shortened(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  return line.length <= MAX_MESSAGE_CHARS ? line : `${line.slice(0, MAX_MESSAGE_CHARS - 1)}…`.toWellFormed();
}

function messageIn(body: string): string | undefined {
  try {
    return reportedError.safeParse(JSON.parse(body)).data;
  } catch {
    return undefined;
  }
}
