import { type Context, Hono } from 'hono';
import type { Store } from '../contracts/store.ts';
import { SouvenirError } from '../errors.ts';
import { type Operation, type OperationContext, perform } from '../operations/operation.ts';
import { operations } from '../operations/operations.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { problemOf } from './problem.ts';

/** What is served. */
export interface Served {
  readonly souvenir: Souvenir;
  readonly store: Store;
}

/** The path of an operation, such as /v1/memories/add. */
export const pathOf = (name: string): string => `/v1/${name.replaceAll('.', '/')}`;

/** Every operation as a POST of its input in JSON; whose memory it is stands in the query, such as `?userId=ana`. */
export function createApp(served: Served): Hono {
  const app = new Hono();
  for (const operation of Object.values(operations) as unknown as Operation<never, never, unknown>[])
    app.post(pathOf(operation.name), async (request) =>
      request.json((await perform(operation, contextOf(served, request), (await bodyOf(request)) as never)) as object),
    );
  app.onError((error, request) => {
    const { status, body } = problemOf(error);
    return request.json(body, status, { 'content-type': 'application/problem+json' });
  });
  return app;
}

/** Refuses a scope that is none, and fields that it does not have. */
function contextOf({ souvenir, store }: Served, { req }: Context): OperationContext {
  return { souvenir, store, memory: souvenir.for(req.query()), signal: req.raw.signal };
}

async function bodyOf({ req }: Context): Promise<unknown> {
  const text = await req.text();
  try {
    return text === '' ? {} : JSON.parse(text);
  } catch (cause) {
    throw new SouvenirError('invalidInput', 'the body is not JSON', { cause });
  }
}
