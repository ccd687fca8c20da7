import { serve as serveHono } from '@hono/node-server';
import type { Hono } from 'hono';
import { serve } from '../../src/server/serve.ts';
import type { Served } from '../../src/server/served.ts';

/** A server on a free port. */
export const serveMemory = (served: Served) => serve(served, { port: 0 });

export const listen = (app: Hono): Promise<{ readonly url: string; close(): Promise<void> }> =>
  new Promise((resolve) => {
    const server = serveHono({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) =>
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
