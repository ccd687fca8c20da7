import { reasonOf, SouvenirError } from '../errors.ts';
import type { Owner } from '../model/scope.ts';
import { souvenirReader } from '../reader/souvenir-reader.ts';
import { isLoopback } from '../server/hosts.ts';
import { Keys } from '../server/keys.ts';
import { isLabBuilt } from '../server/lab.ts';
import type { ServeOptions } from '../server/options.ts';
import { scheduledByPlans } from '../server/scheduled.ts';
import { type Serving, serve } from '../server/serve.ts';
import type { Served } from '../server/served.ts';
import { given } from './agents.ts';
import type { Cli, GlobalOptions } from './cli.ts';
import { keyOf } from './config.ts';
import { DEMO_AGENT, DEMO_QUESTION, demoFile } from './demo/demo-memory.ts';
import { refuseDamaged } from './examine.ts';
import { tellFailures } from './failures.ts';
import { note, print } from './in-out.ts';
import { createEmbedder, withMemory } from './memory.ts';
import { jobsAt, placeFlag, placeOf, shownPlace } from './place.ts';
import { bold, oneLine } from './render/text.ts';
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
const MOST_TRIED = 20;

/** Serves until it is told to stop: then requests under way end, and what the schedule does is cut short. */
export async function runServer(cli: Cli, options: GlobalOptions & ServeFlags): Promise<void> {
  const { demo = false, quietHours, settings } = options;
  const { port: ownPort, schedule = {}, ...own } = settings.serve ?? {};
  const background = options.background && schedule !== false;
  const place = demo ? { db: await demoFile(() => createEmbedder(options.embedder), cli.signal) } : options;
  if (!demo && options.store === undefined) await refuseDamaged(placeOf(options), keyOf(options));
  const reader = options.embedder === 'none' ? null : souvenirReader();
  let isScheduled: ReturnType<typeof scheduledByPlans> | undefined;
  const only = (owner: Owner) => isScheduled?.(owner) ?? true;
  const open = {
    reader,
    ...(background && { schedule: { only, ...schedule, ...(quietHours !== undefined && { quietHours }) } }),
    ...(demo ? { agents: DEMO_AGENT } : await jobsAt(options)),
  };
  await withMemory(
    cli,
    { ...options, ...(demo && { ...place, store: undefined }) },
    { absent: 'made', vectors: 'all', open },
    async ({ souvenir, store, embedder }) => {
      isScheduled = scheduledByPlans(store, own.plans);
      const { host, requireKey, allowHost: allowedHosts, cors, metricsByTenant } = options;
      // From before it says that it serves: whoever reads that may stop it.
      const stopped = cli.untilStopped();
      const serveOptions: ServeOptions = {
        ...given(own),
        ...given({ host, requireKey, allowedHosts, cors, metricsByTenant }),
        onFailure: tellFailed,
      };
      const isKeyed = serveOptions.requireKey === true || !isLoopback(serveOptions.host ?? '127.0.0.1');
      if (isKeyed && !(await new Keys(store).list()).some(({ isValid }) => isValid))
        note(`there is no API key yet; \`souvenir keys create NAME ${placeFlag(place)}\` makes one`);
      tellFailures(souvenir);
      const serving = await listen({ souvenir, store }, serveOptions, options.port ?? ownPort);
      // Another's embedder may ask for money, or be elsewhere.
      warm(typeof options.embedder === 'object' ? null : embedder, reader).catch(tellFailed);
      try {
        await print(
          servingLines(serving.url, { place, demo, background, isKeyed, hasLab: !options.json && isLabBuilt() }).join(
            '\n',
          ),
        );
        await stopped;
        note('stopping; once more stops it at once');
      } finally {
        await serving.close();
      }
    },
  );
}

/** On the port that is named and no other; if none is, on the first that is free. */
async function listen(served: Served, options: ServeOptions, named: number | undefined): Promise<Serving> {
  const ports = named === undefined ? Array.from({ length: MOST_TRIED }, (_, at) => PORT + at) : [named];
  for (const port of ports)
    try {
      return await serve(served, { ...options, port });
    } catch (error) {
      if (!isTaken(error) || named !== undefined) throw error;
      note(`port ${port} is taken`);
    }
  throw new SouvenirError('conflict', `ports ${PORT} to ${PORT + MOST_TRIED - 1} are all taken`, {
    advice: 'name one with --port, or 0 for any that is free',
  });
}

const tellFailed = (error: unknown): void => note(`failed: ${oneLine(reasonOf(error))}`);

const isTaken = (error: unknown): boolean =>
  SouvenirError.is(error) && (error.cause as NodeJS.ErrnoException | undefined)?.code === 'EADDRINUSE';

interface Shown {
  readonly place: Pick<GlobalOptions, 'db' | 'store'>;
  readonly demo: boolean;
  readonly background: boolean;
  readonly isKeyed: boolean;
  readonly hasLab: boolean;
}

function servingLines(at: string, { place, demo, background, isKeyed, hasLab }: Shown): string[] {
  // Every address of this machine is none that can be called.
  const url = at.replace('//0.0.0.0:', '//127.0.0.1:').replace('//[::]:', '//[::1]:');
  const headers = `${isKeyed ? "-H 'authorization: Bearer KEY' " : ''}-H content-type:application/json`;
  const recall = `curl '${url}/v1/recall?userId=ana' ${headers} -d '{"query":"${DEMO_QUESTION}"}'`;
  const add = `curl '${url}/v1/memories/add?userId=ana' ${headers} -d '{"content":"Ana likes short answers."}'`;
  return [
    ...(hasLab ? [bold(`Open ${url}/lab/${demo ? '?userId=ana' : ''}`)] : []),
    `${bold(`Souvenir serves ${shownPlace(place)} at ${at}`)}${background ? '' : ', and does nothing by itself'}. Ctrl-C stops it.`,
    '',
    bold('Try next'),
    `  $ ${demo ? recall : add}`,
    `  ${url}/reference        every operation, to read in a browser`,
    `  $ npx souvenir connect cursor ${placeFlag(place)} --user ana        an agent program remembers here; by address at ${url}/mcp?userId=ana`,
  ];
}
