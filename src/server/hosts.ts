import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { Refusal } from './problem.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
const ANYWHERE = ['0.0.0.0', '::'];

/** Whether an address can only be reached from this machine. */
export const isLoopback = (host: string): boolean =>
  LOOPBACK.includes(host) || (isIP(host) === 4 && host.startsWith('127.'));

interface HostOptions {
  readonly host: string;
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may read responses. */
  readonly cors: readonly string[];
}

/** Refuses requests of other sites through a local browser: a foreign Host (DNS rebinding), or a foreign Origin. */
export function refuseOtherSites({ host, allowedHosts, cors }: HostOptions): MiddlewareHandler {
  const known = new Set([...LOOPBACK, host, ...allowedHosts].map((name) => name.toLowerCase()));
  // DNS can point a foreign name at this machine, but not a foreign address.
  const isKnown = (name: string) => known.has(name) || (ANYWHERE.includes(host) && isIP(name) !== 0);
  return async ({ req }, next) => {
    const requestedHost = req.header('host') ?? new URL(req.url).host;
    if (!isKnown(nameOf(requestedHost)))
      throw new Refusal(403, 'forbidden', 'this server does not serve this host name', {
        advice: 'pass --allow-host with this name when you start the server',
      });
    const origin = req.header('origin');
    const isOwn = origin === undefined || origin === `http://${requestedHost}` || origin === `https://${requestedHost}`;
    const site = req.header('sec-fetch-site') ?? 'none';
    const isAllowed = origin !== undefined && cors.includes(origin);
    if (!isAllowed && !(isOwn && ['none', 'same-origin'].includes(site)))
      throw new Refusal(403, 'forbidden', 'pages of other origins may not call this server');
    await next();
  };
}

const nameOf = (host: string): string =>
  host
    .replace(/:\d{1,5}$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
