import { isIP } from 'node:net';
import type { MiddlewareHandler } from 'hono';
import { Refusal } from './problem.ts';

const LOOPBACK = ['localhost', '127.0.0.1', '::1'];
const ANYWHERE = ['0.0.0.0', '::'];

/** Whether only this machine reaches it. */
export const isLoopback = (host: string): boolean =>
  LOOPBACK.includes(host) || (isIP(host) === 4 && host.startsWith('127.'));

interface HostOptions {
  /** The address it listens on. */
  readonly host: string;
  readonly allowedHosts: readonly string[];
  /** Origins whose pages may read answers. */
  readonly cors: readonly string[];
}

/**
 * Refuses what a page of another site sends through a browser on this machine: a name that was made to point here (the Host it asks for is
 * not ours), and a request across sites (its Origin is not ours).
 */
export function refuseOtherSites({ host, allowedHosts, cors }: HostOptions): MiddlewareHandler {
  const known = new Set([...LOOPBACK, host, ...allowedHosts].map((name) => name.toLowerCase()));
  // A name can be made to point here, an address cannot.
  const isKnown = (name: string) => known.has(name) || (ANYWHERE.includes(host) && isIP(name) !== 0);
  return async ({ req }, next) => {
    const requestedHost = req.header('host') ?? new URL(req.url).host;
    if (!isKnown(nameOf(requestedHost)))
      throw new Refusal(403, 'forbidden', 'this host is not served here', {
        advice: 'name it with --allow-host when the server is started',
      });
    const origin = req.header('origin');
    const isOwn = origin === undefined || origin === `http://${requestedHost}` || origin === `https://${requestedHost}`;
    const site = req.header('sec-fetch-site') ?? 'none';
    const isAllowed = origin !== undefined && cors.includes(origin);
    if (!isAllowed && !(isOwn && ['none', 'same-origin'].includes(site)))
      throw new Refusal(403, 'forbidden', 'pages of other sites may not ask here');
    await next();
  };
}

/** Without its port and brackets. */
const nameOf = (host: string): string =>
  host
    .replace(/:\d{1,5}$/, '')
    .replace(/^\[|\]$/g, '')
    .toLowerCase();
