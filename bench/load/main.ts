// A server that many ask at once, from another process: natural questions, default settings. A line as soon as a figure is known.
// usage: npm run bench:load -- [--seconds 25] [--connections 50] [--memories 10000] [--turns 1000] [--reader none]
// --seconds of load, once alone and once while --turns of somebody else are consolidated, as far as they get in that time.
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { arch, cpus, loadavg, platform, tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import autocannon from 'autocannon';
import { seededRandom } from '../random.ts';
import { fill, fillSource } from '../speed/fill.ts';
import { naturalQuestions, sessionsWith } from '../speed/natural.ts';
import { progress } from '../speed/report.ts';

const { values } = parseArgs({
  options: {
    ...{ seconds: { type: 'string', default: '25' }, connections: { type: 'string', default: '50' } },
    ...{ memories: { type: 'string', default: '10000' }, turns: { type: 'string', default: '1000' } },
    reader: { type: 'string', default: 'reader' },
  },
});
const [seconds, connections] = [Number(values.seconds), Number(values.connections)];
const [memories, turns] = [Number(values.memories), Number(values.turns)];
const { reader } = values;
/** Turns that are really embedded; the other memories are varied from these. */
const EMBEDDED = 400;
const WARM_SECONDS = 5;
const JSON_HEADERS = { 'content-type': 'application/json' };
const QUESTIONS = naturalQuestions(seededRandom(7));

const started = (path: string, ...args: string[]) =>
  fork(join(import.meta.dirname, 'memory.ts'), [path, ...args], { stdio: 'inherit' });

async function askInProcess(path: string): Promise<number> {
  const child = started(path, 'here', reader, String(Math.ceil(seconds / 3)), String(connections));
  const [figures] = await once(child, 'message');
  await once(child, 'exit');
  show('in the process', figures);
  return figures.perSecond;
}

/** Each connection asks its own questions: the vector of a question that others ask too would come from a cache. */
async function load(url: string, duration: number) {
  const counts = { answers: 0, unread: 0, degraded: 0 };
  const requests = QUESTIONS.map((query) => ({
    ...{ method: 'POST', path: '/v1/recall', headers: JSON_HEADERS, body: JSON.stringify({ query }) },
    onResponse(_: number, body: string) {
      counts.answers += 1;
      if (!body.includes('"degraded":[]')) counts.degraded += 1;
      if (/"degraded":\[[^\]]*"part":"reader"/.test(body)) counts.unread += 1;
    },
  }));
  const share = Math.ceil(requests.length / connections);
  let clients = 0;
  const result = await autocannon({
    ...{ url, connections, duration, timeout: 60 },
    // Requests are built while the load runs, on the thread that asks.
    setupClient: (client) => client.setRequests(requests.slice(share * clients, share * ++clients)),
  });
  return {
    perSecond: result['2xx'] / result.duration,
    ...{ p50: result.latency.p50, p99: result.latency.p99, longest: result.latency.max },
    errors: result.errors + result.timeouts + result.non2xx,
    'percent without the reader': (100 * counts.unread) / counts.answers,
    'percent degraded': (100 * counts.degraded) / counts.answers,
  };
}

async function post(url: string, body: unknown): Promise<unknown> {
  const ask = () => fetch(url, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) });
  // A connection that was idle may be closed by the server as it is used again.
  const answer = await ask().catch(ask);
  if (!answer.ok) throw new Error(`${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/** The load again, while the turns of another user are consolidated. */
async function loadWhileConsolidating(url: string) {
  let recorded = 0;
  for (const { id, turns: own } of sessionsWith(turns)) {
    await post(`${url}/v1/recordAll?userId=ben&sessionId=${encodeURIComponent(id)}`, { turns: own });
    recorded += own.length;
    progress('recording turns', recorded, turns);
  }
  const began = performance.now();
  let tookS = Number.NaN;
  // Where it outlasts the load, the server's end ends it.
  post(`${url}/v1/consolidate?userId=ben`, {}).then(
    () => {
      tookS = (performance.now() - began) / 1000;
    },
    () => {},
  );
  const figures = await load(url, seconds);
  return { turns: recorded, 'seconds until consolidated': tookS, ...figures };
}

function show(what: string, figures: Readonly<Record<string, number>>): void {
  const shown = Object.entries(figures).map(
    ([name, figure]) => `${name} ${Number.isNaN(figure) ? 'unknown' : Number(figure.toPrecision(4))}`,
  );
  console.log(`${what}: ${shown.join(', ')}`);
}

const folder = mkdtempSync(join(tmpdir(), 'souvenir-load-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
const [path, source] = [join(folder, 'memory.db'), join(folder, 'source.db')];
console.log(`${cpus().length} × ${cpus()[0]?.model.trim()}, ${platform()} ${arch()}, Node ${process.version}`);
console.log(
  `${memories} memories, ${connections} connections, ${seconds} s, ${reader === 'none' ? 'no ' : ''}reader; load ${loadavg()[0]?.toFixed(1)} at the start`,
);
await fillSource(source, EMBEDDED);
await fill(path, memories, source);
progress('asking in the process');
const perSecondHere = await askInProcess(path);
progress('starting the server');
const server = started(path, 'served', reader);
const [url] = await once(server, 'message');
try {
  progress('warming up');
  await load(url, WARM_SECONDS);
  progress('asking over HTTP');
  const overHttp = await load(url, seconds);
  show('over HTTP', { ...overHttp, 'in the process over HTTP': perSecondHere / overHttp.perSecond });
  show('while consolidating', await loadWhileConsolidating(url));
} finally {
  server.kill('SIGKILL');
}
