import { Hono } from 'hono';
import { cors } from 'hono/cors';
import { methodNotAllowed } from 'hono/method-not-allowed';
import { untilAborted } from '../until-aborted.ts';
import { answer } from './answer.ts';
import { identify, type ServerEnv } from './caller.ts';
import { streamEvents } from './events.ts';
import { plainHeaders } from './headers.ts';
import { refuseOtherSites } from './hosts.ts';
import { Answers } from './idempotency.ts';
import { InFlight } from './in-flight.ts';
import { Keys } from './keys.ts';
import { lab } from './lab.ts';
import { mcp } from './mcp.ts';
import { nearestPath } from './nearest-path.ts';
import { openApi } from './open-api.ts';
import { type AppOptions, resolveAppOptions } from './options.ts';
import { metrics, probes } from './probes.ts';
import { answerProblem, Refusal } from './problem.ts';
import { Rates } from './rates.ts';
import { referencePage } from './reference.ts';
import { allOperations, pathOf, type Served } from './served.ts';
import { trackUsage } from './track-usage.ts';

export { pathOf, type Served } from './served.ts';

/** Serves every operation as a POST of its input in JSON; the query names the scope, such as `?userId=ana`. */
export function createApp(given: Served, options: AppOptions = {}): Hono<ServerEnv> {
  const { souvenir, store, hookFolder, settleHooks } = given;
  const served = { souvenir, store, ...(hookFolder && { hookFolder }), ...(settleHooks && { settleHooks }) };
  const settled = resolveAppOptions(options);
  const { clock, stopping, ended, requireKey, plans } = settled;
  // An operation that was cut off may still fail when the memory closes; that is no failure to report.
  const settings = { ...settled, onFailure: (error: unknown) => void (ended?.aborted || settled.onFailure(error)) };
  const known = { keys: new Keys(store, clock), rates: new Rates(clock), plans, requireKey };
  const answering = { ...settings, served, answers: new Answers(clock, souvenir) };
  const app = new Hono<ServerEnv>();

  app.onError((error, context) => {
    const answered = answerProblem(context, error);
    // A caller that has disconnected gets no answer.
    if (answered.status >= 500 && !context.req.raw.signal.aborted) settings.onFailure(error);
    return answered;
  });
  app.notFound((context) => {
    const paths = app.routes.map(({ path }) => path).filter((path) => !path.includes('*'));
    const nearest = nearestPath(context.req.path, paths);
    const advice = `${nearest === undefined ? '' : `${nearest} may be meant; `}/reference has every path`;
    return answerProblem(context, new Refusal(404, 'notFound', 'no operation has this path', { advice }));
  });
  app.use(plainHeaders(stopping));
  if (ended !== undefined) app.use((_, next) => untilAborted(next(), ended));
  app.use(refuseOtherSites(settings));
  if (settings.cors.length > 0) app.use(cors({ origin: [...settings.cors], exposeHeaders: ['retry-after'] }));
  app.use(methodNotAllowed({ app, onMethodNotAllowed: (context, methods) => notAllowed(context, methods) }));

  app.route('/', probes(served, stopping));
  app.get('/openapi.json', (context) => context.json(openApi()));
  app.get('/reference', (context) => referencePage(context));
  app.route('/', lab());
  app.get('/', (context) => context.redirect('/reference'));

  app.use(identify(known));
  app.use(trackUsage(new InFlight(settings.callers)));
  app.route('/', metrics(served, settings));
  app.get('/v1/events', streamEvents(served, { ...settings, keys: known.keys }));
  app.all('/mcp', mcp(served, settings));
  for (const operation of allOperations) app.post(pathOf(operation.name), answer(operation, answering));
  return app;
}

const notAllowed = (context: Parameters<typeof answerProblem>[0], methods: readonly string[]): Response =>
  answerProblem(
    context,
    new Refusal(405, 'invalidInput', `${context.req.method} is not for this path`, {
      headers: { allow: methods.join(', ') },
    }),
  );
