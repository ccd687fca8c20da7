import { z } from 'zod';
import { type Clock, systemClock } from '../contracts/clock.ts';
import { parse } from '../model/parse.ts';
import { CAPABILITIES } from '../operations/operation.ts';
import { shareSchema } from './in-flight.ts';
import { PLANS } from './plans.ts';

/** Also fields of the configuration file, without defaults. */
export const serveFields = {
  /** 0 for any free port. */
  port: z.int().min(0).max(65_535),
  /** The address to listen on, which is also an allowed Host. */
  host: z.string().min(1),
  /** Further allowed Host names, such as that of a proxy. */
  allowedHosts: z.array(z.string().min(1)).readonly(),
  /** Origins whose pages may read responses (CORS), such as https://app.example.org. */
  cors: z.array(z.string().regex(/^https?:\/\/[^/]+$/, 'is no origin such as https://app.example.org')).readonly(),
  /** Also for callers on this machine. */
  requireKey: z.boolean(),
  /** The capabilities of each plan, by its name. */
  plans: z.record(z.string(), z.array(z.enum(CAPABILITIES)).readonly()).readonly(),
  callers: shareSchema,
  /** The number of tenants that `/metrics` names, with the others counted as one; none unless given. */
  metricsByTenant: z.int().positive().max(1000),
};

const appOptionsSchema = z.strictObject({
  host: serveFields.host.default('127.0.0.1'),
  allowedHosts: serveFields.allowedHosts.default([]),
  cors: serveFields.cors.default([]),
  requireKey: serveFields.requireKey.default(false),
  plans: serveFields.plans.default(PLANS),
  /** Limits of one key, one address and all callers together. */
  callers: serveFields.callers.prefault({}),
  metricsByTenant: serveFields.metricsByTenant.optional(),
  /** The largest body of a request, in bytes. */
  mostBytes: z.int().positive().default(4_000_000),
  /** Milliseconds between two heartbeats of an event stream. */
  heartbeatMs: z.int().positive().default(15_000),
  /** Gets every failure of the server with all its details; callers get its code only. */
  onFailure: z.custom<(error: unknown) => void>((value) => typeof value === 'function').default(() => () => {}),
  clock: z.custom<Clock>((value) => typeof value === 'object').default(systemClock),
  /** Aborts when the server takes no more requests: event streams end. */
  stopping: z.instanceof(AbortSignal).optional(),
  /** Aborts when requests in flight must end. */
  ended: z.instanceof(AbortSignal).optional(),
});
export type AppOptions = Readonly<z.input<typeof appOptionsSchema>>;
export type AppSettings = Readonly<z.output<typeof appOptionsSchema>>;

const serveOptionsSchema = appOptionsSchema.omit({ stopping: true, ended: true }).extend({
  port: serveFields.port.default(0),
  /** Milliseconds for requests in flight when the server closes. */
  stopMs: z.int().nonnegative().default(10_000),
  maxConnections: z.int().positive().default(1000),
  /** Connections of one address; behind a proxy that is the proxy's. */
  maxPerAddress: z.int().positive().default(500),
});
export type ServeOptions = Readonly<z.input<typeof serveOptionsSchema>>;

export const resolveAppOptions = (options: AppOptions): AppSettings => parse(appOptionsSchema, options, 'createApp');
export const resolveServeOptions = (options: ServeOptions) => parse(serveOptionsSchema, options, 'serve');
