import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { seededRandom } from '../../../bench/random.ts';
import { makeText } from '../../../bench/speed/texts.ts';
import { type ServerProcess, startServer } from '../../support/server-process.ts';
import { contentOf, damageOf } from './file-state.ts';

const AT_ONCE = 8;
const MAX_DELAY_MS = 20;

export interface ServerKillsReport {
  readonly writes: number;
  readonly kills: number;
  readonly retries: number;
  readonly wrong: readonly string[];
}

/**
 * Has a server acknowledge so many writes while it is killed so many times; a write that was not acknowledged is sent again with the same key
 * once there is another server. Looks whether each is in the file, and once.
 */
export async function killServer(
  writes: number,
  kills: number,
  seed: number,
  folder: string,
): Promise<ServerKillsReport> {
  const path = join(folder, 'served.db');
  const random = seededRandom(seed);
  const start = () => startServer(['--db', path, '--embedder', 'none']);
  const texts = Array.from({ length: writes }, (_, at) => `${makeText(14, random.next)} ${at}`);
  const moments = Array.from({ length: kills }, (_, at) =>
    Math.floor(((at + random.next()) * writes) / Math.max(1, kills)),
  );
  let server: Promise<ServerProcess> = start();
  let [acknowledged, retries, next] = [0, 0, 0];

  let killing: Promise<void> = Promise.resolve();
  const kill = async () => {
    const killed = await server;
    await setTimeout(random.next() * MAX_DELAY_MS);
    server = killed.end('SIGKILL').then(start);
  };
  const write = async (at: number) => {
    for (;;) {
      const { url } = await server;
      if (await isWritten(url, at, texts[at] as string)) break;
      retries += 1;
    }
    acknowledged += 1;
    if (acknowledged <= (moments[0] ?? writes)) return;
    moments.shift();
    killing = killing.then(kill);
  };
  const lane = async () => {
    for (let at = next++; at < writes; at = next++) await write(at);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  await killing;
  await (await server).end('SIGTERM');
  return { writes: acknowledged, kills: kills - moments.length, retries, wrong: await wrongIn(path, texts) };
}

const isTurn = (at: number): boolean => at % 2 === 0;

/** A turn or a memory, in turns; false where the server went away before it answered. */
async function isWritten(url: string, at: number, content: string): Promise<boolean> {
  const answer = await fetch(`${url}/v1/${isTurn(at) ? 'record' : 'memories/add'}?userId=ana`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': `write-${at}` },
    body: JSON.stringify({ content }),
  }).catch(() => undefined);
  const body = await answer?.text().catch(() => undefined);
  if (answer === undefined || body === undefined) return false;
  if (answer.status !== 200) throw new Error(`${answer.status}: ${body}`);
  return true;
}

async function wrongIn(path: string, texts: readonly string[]): Promise<string[]> {
  const { episodes, memories } = await contentOf(path);
  const wrong = damageOf(path);
  for (const [at, text] of texts.entries()) {
    const stored = (isTurn(at) ? episodes : memories).filter((each) => each.endsWith(` ${text}`)).length;
    if (stored !== 1) wrong.push(`${isTurn(at) ? 'turn' : 'memory'} ${at} is there ${stored} times`);
  }
  return wrong;
}
