import type { MiddlewareHandler } from 'hono';

const HEADERS = {
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
};
const NO_CONTENT = "default-src 'none'; frame-ancestors 'none'";
const PLAIN_ID = /^[\w.-]{1,64}$/;

/** Headers of every response for browsers, and the request's own id if it is plain text. */
export const plainHeaders =
  (stopping: AbortSignal | undefined): MiddlewareHandler =>
  async (context, next) => {
    await next();
    for (const [name, value] of Object.entries(HEADERS)) context.header(name, value);
    if (!context.res.headers.has('content-security-policy')) context.header('content-security-policy', NO_CONTENT);
    const id = context.req.header('x-request-id');
    if (id !== undefined && PLAIN_ID.test(id)) context.header('x-request-id', id);
    if (stopping?.aborted) context.header('connection', 'close');
  };
