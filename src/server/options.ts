import { z } from 'zod';
import { type Clock, systemClock } from '../contracts/clock.ts';
import { parse } from '../model/parse.ts';
import { CAPABILITIES } from '../operations/operation.ts';
import { shareSchema } from './in-flight.ts';
import { PLANS } from './plans.ts';

/** What a configuration file says too, without what holds unless it is said. */
export const serveFields = {
  /** 0 for any that is free. */
  port: z.int().min(0).max(65_535),
  /** The address it listens on, which requests may name as their host. */
  host: z.string().min(1),
  /** Other names that requests may call it by, such as that of a proxy before it. */
  allowedHosts: z.array(z.string().min(1)).readonly(),
  /** Origins whose pages a browser lets read the answers, such as https://app.example.org. */
  cors: z.array(z.string().regex(/^https?:\/\/[^/]+$/, 'is no origin such as https://app.example.org')).readonly(),
  /** Also on this machine. */
  requireKey: z.boolean(),
  /** What keys of a plan may use, by the plan's name. */
  plans: z.record(z.string(), z.array(z.enum(CAPABILITIES)).readonly()).readonly(),
  callers: shareSchema,
  /** `/metrics` names so many tenants, and counts all others as one; none unless given. */
  metricsByTenant: z.int().positive().max(1000),
};

const appOptionsSchema = z.strictObject({
  host: serveFields.host.default('127.0.0.1'),
  allowedHosts: serveFields.allowedHosts.default([]),
  cors: serveFields.cors.default([]),
  requireKey: serveFields.requireKey.default(false),
  plans: serveFields.plans.default(PLANS),
  /** How much of the server one key, one address and all callers together may hold at once. */
  callers: serveFields.callers.prefault({}),
  metricsByTenant: serveFields.metricsByTenant.optional(),
  /** The largest body of a request, in bytes. */
  mostBytes: z.int().positive().default(4_000_000),
  /** Between two signs of life in a stream of events. */
  heartbeatMs: z.int().positive().default(15_000),
  /** Is told of every failure on this side, whole: callers are told its code alone. */
  onFailure: z.custom<(error: unknown) => void>((value) => typeof value === 'function').default(() => () => {}),
  clock: z.custom<Clock>((value) => typeof value === 'object').default(systemClock),
  /** Aborts when it takes no more requests: streams of events end. */
  stopping: z.instanceof(AbortSignal).optional(),
  /** Aborts when what is still under way has to end. */
  ended: z.instanceof(AbortSignal).optional(),
});
export type AppOptions = Readonly<z.input<typeof appOptionsSchema>>;
export type AppSettings = Readonly<z.output<typeof appOptionsSchema>>;

const serveOptionsSchema = appOptionsSchema.omit({ stopping: true, ended: true }).extend({
  port: serveFields.port.default(0),
  /** How long requests under way may still take when it is closed. */
  stopMs: z.int().nonnegative().default(10_000),
  mostConnections: z.int().positive().default(1000),
  /** From one address, which is that of a proxy where one stands before it. */
  mostOfAddress: z.int().positive().default(500),
});
export type ServeOptions = Readonly<z.input<typeof serveOptionsSchema>>;

export const resolveAppOptions = (options: AppOptions): AppSettings => parse(appOptionsSchema, options, 'createApp');
export const resolveServeOptions = (options: ServeOptions) => parse(serveOptionsSchema, options, 'serve');
