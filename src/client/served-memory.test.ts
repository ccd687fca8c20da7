import { afterEach, beforeEach, expect, test } from 'vitest';
import { serveMemory } from '../../test/support/serve-memory.ts';
import { createSouvenir } from '../create-souvenir.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';
import { type ServedMemory, type ServedSouvenir, souvenirClient } from './index.ts';

let souvenir: Souvenir;
let client: ServedSouvenir;
let server: Awaited<ReturnType<typeof serveMemory>>;
let ana: ServedMemory;
beforeEach(async () => {
  const store = memoryStore();
  souvenir = await createSouvenir({ store, embedder: null, reader: null });
  server = await serveMemory({ souvenir, store });
  client = souvenirClient({ url: server.url, retries: 0 });
  ana = client.for({ userId: 'ana' });
});
afterEach(async () => {
  await client.close();
  await server.close();
  await souvenir.close();
});

const at = new Date('2026-03-01');
const owner = { tenantId: 'default', userId: 'ana', agentId: 'default' };
const header = { kind: 'export', format: 1, ...owner, at };
const turn = (position: number, content: string) => ({
  ...{ kind: 'episode', ...owner, sessionId: 'monday', id: `turn-${position}`, position, content },
  ...{ type: 'conversation', role: 'user', importance: 0.5, occurredAt: at, metadata: {} },
});

test('the client records more turns than one request holds', async () => {
  const metadata = { tags: Array.from({ length: 600 }, () => []) };
  const turns = Array.from({ length: 50 }, (_, each) => ({ content: `line ${each}`, metadata }));
  expect(await ana.recordAll(turns)).toHaveLength(50);
});

test('the client imports a session that is larger than one request', async () => {
  const turns = Array.from({ length: 90 }, (_, each) => turn(each + 1, `${each} ${'word '.repeat(10_000)}`));
  const ended = { kind: 'session', agentId: 'default', sessionId: 'monday', endedAt: at };
  expect(await ana.import([header, ended, ...turns])).toEqual({ turns: 90, memories: 0, sessions: 1 });
  expect(await ana.sessions.list()).toMatchObject([{ sessionId: 'monday', episodes: 90, endedAt: at }]);
});

test('the client imports an empty export, and one whose last batch has only links', async () => {
  expect(await ana.import([header])).toEqual({ turns: 0, memories: 0, sessions: 0 });
  const one = (await ana.memories.add('The lamp is by the door.')).memory.id;
  const other = (await ana.memories.add('Bees need water in summer.')).memory.id;
  const link = { kind: 'link', agentId: 'default', fromId: one, toId: other, type: 'related', strength: 0.5 };
  await ana.import([header, { ...link, createdAt: at }]);
  expect(await ana.memories.neighbours(one)).toMatchObject([{ memory: { id: other } }]);
});
