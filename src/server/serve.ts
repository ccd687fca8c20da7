import { createServer, type Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createAdaptorServer } from '@hono/node-server';
import { SouvenirError } from '../errors.ts';
import { createApp } from './app.ts';
import { isLoopback } from './hosts.ts';
import { Keys } from './keys.ts';
import { resolveServeOptions, type ServeOptions } from './options.ts';
import type { Served } from './served.ts';
import { cutSlowReaders } from './slow-readers.ts';

export type { ServeOptions };

export interface Serving {
  /** The base URL, such as http://127.0.0.1:4600. */
  readonly url: string;
  /** Takes no more requests, lets current ones end, and aborts those with a 503 after `stopMs`. */
  close(): Promise<void>;
}

/** Milliseconds for a client to send its headers, and its whole request. */
const HEADERS_MS = 10_000;
const REQUEST_MS = 60_000;
const CHECK_MS = 1000;
/** Milliseconds for a client to read the response to its aborted request. */
const LAST_MS = 1000;

/** Serves the memory over HTTP. */
export async function serve(served: Served, options: ServeOptions = {}): Promise<Serving> {
  const { port, host, stopMs, maxConnections, maxPerAddress, requireKey, ...rest } = resolveServeOptions(options);
  if (!isLoopback(host)) await refuseOpen(served, host);
  const [stopping, ended] = [new AbortController(), new AbortController()];
  const app = createApp(served, {
    ...{ ...rest, host, requireKey: requireKey || !isLoopback(host) },
    ...{ stopping: stopping.signal, ended: ended.signal },
  });
  const server = createAdaptorServer({
    fetch: app.fetch,
    // Global objects belong to the embedding process.
    overrideGlobalObjects: false,
    createServer,
    serverOptions: {
      ...{ headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, connectionsCheckingInterval: CHECK_MS },
    },
  }) as Server;
  server.maxConnections = maxConnections;
  limitAddresses(server, maxPerAddress);
  cutSlowReaders(server, rest.callers.slowMs);
  server.on('clientError', refuseBroken);
  // A connection whose response ends during the stop would stay open for another request.
  server.on('request', (_, response) =>
    response.once('close', () => stopping.signal.aborted && setImmediate(() => server.closeIdleConnections())),
  );
  const address = await listening(server, port, host);
  return {
    url: `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`,
    close: () => stop(server, stopping, ended, stopMs),
  };
}

/** One address cannot take all connections. */
function limitAddresses(server: Server, limit: number): void {
  const open = new Map<string, number>();
  server.prependListener('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? '';
    const count = (open.get(address) ?? 0) + 1;
    open.set(address, count);
    socket.once('close', () => {
      const remaining = (open.get(address) ?? 1) - 1;
      if (remaining > 0) open.set(address, remaining);
      else open.delete(address);
    });
    if (count > limit) socket.destroy();
  });
}

/** Anyone who reaches the port could read everything. */
async function refuseOpen({ store }: Served, host: string): Promise<void> {
  if ((await new Keys(store).list()).some(({ isValid }) => isValid)) return;
  throw new SouvenirError('invalidInput', `there is no API key, and ${host} can be reached from elsewhere`, {
    advice: 'create one with `souvenir keys create NAME`, or serve on 127.0.0.1',
  });
}

const listening = (server: Server, port: number, host: string): Promise<AddressInfo> =>
  new Promise((resolve, reject) => {
    server.once('error', (cause: NodeJS.ErrnoException) =>
      reject(
        new SouvenirError('conflict', `cannot listen on ${host}:${port}: ${cause.code ?? cause.message}`, {
          advice: 'choose another port, or 0 for any that is free',
          cause,
        }),
      ),
    );
    server.listen(port, host, () => resolve(server.address() as AddressInfo));
  });

async function stop(server: Server, stopping: AbortController, ended: AbortController, stopMs: number): Promise<void> {
  if (!stopping.signal.aborted) {
    stopping.abort(new SouvenirError('closed', 'the server stops'));
    server.close();
    server.closeIdleConnections();
  }
  if (!server.listening && (await connectionsOf(server)) === 0) return;
  const cut = setTimeout(() => {
    ended.abort(new SouvenirError('closed', 'the server stops'));
    setTimeout(() => server.closeAllConnections(), LAST_MS).unref();
  }, stopMs);
  await new Promise<void>((resolve) => server.once('close', resolve));
  clearTimeout(cut);
}

const connectionsOf = (server: Server): Promise<number> =>
  new Promise((resolve) => server.getConnections((_, count) => resolve(count)));

/** Invalid HTTP never reaches the app. */
function refuseBroken(error: NodeJS.ErrnoException, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const [status, title] = BROKEN[error.code ?? ''] ?? [400, 'Bad Request'];
  const body = JSON.stringify({ type: 'about:blank', title, status, code: 'invalidInput' });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nconnection: close\r\ncontent-type: application/problem+json\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  );
}

const BROKEN: Readonly<Record<string, readonly [number, string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout'],
};
