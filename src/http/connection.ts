import { z } from 'zod';
import { fetchUntilAborted } from './fetch-until-aborted.ts';

/** Timers of Node with a longer delay fire at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

export const connectionOptions = {
  baseUrl: z
    .url({ protocol: /^https?$/ })
    .refine((url) => !/^[^/]*\/\/[^/]*@/.test(url), 'must not contain a user name')
    .refine((url) => !/[?#]/.test(url), 'must not contain a query or a fragment'),
  model: z.string().min(1),
  apiKey: z
    .string()
    .regex(/^[!-~]+$/, 'must be printable ASCII without spaces')
    .optional(),
  /** Sent with every request; they override the adapter's own headers. */
  headers: z
    .record(
      z
        .string()
        .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header')
        .toLowerCase(),
      z.string().regex(/^[\t -~]*$/, 'must be printable ASCII'),
    )
    .default({}),
  /** Limit of one attempt. */
  timeoutMs: z.int().min(1).max(MAX_TIMER_MS).default(60_000),
  /** Number of attempts after the first one, for failures that may pass. */
  retries: z.int().min(0).default(2),
  /** Replaces `fetch`, for proxies and private certificates. */
  fetch: z
    .custom<typeof fetch>((value) => typeof value === 'function')
    .default(() => fetchUntilAborted as typeof fetch),
};

export type Connection = Readonly<z.output<z.ZodObject<typeof connectionOptions>>>;

export interface Protocol {
  readonly name: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly code: 'embedderFailed' | 'llmFailed';
  readonly overloadAdvice: string;
  readonly retriesUnanswered: boolean;
}

export interface Endpoint extends Omit<Connection, 'baseUrl' | 'apiKey'> {
  readonly url: string;
  readonly protocol: Protocol;
  /** Removed from error messages. */
  readonly secrets: readonly string[];
}

/** Shorter values of headers stay in errors: their removal would blot out words. */
const MIN_SECRET_CHARS = 8;

export function endpointOf({ baseUrl, apiKey, headers, ...rest }: Connection, protocol: Protocol): Endpoint {
  const values = Object.values(headers).flatMap((value) => value.split(/\s+/));
  return {
    ...rest,
    url: baseUrl.replace(/(?<!\/)\/+$/, '') + protocol.path,
    protocol,
    headers: { 'content-type': 'application/json', ...protocol.headers, ...headers },
    secrets: [...(apiKey ? [apiKey] : []), ...values.filter((value) => value.length >= MIN_SECRET_CHARS)],
  };
}

export const bearer = (apiKey: string | undefined): Record<string, string> =>
  apiKey === undefined ? {} : { authorization: `Bearer ${apiKey}` };
