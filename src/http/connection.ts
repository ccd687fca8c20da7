import { z } from 'zod';
import { fetchUntilAborted } from './fetch-until-aborted.ts';

/** Above it, a timer of Node fires at once. */
export const MAX_TIMER_MS = 2 ** 31 - 1;

/** The options of every adapter that asks a server: fields for its own `z.strictObject`. */
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
  /** Sent with every request; they win over those the adapter sets. */
  headers: z
    .record(
      z
        .string()
        .regex(/^[\w!#$%&'*+.^`|~-]+$/, 'must be the name of a header')
        .toLowerCase(),
      z.string().regex(/^[\t -~]*$/, 'must be printable ASCII'),
    )
    .default({}),
  /** For one attempt. */
  timeoutMs: z.int().min(1).max(MAX_TIMER_MS).default(60_000),
  /** After the first attempt, for failures that may pass. */
  retries: z.int().min(0).default(2),
  /** For proxies and private certificates. */
  fetch: z
    .custom<typeof fetch>((value) => typeof value === 'function')
    .default(() => fetchUntilAborted as typeof fetch),
};

export type Connection = Readonly<z.output<z.ZodObject<typeof connectionOptions>>>;

/** What an adapter knows of the servers it was written for. */
export interface Protocol {
  /** As readers know it, such as `OpenAI chat`. */
  readonly name: string;
  /** Follows `baseUrl`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly code: 'embedderFailed' | 'llmFailed';
  /** What a caller can do to ask less of a busy server. */
  readonly overloadAdvice: string;
  /** Whether a server that cannot be reached, or not in time, is asked again. */
  readonly retriesUnanswered: boolean;
}

/** One address of a server, and all that a request to it takes. */
export interface Endpoint extends Omit<Connection, 'baseUrl' | 'apiKey'> {
  readonly url: string;
  readonly protocol: Protocol;
  /** Never to be seen in an error. */
  readonly secrets: readonly string[];
}

/** Of what stands in a header: shorter ones would blot out words. */
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
