import type { HttpBindings } from '@hono/node-server';
import type { Context, MiddlewareHandler } from 'hono';
import type { ServerEnv } from './caller.ts';
import type { InFlight } from './in-flight.ts';
import { noteEvents } from './slow-readers.ts';

const nodeOf = ({ env }: Context): Partial<HttpBindings> => (env as Partial<HttpBindings> | undefined) ?? {};

export const trackUsage =
  (inFlight: InFlight): MiddlewareHandler<ServerEnv> =>
  async (context, next) => {
    const { incoming, outgoing } = nodeOf(context);
    const address = incoming?.socket?.remoteAddress ?? '';
    const usage = inFlight.usageOf(context.var.caller.key?.id, address);
    usage.take('bytes', 0);
    context.set('usage', usage);
    outgoing?.once('close', () => usage.end());
    await next();
    const type = context.res.headers.get('content-type') ?? '';
    if (outgoing === undefined) {
      if (!STREAMED.test(type)) usage.end();
    } else if (EVENTS.test(type)) noteEvents(outgoing);
  };

const EVENTS = /^text\/event-stream/;
const STREAMED = /^(?:text\/event-stream|application\/x-ndjson)/;
