import type { Store } from '../contracts/store.ts';
import { reasonOf, SouvenirError } from '../errors.ts';
import { souvenirReader } from '../reader/souvenir-reader.ts';
import { isLoopback } from '../server/hosts.ts';
import { Keys } from '../server/keys.ts';
import { isLabBuilt } from '../server/lab.ts';
import type { ServeOptions } from '../server/options.ts';
import { plannedSchedule } from '../server/scheduled.ts';
import { type Serving, serve } from '../server/serve.ts';
import type { Served } from '../server/served.ts';
import { withoutUndefined } from './agents.ts';
import type { Cli, GlobalOptions } from './cli.ts';
import { keyOf } from './config.ts';
import { DEMO_AGENT, DEMO_QUESTION, demoFile } from './demo/demo-memory.ts';
import { refuseDamaged } from './examine.ts';
import { note, print } from './in-out.ts';
import { createEmbedder, withMemory } from './memory.ts';
import { bold, oneLine } from './render/text.ts';
import { reportFailures } from './report-failures.ts';
import { jobsAt, locationFlag, locationOf, shownLocation } from './store-location.ts';
import { warm } from './warm.ts';

export interface ServeFlags {
  readonly port?: number;
  readonly host?: string;
  readonly requireKey?: boolean;
  readonly allowHost?: string[];
  readonly cors?: string[];
  readonly metricsByTenant?: number;
  readonly background: boolean;
  readonly quietHours?: { readonly from: number; readonly to: number };
  readonly demo?: boolean;
}

const PORT = 4600;
const MAX_PORTS_TRIED = 20;

/** Serves until it is stopped: then open requests end, and the schedule is cut short. */
export async function runServer(cli: Cli, options: GlobalOptions & ServeFlags): Promise<void> {
  const { demo = false, quietHours, settings } = options;
  const { port: ownPort, schedule = {}, ...own } = settings.serve ?? {};
  const background = options.background && schedule !== false;
  const storeOptions = demo ? { db: await demoFile(() => createEmbedder(options.embedder), cli.signal) } : options;
  if (!demo && options.store === undefined) await refuseDamaged(locationOf(options), keyOf(options));
  const reader = options.embedder === 'none' ? null : souvenirReader();
  const planned = { ...schedule, ...(quietHours !== undefined && { quietHours }) };
  const fixed = { reader, ...(demo ? { agents: DEMO_AGENT } : await jobsAt(options)) };
  const open = (store: Store) => ({
    ...fixed,
    ...(background && { schedule: plannedSchedule(store, planned, own.plans) }),
  });
  // A shared queue leaves the work to processes that ask the plans.
  const consolidation = background || options.store !== undefined ? undefined : 'never';
  await withMemory(
    cli,
    { ...options, ...(demo && { ...storeOptions, store: undefined }) },
    { absent: 'made', vectors: 'all', open, ...(consolidation && { consolidation }) },
    async ({ embedder, ...served }) => {
      const { host, requireKey, allowHost: allowedHosts, cors, metricsByTenant } = options;
      // Listens for the stop before it announces that it serves: a script may stop it as soon as it reads that.
      const stopped = cli.untilStopped();
      const serveOptions: ServeOptions = {
        ...withoutUndefined(own),
        ...withoutUndefined({ host, requireKey, allowedHosts, cors, metricsByTenant }),
        onFailure: noteFailure,
      };
      const isKeyed = serveOptions.requireKey === true || !isLoopback(serveOptions.host ?? '127.0.0.1');
      if (isKeyed && !(await new Keys(served.store).list()).some(({ isValid }) => isValid))
        note(`there is no API key yet; \`souvenir keys create NAME ${locationFlag(storeOptions)}\` makes one`);
      reportFailures(served.souvenir);
      const serving = await listen(served, serveOptions, options.port ?? ownPort);
      // An embedder from the configuration may cost money or run elsewhere.
      warm(typeof options.embedder === 'object' ? null : embedder, reader).catch(noteFailure);
      try {
        await print(
          servingLines(serving.url, {
            storeOptions,
            demo,
            background,
            isKeyed,
            hasLab: !options.json && isLabBuilt(),
          }).join('\n'),
        );
        await stopped;
        note('stopping; press again to stop at once');
      } finally {
        await serving.close();
      }
    },
  );
}

/** Listens on the requested port, else on the first free one. */
async function listen(served: Served, options: ServeOptions, requestedPort: number | undefined): Promise<Serving> {
  const ports =
    requestedPort === undefined ? Array.from({ length: MAX_PORTS_TRIED }, (_, at) => PORT + at) : [requestedPort];
  for (const port of ports)
    try {
      return await serve(served, { ...options, port });
    } catch (error) {
      if (!isTaken(error) || requestedPort !== undefined) throw error;
      note(`port ${port} is taken`);
    }
  throw new SouvenirError('conflict', `ports ${PORT} to ${PORT + MAX_PORTS_TRIED - 1} are all taken`, {
    advice: 'pass one with --port, or 0 for any free port',
  });
}

const noteFailure = (error: unknown): void => note(`failed: ${oneLine(reasonOf(error))}`);

const isTaken = (error: unknown): boolean =>
  SouvenirError.is(error) && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';

interface ServingSummary {
  readonly storeOptions: Pick<GlobalOptions, 'db' | 'store'>;
  readonly demo: boolean;
  readonly background: boolean;
  readonly isKeyed: boolean;
  readonly hasLab: boolean;
}

function servingLines(at: string, { storeOptions, demo, background, isKeyed, hasLab }: ServingSummary): string[] {
  // A client cannot connect to the address that means every interface.
  const url = at.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const headers = `${isKeyed ? "-H 'authorization: Bearer KEY' " : ''}-H content-type:application/json`;
  const recall = `curl '${url}/v1/recall?userId=ana' ${headers} -d '{"query":"${DEMO_QUESTION}"}'`;
  const add = `curl '${url}/v1/memories/add?userId=ana' ${headers} -d '{"content":"Ana likes short answers."}'`;
  return [
    ...(hasLab ? [bold(`Open ${url}/lab/${demo ? '?userId=ana' : ''}`)] : []),
    `${bold(`Souvenir serves ${shownLocation(storeOptions)} at ${at}`)}${background ? '' : ', without background work'}. Ctrl-C stops it.`,
    '',
    bold('Try next'),
    `  $ ${demo ? recall : add}`,
    `  ${url}/reference        every operation, as a page`,
    `  $ npx souvenir connect cursor ${locationFlag(storeOptions)} --user ana --mcp-only        connect an agent program; MCP at ${url}/mcp?userId=ana`,
  ];
}
