import type { AddressInfo } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { SouvenirError } from '../errors.ts';
import { createApp, type Served } from './app.ts';

export interface ServeOptions {
  readonly port?: number;
  readonly host?: string;
  readonly requireKey?: boolean;
  readonly allowedHosts?: readonly string[];
  readonly cors?: readonly string[];
}

export interface Serving {
  readonly url: string;
  close(): Promise<void>;
}

/** Listens for HTTP requests on the memory. */
export async function serve(served: Served, { port = 0, host = '127.0.0.1' }: ServeOptions = {}): Promise<Serving> {
  const server = createAdaptorServer({ fetch: createApp(served).fetch });
  const address = await new Promise<AddressInfo>((resolve, reject) => {
    server.once('error', (cause) =>
      reject(new SouvenirError('conflict', `cannot listen on ${host}:${port}`, { cause })),
    );
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });
  return {
    url: `http://${address.address}:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        if ('closeIdleConnections' in server) server.closeIdleConnections();
      }),
  };
}
