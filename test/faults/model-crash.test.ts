import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAiLlm } from '../../src/llms/index.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { madeIn, openMemory } from './consolidation-story.ts';

const CONSOLIDATOR = fileURLToPath(new URL('model-consolidator.ts', import.meta.url));
const folder = temporaryFolder();
const recorded = join(folder, 'recorded.db');
const SESSIONS = [
  ['Ana lives in Lisbon.', 'Ana keeps bees.', 'Rex is a dog of Ana.'],
  ['Ana lives in Porto.', 'Ana keeps bees.'],
  ['Ana lives in Faro.', 'Ben is the brother of Ana.'],
];

/** Says back each turn as a fact, and that Ana lives where she was said to live last. */
function answerTo(user: string): object {
  const reported = user.split('\n').flatMap((line) => {
    const { number, said = '' } = /^\[(?<number>\d+)\] (?:user: )?(?<said>.*)$/.exec(line)?.groups ?? {};
    return number === undefined ? [] : [{ number: Number(number), said }];
  });
  if (user.includes('What happened:'))
    return { facts: reported.map(({ number, said }) => ({ from: [number], text: said, category: 'fact' })) };
  const homes = reported.filter(({ said }) => said.includes('lives in'));
  const pairs = homes.slice(1).map(({ number }, at) => ({ older: homes[at]?.number, newer: number, is: 'replaces' }));
  return { pairs };
}

let asked = 0;
/** What happens at each question instead of an answer. */
let atQuestion: (question: number) => 'answer' | 'silence' = () => 'answer';
const server = createServer(async (request, response) => {
  const { messages } = JSON.parse(await text(request));
  asked += 1;
  if (atQuestion(asked) === 'silence') return;
  const content = JSON.stringify(answerTo(messages[1].content));
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ choices: [{ message: { content }, finish_reason: 'stop' }] }));
});
const listen = async (port = 0): Promise<number> => {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
};
const close = async (): Promise<void> => {
  server.closeAllConnections();
  server.close();
  await once(server, 'close');
};

let port = 0;
let expected: Awaited<ReturnType<typeof madeIn>>;
let questions = 0;
const address = (): string => `http://127.0.0.1:${port}/v1`;
const copyOf = (name: string): string => {
  const path = join(folder, `${name}.db`);
  copyFileSync(recorded, path);
  return path;
};
const consolidator = (path: string): ChildProcess =>
  spawn(process.execPath, [CONSOLIDATOR, path, address()], { stdio: ['ignore', 'ignore', 'inherit'] });

async function finish(path: string) {
  const store = sqliteStore({ path });
  const souvenir = await openMemory(store, openAiLlm({ baseUrl: address(), model: 'stand-in', retries: 0 }));
  const report = await souvenir.for().consolidate();
  const made = await madeIn(store);
  await souvenir.close();
  return { report, made };
}

beforeAll(async () => {
  port = await listen();
  const souvenir = await openMemory(sqliteStore({ path: recorded }));
  for (const [at, turns] of SESSIONS.entries())
    for (const [minute, content] of turns.entries())
      await souvenir
        .for({ sessionId: `s${at}` })
        .record({ content, occurredAt: new Date(Date.UTC(2026, 1, 1 + at, 9, minute)) });
  await souvenir.close();
  const { report, made } = await finish(copyOf('uninterrupted'));
  questions = asked;
  expected = made;
  expect(report.components.flatMap(({ failures }) => failures)).toEqual([]);
  const homes = made.memories.map((memory) => JSON.parse(memory)).filter(({ content }) => /lives in/.test(content));
  expect(
    homes.filter(({ component }) => component === 'durable').map(({ content, status }) => [content, status]),
  ).toEqual(
    expect.arrayContaining([
      ['Ana lives in Faro.', 'active'],
      ['Ana lives in Lisbon.', 'superseded'],
      ['Ana lives in Porto.', 'superseded'],
    ]),
  );
});

afterAll(close);

describe('a consolidation with a model', () => {
  it('makes everything once, wherever in a question it is killed', async () => {
    for (let question = 1; question <= questions; question++) {
      const path = copyOf(`killed${question}`);
      const first = asked;
      const child = consolidator(path);
      atQuestion = (now) => {
        if (now - first < question) return 'answer';
        child.kill('SIGKILL');
        return 'silence';
      };
      await once(child, 'exit');
      expect(child.signalCode).toBe('SIGKILL');
      atQuestion = () => 'answer';
      expect((await finish(path)).made).toEqual(expected);
      expect((await finish(path)).report).toMatchObject({ memoriesCreated: 0, episodesConsumed: 0, modelCalls: 0 });
    }
  });

  it('makes everything once in two processes', async () => {
    const path = copyOf('apart');
    const children = [consolidator(path), consolidator(path)];
    await Promise.all(children.map((child) => once(child, 'exit')));
    expect(children.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect((await finish(path)).made).toEqual(expected);
  });

  it('waits for a server that is down, and makes everything once when it is back', async () => {
    const path = copyOf('down');
    await close();
    const { report, made } = await finish(path);
    expect(report.components.some(({ failures }) => failures.length > 0)).toBe(true);
    expect(made.memories.filter((memory) => JSON.parse(memory).component === 'durable')).toEqual([]);
    await listen(port);
    expect((await finish(path)).made).toEqual(expected);
  });
});
