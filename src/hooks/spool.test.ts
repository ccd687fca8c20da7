import { mkdirSync, mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createSouvenir } from '../create-souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import type { HookMemory } from './hook-memory.ts';
import { Spool } from './spool.ts';
import { endSessions, takeIn } from './take-in.ts';

const NOW = new Date('2026-11-19T10:00:00Z');
let folder: string;
let spool: Spool;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'souvenir-spool-'));
  spool = new Spool(folder);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const entry = (content: string, sourceId = content) => ({ sessionId: 's1', episodes: [{ content, sourceId }] });

async function opened() {
  const souvenir = await createSouvenir({ store: memoryStore(), embedder: null });
  const memory: HookMemory = {
    for: (scope) => souvenir.for({ userId: 'default', ...scope }),
    close: () => souvenir.close(),
  };
  const recorded = async () =>
    (await memory.for({ sessionId: 's1' }).sessions.turns({ limit: 500 })).turns.map(({ content }) => content);
  const logged: string[] = [];
  return { memory, recorded, logged, log: (text: string) => void logged.push(text) };
}

it('Events are recorded in their order, and once though they are taken in twice', async () => {
  const { memory, recorded, log } = await opened();
  for (const content of ['one', 'two', 'three']) spool.write(entry(content), NOW);
  const names = spool.names();
  await takeIn(names, { memory, spool, log });
  expect(spool.names()).toEqual([]);
  for (const content of ['one', 'two', 'three']) spool.write(entry(content), NOW);
  await takeIn([...names, ...spool.names()], { memory, spool, log });
  expect(await recorded()).toEqual(['one', 'two', 'three']);
});

it('An entry that cannot be read, or that is refused, does not keep the others from being recorded', async () => {
  const { memory, recorded, logged, log } = await opened();
  spool.write(entry('one'), NOW);
  spool.write({ sessionId: 's1', episodes: [{ content: ' ' }, { content: 'two', sourceId: 'two' }] }, NOW);
  writeFileSync(join(folder, 'spool', '000-broken.json'), '{"sessionId":"s1","epis');
  await takeIn(spool.names(), { memory, spool, log });
  expect(await recorded()).toEqual(['one', 'two']);
  expect(spool.names()).toEqual([]);
  expect(logged).toHaveLength(2);
});

it('An entry stays in the spool if the store fails', async () => {
  const { memory, log } = await opened();
  spool.write(entry('one'), NOW);
  await memory.close();
  await expect(takeIn(spool.names(), { memory, spool, log })).rejects.toThrow();
  expect(spool.names()).toHaveLength(1);
});

it('An entry that cannot be read now stays in the spool, and the others are recorded', async () => {
  const { memory, recorded, log } = await opened();
  spool.write(entry('one'), NOW);
  // A folder of that name is as unreadable as a file without permission, also for root.
  mkdirSync(join(folder, 'spool', '000.json'));
  await takeIn(spool.names(), { memory, spool, log });
  expect(await recorded()).toEqual(['one']);
  expect(spool.names()).toEqual(['000.json']);
});

it('The end of a session stays in the spool until the session is ended, whoever has taken in its events', async () => {
  const { memory, recorded, log } = await opened();
  spool.write({ ...entry('one'), ended: true }, NOW);
  const names = spool.names();
  await takeIn(names, { memory, spool, log });
  expect(await recorded()).toEqual(['one']);
  expect(spool.names()).toEqual(names);
  const stopping = AbortSignal.abort(new Error('a prompt came'));
  await expect(endSessions(names, { memory, spool, signal: stopping })).rejects.toThrow('a prompt came');
  expect(spool.names()).toEqual(names);
  await endSessions(names, { memory, spool });
  expect((await memory.for({}).sessions.list())[0]).toHaveProperty('endedAt');
  expect(spool.names()).toEqual([]);
});

it('Stopping between batches leaves the rest in the spool', async () => {
  const { memory, log } = await opened();
  for (let at = 0; at < 150; at += 1) spool.write(entry(`event ${at}`), NOW);
  const stopping = new AbortController();
  const stopsAtFirst: HookMemory = {
    ...memory,
    for(scope) {
      stopping.abort(new Error('a prompt came'));
      return memory.for(scope);
    },
  };
  const taking = takeIn(spool.names(), { memory: stopsAtFirst, spool, log, signal: stopping.signal });
  await expect(taking).rejects.toThrow('a prompt came');
  expect(spool.names()).toHaveLength(50);
});

it('The spool is bounded, and what a process that died was writing is swept', () => {
  spool.write(entry('one'), NOW);
  for (let at = 0; at < 4_000; at += 1) writeFileSync(join(folder, 'spool', `${at}.json`), '{}');
  expect(() => spool.write(entry('two'), NOW)).toThrow('more than 4000 events');
  const part = join(folder, 'spool', '1.part');
  writeFileSync(part, '{"sess');
  spool.sweep(NOW);
  utimesSync(part, NOW, NOW);
  spool.sweep(new Date(NOW.getTime() + 7_200_000));
  expect(readdirSync(join(folder, 'spool'))).not.toContain('1.part');
});
