import { execFileSync } from 'node:child_process';
import { Agent, type IncomingMessage, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { createSouvenir } from '../../../src/index.ts';
import { Keys } from '../../../src/server/keys.ts';
import { sqliteStore } from '../../../src/stores/sqlite/sqlite-store.ts';
import { startServer } from '../../support/server-process.ts';

/** Each holds a quarter of the connections. */
const HOSTILE = ['streams', 'bodies', 'readers'] as const;
type Hostile = (typeof HOSTILE)[number];

export interface CallersReport {
  /** Requests by who sent them. */
  readonly opened: Readonly<Record<Hostile, number>>;
  /** With 429 or 503. */
  readonly refused: Readonly<Record<Hostile, number>>;
  /** Answered ordinary calls. */
  readonly answered: number;
  readonly slowestMs: number;
  /** Megabytes that the server holds, evenly over the time. */
  readonly memoryMb: readonly number[];
  readonly wrong: readonly string[];
}

const ORDINARY_KEYS = 10;
const PAUSE_MS = 500;
const AGAIN_MS = 1000;
const SAMPLES = 30;
/** More than the buffers of a connection take, and with the readers of one key more than its share. */
const LARGE_TURNS = 15;
const LARGE_TURN = 'all about Malmö '.repeat(40_000);
/** Ordinary callers come from another address where the system has more than one of its own: what one address holds is bounded too. */
const localAddress = process.platform === 'linux' ? { localAddress: '127.0.0.2' } : {};
const agent = new Agent({ keepAlive: true, ...localAddress });

/** Holds so many connections to a server for so long: event streams, bodies that do not end, answers that nobody reads, and ordinary calls with other keys. */
export async function holdConnections(
  connections: number,
  seconds: number,
  folder: string,
  tell: (line: string) => void,
): Promise<CallersReport> {
  const path = join(folder, 'callers.db');
  const keys = await prepare(path);
  const server = await startServer(['--db', path, '--embedder', 'none', '--require-key']);
  const wrong: string[] = [];
  const counts = {
    ...{ opened: { streams: 0, bodies: 0, readers: 0 }, refused: { streams: 0, bodies: 0, readers: 0 } },
    ...{ answered: 0, slowestMs: 0 },
  };
  const until = performance.now() + seconds * 1000;
  const isOver = (): boolean => performance.now() >= until;
  const over = AbortSignal.timeout(seconds * 1000);
  const waited = (ms: number) => setTimeout(ms, undefined, { signal: over }).catch(() => undefined);

  const hold = async (kind: Hostile) => {
    while (!isOver()) {
      counts.opened[kind] += 1;
      const { status, ended } = await openOne(server.url, REQUESTS[kind](keys[kind]), kind === 'readers', over);
      if (status === 429 || status === 503) counts.refused[kind] += 1;
      // What lasted until it was cut off may say so; what broke at once may not.
      else if (status !== 200 && status !== 408 && !isOver()) wrong.push(`${kind}: ${status ?? ended}`);
      await waited(AGAIN_MS);
    }
  };
  const ask = async (at: number) => {
    const key = keys.ordinary[at % ORDINARY_KEYS] as string;
    for (let n = at; !isOver(); n++) {
      const began = performance.now();
      const refused = await refusalOf(server.url, key, `user${at}`, n);
      counts.slowestMs = Math.max(counts.slowestMs, performance.now() - began);
      if (refused === undefined) counts.answered += 1;
      else if (!isOver()) wrong.push(`an ordinary call: ${refused}`);
      await waited(PAUSE_MS);
    }
  };
  const memoryMb: number[] = [];
  const watch = async () => {
    for (let sample = 1; sample <= SAMPLES && server.process.exitCode === null; sample++) {
      await waited((seconds * 1000) / SAMPLES - 1);
      memoryMb.push(memoryOf(server.process.pid));
      const { answered, opened, refused } = counts;
      tell(
        `${Math.round((sample / SAMPLES) * seconds)} s: ${memoryMb.at(-1)} MB, ${answered} ordinary calls, opened ${JSON.stringify(opened)}, refused ${JSON.stringify(refused)}`,
      );
    }
  };
  const each = Math.floor(connections / (HOSTILE.length + 1));
  await Promise.all([
    watch(),
    ...HOSTILE.flatMap((kind) => Array.from({ length: each }, () => hold(kind))),
    ...Array.from({ length: connections - each * HOSTILE.length }, (_, at) => ask(at)),
  ]);
  for (const kind of HOSTILE) {
    const refused = await refusedAtLast(server.url, keys[kind]);
    if (refused !== undefined) wrong.push(`${kind}, after all connections were closed: ${refused}`);
  }
  agent.destroy();
  if (server.process.exitCode !== null) wrong.push(`the server ended with ${server.process.exitCode}`);
  await server.end('SIGTERM');
  return { ...counts, memoryMb, wrong };
}

/** What they held is given back once the server has seen that they are gone. */
async function refusedAtLast(url: string, key: string): Promise<string | undefined> {
  let refused: string | undefined;
  for (let tries = 0; tries < TRIES; tries++) {
    refused = await refusalOf(url, key, 'ben', 0);
    if (refused === undefined) return undefined;
    await setTimeout(AGAIN_MS);
  }
  return refused;
}

const TRIES = 20;

type KeysOf = Readonly<Record<Hostile, string>> & { readonly ordinary: readonly string[] };

async function prepare(path: string): Promise<KeysOf> {
  const store = sqliteStore({ path });
  const souvenir = await createSouvenir({ store, embedder: null, reader: null });
  await souvenir
    .for({ userId: 'ana' })
    .recordAll(Array.from({ length: LARGE_TURNS }, (_, at) => ({ content: `${at} ${LARGE_TURN}` })));
  const make = async (name: string) => (await new Keys(store).create({ name })).key;
  const [streams, bodies, readers] = [await make('streams'), await make('bodies'), await make('readers')];
  const ordinary: string[] = [];
  for (let at = 0; at < ORDINARY_KEYS; at++) ordinary.push(await make(`ordinary ${at}`));
  await souvenir.close();
  return { streams, bodies, readers, ordinary };
}

const head = (line: string, key: string, length?: number) =>
  `${line} HTTP/1.1\r\nhost: 127.0.0.1\r\nauthorization: Bearer ${key}\r\ncontent-type: application/json\r\n${length === undefined ? '' : `content-length: ${length}\r\n`}\r\n`;

const REQUESTS: Readonly<Record<Hostile, (key: string) => string>> = {
  streams: (key) => head('GET /v1/events?userId=ana', key),
  bodies: (key) => `${head('POST /v1/record?userId=ana', key, 1_000_000)}{"con`,
  readers: (key) => head('POST /v1/sessions/turns?userId=ana', key, 0),
};

/** Sends a request and keeps the connection until the server ends it or time is over; a slow reader reads the beginning of the answer alone. */
function openOne(url: string, bytes: string, isSlow: boolean, over: AbortSignal) {
  return new Promise<{ readonly status: number | undefined; readonly ended: string }>((resolve) => {
    const { hostname, port } = new URL(url);
    const socket = connect(Number(port), hostname);
    let [statement, ended] = ['', 'ended before it answered'];
    const leave = () => socket.destroy();
    over.addEventListener('abort', leave, { once: true });
    socket.on('connect', () => socket.write(bytes));
    socket.on('error', (error) => (ended = error.message));
    socket.on('data', (chunk) => {
      if (statement.length < 100) statement += chunk.toString('latin1');
      const status = statusOf(statement);
      if (status !== undefined && status >= 400) leave();
      else if (isSlow) socket.pause();
    });
    socket.on('close', () => {
      over.removeEventListener('abort', leave);
      resolve({ status: statusOf(statement), ended });
    });
    // A paused socket is not told that the other side has closed it.
    if (isSlow) setTimeout(MAX_READ_MS, undefined, { ref: false }).then(leave);
  });
}

/** Longer than the server waits for a reader. */
const MAX_READ_MS = 70_000;

const STATUS = /^HTTP\/1\.1 (\d{3})/;
const statusOf = (statement: string): number | undefined => {
  const [, status] = STATUS.exec(statement) ?? [];
  return status === undefined ? undefined : Number(status);
};

const CALLS: readonly ((n: number) => readonly [path: string, body: object])[] = [
  (n) => ['record', { content: `My friend number ${n} lives in Oslo.` }],
  () => ['recall', { query: 'Where do my friends live?' }],
  () => ['memories/list', { limit: 20 }],
  () => ['stats', {}],
];

/** Why an ordinary call was not answered; undefined if it was. */
async function refusalOf(url: string, key: string, userId: string, n: number): Promise<string | undefined> {
  const [path, body] = (CALLS[n % CALLS.length] as (typeof CALLS)[0])(n);
  let isReused = false;
  try {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const asked = request(
        `${url}/v1/${path}?userId=${userId}`,
        { agent, method: 'POST', headers: headersOf(key) },
        resolve,
      );
      asked.on('error', (error) => {
        isReused = asked.reusedSocket;
        reject(error);
      });
      asked.end(JSON.stringify(body));
    });
    const statement = await text(answer);
    return answer.statusCode === 200 ? undefined : `${path}: ${answer.statusCode} ${statement.slice(0, 200)}`;
  } catch (error) {
    // The server may close an idle connection in the moment in which it is used again: the call was not read.
    if (isReused && error instanceof Error && 'code' in error && error.code === 'ECONNRESET')
      return refusalOf(url, key, userId, n);
    return `${path}: ${error instanceof Error ? error.message : error}`;
  }
}

const headersOf = (key: string) => ({ 'content-type': 'application/json', authorization: `Bearer ${key}` });

const memoryOf = (pid: number | undefined): number =>
  Math.round(Number(execFileSync('ps', ['-o', 'rss=', '-p', `${pid}`]).toString()) / 1000);
