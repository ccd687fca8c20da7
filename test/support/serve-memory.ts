import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { streamSSE } from 'hono/streaming';
import type { EventName } from '../../src/index.ts';
import { type Operation, perform } from '../../src/operations/operation.ts';
import { operations } from '../../src/operations/operations.ts';
import { createApp, pathOf, type Served } from '../../src/server/app.ts';
import { problemOf } from '../../src/server/problem.ts';

/** A server on a free port. */
export async function serveMemory(served: Served): Promise<{ readonly url: string; close(): Promise<void> }> {
  return listen(await appOf(served));
}

export const listen = (app: Hono): Promise<{ readonly url: string; close(): Promise<void> }> =>
  new Promise((resolve) => {
    const server = serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
      resolve({
        url: `http://127.0.0.1:${port}`,
        close: () =>
          new Promise<void>((closed) => {
            server.close(() => closed());
            if ('closeAllConnections' in server) server.closeAllConnections();
          }),
      }),
    );
  });

/** The contract of docs/decisions/0036-doors.md as far as `createApp` does not keep it. */
async function appOf({ souvenir, store }: Served): Promise<Hono> {
  const app = new Hono();
  app.post(pathOf('export'), async ({ req, body }) => {
    const context = { souvenir, store, memory: souvenir.for(req.query()) };
    const lines = operations.export.handler(context, await req.json());
    return body(
      ReadableStream.from(
        (async function* () {
          for await (const record of lines) yield new TextEncoder().encode(`${JSON.stringify(record)}\n`);
        })(),
      ),
      { headers: { 'content-type': 'application/x-ndjson' } },
    );
  });
  app.get('/v1/events', (request) => {
    const names = request.req.query('names')?.split(',') as EventName[] | undefined;
    return streamSSE(request, async (stream) => {
      const stop = new AbortController();
      stream.onAbort(() => stop.abort());
      const events = souvenir.events(names, { signal: stop.signal });
      await stream.write(': here\n\n');
      for await (const { name, event } of events) await stream.writeSSE({ event: name, data: JSON.stringify(event) });
    });
  });
  const kept = new Map<string, string>();
  app.use('/v1/*', async (request, next) => {
    const key = request.req.header('idempotency-key') ?? '';
    const held = kept.get(key);
    if (held !== undefined) return request.body(held, { headers: { 'content-type': 'application/json' } });
    await next();
    const { res } = request;
    const isWhole = res.headers.get('content-type')?.startsWith('application/json') === true;
    if (key !== '' && res.ok && isWhole) kept.set(key, await res.clone().text());
    return;
  });
  for (const operation of Object.values(operations) as unknown as Operation<never, never, unknown>[])
    app.post(pathOf(operation.name), async (request, next) => {
      if (request.req.header('accept') !== 'text/event-stream') return next();
      const { req } = request;
      const input = await req.json();
      return streamSSE(request, async (stream) => {
        const tell = (event: string, data: unknown) => stream.writeSSE({ event, data: JSON.stringify(data) });
        const context = { souvenir, store, memory: souvenir.for(req.query()), signal: req.raw.signal };
        const onProgress = (progress: object) => void tell('progress', progress);
        try {
          await tell('result', await perform(operation, { ...context, onProgress }, input as never));
        } catch (error) {
          await tell('problem', problemOf(error).body);
        }
      });
    });
  app.route('/', createApp({ souvenir, store }));
  return app;
}
