// A server that many ask at once, from another process.   usage: npm run bench:load
// SECONDS of load (60), CONNECTIONS (50), MEMORIES that are held (10000), TURNS that are consolidated meanwhile (5000), READER=none without the reader.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { arch, cpus, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import autocannon from 'autocannon';
import { startServer } from '../../test/support/server-process.ts';
import { madeUpTrials } from '../quality/made-up/made-up-trials.ts';
import { measureBuild } from '../speed/build.ts';
import { queries } from './queries.ts';

const numberOf = (name: string, otherwise: number): number => Number(process.env[name] ?? otherwise);
const [seconds, connections] = [numberOf('SECONDS', 60), numberOf('CONNECTIONS', 50)];
const [memories, turns] = [numberOf('MEMORIES', 10_000), numberOf('TURNS', 5000)];
const reader = process.env['READER'] === 'none' ? 'none' : 'reader';
const MEMORY = join(import.meta.dirname, 'memory.ts');
const WARM_SECONDS = 5;
const JSON_HEADERS = { 'content-type': 'application/json' };

const started = (path: string, ...args: string[]) => fork(MEMORY, [path, ...args], { stdio: 'inherit' });

async function askedHere(path: string): Promise<{ perSecond: number; p50: number; p99: number }> {
  const child = started(path, 'here', reader, String(Math.ceil(seconds / 2)), String(connections));
  const [figures] = await once(child, 'message');
  await once(child, 'exit');
  return figures;
}

interface Server {
  readonly url: string;
  readonly pid: number;
  end(): Promise<unknown>;
}

/** As `souvenir serve` does by default; it has no option to leave the reader out. */
async function served(path: string): Promise<Server> {
  if (reader === 'reader') {
    const { url, process: child, end } = await startServer(['--db', path]);
    return { url, pid: child.pid ?? 0, end: () => end('SIGTERM') };
  }
  const child = started(path, 'served', reader);
  const [url] = await once(child, 'message');
  const end = () => {
    child.kill('SIGKILL');
    return once(child, 'exit');
  };
  return { url, pid: child.pid ?? 0, end };
}

const load = (url: string, duration: number, atOnce = connections) =>
  autocannon({
    ...{ url, connections: atOnce, duration, timeout: 60 },
    requests: queries().map((query) => ({
      ...{ method: 'POST', path: '/v1/recall', headers: JSON_HEADERS, body: JSON.stringify({ query }) },
    })),
  });

/** Megabytes that a process holds; Linux tells. */
const rssOf = (pid: number): number =>
  platform() === 'linux'
    ? Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
    : Number.NaN;

async function whileSampled<Result>(pid: number, work: PromiseLike<Result>) {
  const samples: number[] = [];
  const timer = setInterval(() => samples.push(rssOf(pid)), 500);
  const result = await work;
  clearInterval(timer);
  const half = Math.floor(samples.length / 2);
  const mean = (all: readonly number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
  return { result, firstHalf: mean(samples.slice(0, half)), secondHalf: mean(samples.slice(half)) };
}

async function post(url: string, body: unknown): Promise<unknown> {
  const ask = () => fetch(url, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) });
  // A connection that was idle may be closed by the server as it is used again.
  const answer = await ask().catch(ask);
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** Conversations of somebody else, recorded and then consolidated while others recall. */
async function consolidating(url: string) {
  const talk = madeUpTrials()
    .flatMap(({ name, sessions }) => sessions.map(({ id, turns: said }) => ({ session: `${name} ${id}`, said })))
    .flatMap(({ session, said }) => said.map(({ unit: _, ...turn }) => ({ session, turn })));
  let left = turns;
  for (const [session, of] of Map.groupBy(talk, (each) => each.session)) {
    const some = of.slice(0, left).map(({ turn }) => turn);
    left -= some.length;
    if (some.length > 0)
      await post(`${url}/v1/recordAll?userId=ben&sessionId=${encodeURIComponent(session)}`, { turns: some });
  }
  const asked = load(url, 3600);
  const began = performance.now();
  await post(`${url}/v1/consolidate?userId=ben`, {});
  const tookS = (performance.now() - began) / 1000;
  asked.stop();
  return { turns: turns - left, tookS, ...told(await asked) };
}

const told = (result: Awaited<ReturnType<typeof load>>) => ({
  errors: result.errors + result.timeouts + result.non2xx,
  ...{ p50: result.latency.p50, p99: result.latency.p99, most: result.latency.max },
  perSecond: result['2xx'] / result.duration,
});

/** As soon as it is known: what comes next may take long. */
function tell(what: string, figures: Readonly<Record<string, number>>): void {
  const said = Object.entries(figures).map(([name, figure]) => `${name} ${Number(figure.toPrecision(4))}`);
  console.log(`${what}: ${said.join(', ')}`);
}

async function measure({ url, pid }: Server, perSecondHere: number): Promise<void> {
  await load(url, WARM_SECONDS);
  const { result, firstHalf, secondHalf } = await whileSampled(pid, load(url, seconds));
  const overHttp = told(result);
  tell('over HTTP', { ...overHttp, ratio: perSecondHere / overHttp.perSecond });
  tell('memory in MB', { firstHalf, secondHalf, growth: secondHalf / firstHalf });
  tell('while consolidating', await consolidating(url));
}

const folder = mkdtempSync(join(tmpdir(), 'souvenir-load-'));
try {
  const path = join(folder, 'memory.db');
  await measureBuild(path, memories);
  console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, ${platform()} ${arch()}, Node ${process.version}`);
  console.log(
    `${memories} memories, ${connections} connections, ${seconds} s, ${reader === 'none' ? 'no ' : ''}reader`,
  );
  const here = await askedHere(path);
  tell('in the process', here);
  const server = await served(path);
  await measure(server, here.perSecond).finally(() => server.end());
} finally {
  rmSync(folder, { recursive: true, force: true });
}
