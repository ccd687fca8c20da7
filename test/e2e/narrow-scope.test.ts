import { join } from 'node:path';
import { Client, InMemoryTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { souvenirClient } from '../../src/client/index.ts';
import { hashEmbedder } from '../../src/embedders/index.ts';
import {
  createSouvenir,
  defineAgent,
  memoryStore,
  type ScopeInput,
  type Souvenir,
  type Store,
} from '../../src/index.ts';
import { mcpServerOf } from '../../src/mcp/mcp-server.ts';
import { type Operation, perform } from '../../src/operations/operation.ts';
import { type OperationName, operations } from '../../src/operations/operations.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { ATTEMPTS } from '../faults/isolation/attempts.ts';
import { freshCli } from '../support/cli.ts';
import { manualClock } from '../support/manual-clock.ts';
import { serveMemory } from '../support/serve-memory.ts';

const cli = freshCli();
const opened: { close(): Promise<unknown> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0).reverse()) await each.close();
});

/** Where something is kept, by a word that stands nowhere else. */
const PLACES = {
  zqhere: { agentId: 'ada', projectId: 'site', sessionId: 'monday' },
  zqsession: { agentId: 'ada', projectId: 'site', sessionId: 'tuesday' },
  zqproject: { agentId: 'ada', projectId: 'shop', sessionId: 'monday' },
  zqagent: { agentId: 'bob', projectId: 'site', sessionId: 'monday' },
} as const;
type Word = keyof typeof PLACES;
const WORDS = Object.keys(PLACES) as Word[];
const AGENTS = [{ id: 'ada' }, { id: 'bob' }];

/** What a scope may narrow, each with what then lies outside. */
const NARROWED: readonly (readonly [string, ScopeInput, Word])[] = [
  ['agent', { agentId: 'ada' }, 'zqagent'],
  ['project', { projectId: 'site' }, 'zqproject'],
  ['session', { sessionId: 'monday' }, 'zqsession'],
];

/** Nouns that a part of a scope does not divide: the profile and documents are the user's, the rest the agent's in every project. */
const UNDIVIDED: Readonly<Record<string, readonly string[]>> = {
  agent: ['profile.', 'documents.'],
  project: ['profile.', 'documents.', 'instructions.', 'persona.', 'consolidate', 'sessions.end'],
  session: [],
};

async function scene(store: Store = memoryStore()) {
  const clock = manualClock('2026-03-01T09:00:00Z');
  const agents = AGENTS.map((agent) => defineAgent({ ...agent, recall: { threshold: 0, minScoreShare: 0 } }));
  const souvenir = await createSouvenir({ store, clock, agents, embedder: hashEmbedder(), reader: null });
  opened.push(souvenir);
  const ids = {} as Record<Word, { memory: string; other: string; episode: string; entity: string }>;
  for (const word of WORDS) {
    const place = souvenir.for({ userId: 'ana', ...PLACES[word] });
    const [turn] = await place.recordAll([{ content: `My hen is called ${word}.` }]);
    await place.consolidate();
    const { memory } = await place.memories.add(`The key is under ${word}.`);
    const { memory: other } = await place.memories.add(`The code of the club is ${word}.`, { entities: [word] });
    ids[word] = {
      ...{ memory: memory.id, other: other.id },
      ...{ episode: turn?.id ?? '', entity: other.entityIds[0] ?? '' },
    };
    clock.advance(60_000);
  }
  await souvenir.for({ userId: 'ana', agentId: 'ada' }).instructions.apply('Write short sentences.');
  await souvenir.for({ userId: 'ana', agentId: 'bob' }).instructions.apply('Write about zqagent in short sentences.');
  await souvenir.for({ userId: 'ana' }).profile.set({ name: 'Ana' });
  await souvenir.settled();
  return { souvenir, store, clock, ids };
}

/** All that is held of a place, in its words. */
async function storedOf(word: Word, souvenir: Souvenir): Promise<unknown> {
  const { agentId } = PLACES[word];
  const { memories, instructions } = souvenir.for({ userId: 'ana', agentId });
  const all = await memories.list({ limit: 1000, statuses: ['active', 'archived', 'superseded', 'forgotten'] });
  const versions = (await instructions.versions()).map(({ text }) => text);
  const own = all.memories.filter(({ content }) => content.includes(word));
  return { memories: own.map(({ content, status, importance }) => [content, status, importance]), versions };
}

/** Those of an operation that name nothing by its id: what they reach is for the scope to say. */
const inputsOf = (
  name: OperationName,
  outside: Awaited<ReturnType<typeof scene>>['ids'][Word],
  word: Word,
  to: Date,
) => {
  if (name === 'erase') return [{ dryRun: true }, {}];
  if (name === 'memories.forgetAll') return [{}];
  if (name === 'memories.rollback') return [{ to, dryRun: true }, { to }];
  const known = { ...outside, document: 'none', session: PLACES[word].sessionId, word };
  return ATTEMPTS[name](known);
};

type Ask = (name: OperationName, input: object) => Promise<string>;

const DOORS: Readonly<Record<string, (of: Awaited<ReturnType<typeof scene>>, scope: ScopeInput) => Promise<Ask>>> = {
  'the library': async ({ souvenir, store }, scope) => {
    const isAnyAgent = scope.agentId === undefined;
    return async (name, input) => {
      const operation = operations[name] as unknown as Operation<
        never,
        never,
        Promise<unknown> | AsyncIterable<unknown>
      >;
      const result = perform(operation, { souvenir, store, memory: souvenir.for(scope), isAnyAgent }, input as never);
      if (!(Symbol.asyncIterator in result)) return JSON.stringify(await result) ?? '';
      const items: unknown[] = [];
      for await (const item of result) items.push(item);
      return JSON.stringify(items);
    };
  },
  'a client of a server': async (of, scope) => {
    const server = await serveMemory(of);
    const client = souvenirClient({ url: server.url, retries: 0 });
    opened.push(server, client);
    const memory = client.for(scope);
    return async (name, input) => {
      if (name !== 'export') return JSON.stringify(await memory.perform(name, input as never)) ?? '';
      const items: unknown[] = [];
      for await (const item of memory.export(input)) items.push(item);
      return JSON.stringify(items);
    };
  },
};

describe.each(Object.entries(DOORS))('a narrow scope through %s', (_, enter) => {
  it.each(NARROWED)('with one %s reaches nothing outside of it in any operation', async (part, named, word) => {
    const of = await scene();
    const to = new Date('2026-03-01T09:00:30Z');
    const ask = await enter(of, { userId: 'ana', ...named });
    const matches: string[] = [];
    // What takes most away comes last.
    const names = Object.keys(operations).filter((name) => name !== 'erase') as OperationName[];
    for (const name of [...names, 'erase' as const]) {
      if (UNDIVIDED[part]?.some((prefix) => name.startsWith(prefix))) continue;
      // A read names a session in its input, and an id names one thing wherever it is.
      if (part === 'session' && !['erase', 'memories.forgetAll', 'memories.rollback'].includes(name)) continue;
      const before = JSON.stringify(await storedOf(word, of.souvenir));
      for (const input of inputsOf(name, of.ids[word], word, to)) {
        const answer = await ask(name, input).catch((error) => {
          if (error.code === 'internal') throw error;
          return `${error.message}`;
        });
        if (answer.includes(word) && !JSON.stringify(input).includes(word)) matches.push(`${name} tells`);
        if (name === 'erase' && answer.includes(of.ids[word].memory)) matches.push(`${name} would take`);
      }
      if (JSON.stringify(await storedOf(word, of.souvenir)) !== before) matches.push(`${name} changes`);
    }
    expect(matches).toEqual([]);
    expect(
      (await of.souvenir.for({ userId: 'ana', ...named, agentId: 'ada' }).memories.list()).memories.some(
        ({ content }) => content.includes('zqhere'),
      ),
    ).toBe(false);
    expect(await of.souvenir.for({ userId: 'ana' }).profile.get()).toMatchObject({ name: 'Ana' });
  });

  it.each(['stats', 'cycle', 'export'] as const)(
    'with a project refuses %s, which concerns all projects',
    async (name) => {
      const ask = await enter(await scene(), { userId: 'ana', projectId: 'site' });
      await expect(ask(name, {})).rejects.toMatchObject({
        code: 'invalidInput',
        message: expect.stringMatching(/concerns all projects/),
      });
    },
  );

  it.each(['teamId', 'team', 'project'])('with %s is refused as unknown', async (part) => {
    const of = await scene();
    const asking = async () => (await enter(of, { userId: 'ana', [part]: 'red' } as ScopeInput))('erase', {});
    await expect(asking()).rejects.toMatchObject({ code: 'invalidInput', message: expect.stringContaining(part) });
    expect(await storedOf('zqhere', of.souvenir)).toMatchObject({
      memories: expect.arrayContaining([expect.anything()]),
    });
  });
});

it('an erasure is refused if its input names another agent than the scope', async () => {
  const of = await scene();
  const ask = await (DOORS['the library'] as (typeof DOORS)[string])(of, { userId: 'ana', agentId: 'ada' });
  await expect(ask('erase', { agentId: 'bob' })).rejects.toMatchObject({ code: 'invalidInput' });
});

it('the preview of an erasure lists counts by agent and project', async () => {
  const { souvenir } = await scene();
  const { places = [] } = await souvenir.erase({ userId: 'ana', dryRun: true });
  expect(places.map(({ agentId, projectId, counts }) => [agentId, projectId, Object.keys(counts).sort()])).toEqual([
    ['ada', 'shop', ['episodes', 'memories']],
    ['ada', 'site', ['episodes', 'memories']],
    ['ada', undefined, ['instructions']],
    ['bob', 'site', ['episodes', 'memories']],
    ['bob', undefined, ['instructions']],
    [undefined, undefined, ['fields']],
  ]);
  const narrow = await souvenir.erase({ userId: 'ana', agentId: 'bob', dryRun: true });
  expect(narrow.places?.map(({ agentId }) => agentId)).toEqual(['bob', 'bob']);
});

it('a tool over MCP takes no scope', async () => {
  const { souvenir, store } = await scene();
  const [here, there] = InMemoryTransport.createLinkedPair();
  await mcpServerOf({ souvenir, store, memory: souvenir.for({ userId: 'ana', ...PLACES.zqhere }) }).connect(there);
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(here);
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools.length).toBeGreaterThan(5);
  for (const { name } of tools)
    for (const part of ['tenantId', 'userId', 'agentId', 'projectId', 'teamId']) {
      const answer = await client.callTool({ name, arguments: { [part]: 'bob' } });
      expect([name, part, answer.isError]).toEqual([name, part, true]);
    }
});

describe('through the command line', () => {
  const run = async (...given: string[]) => {
    const path = join(cli.folder, 'narrow.db');
    const { souvenir } = await scene(sqliteStore({ path }));
    await souvenir.close();
    const done = await cli.souvenir([...given, '--db', path, '--user', 'ana', '--embedder', 'none']);
    const after = await createSouvenir({
      store: sqliteStore({ path }),
      agents: AGENTS.map((agent) => defineAgent(agent)),
      embedder: null,
      reader: null,
    });
    opened.push(after);
    const stored = async (word: Word) => JSON.stringify(await storedOf(word, after)).includes(`${word}.","active"`);
    const left = [];
    for (const word of WORDS) if (await stored(word)) left.push(word);
    return { ...done, left, profile: await after.for({ userId: 'ana', agentId: 'ada' }).profile.get() };
  };

  it.each([
    ['erase', '--yes', '--agent', 'ada'],
    ['forget', '--all', '--yes', '--agent', 'ada'],
  ])('%s affects only the given agent', async (...given) => {
    expect(await run(...given)).toMatchObject({ code: 0, left: ['zqagent'], profile: { name: 'Ana' } });
  });

  it.each([
    ['--session', 'monday', ['zqsession', 'zqagent']],
    ['--project', 'site', ['zqproject', 'zqagent']],
  ])('forget --all affects only the memories of %s', async (flag, value, left) => {
    expect(await run('forget', '--all', '--yes', '--agent', 'ada', flag, value)).toMatchObject({ code: 0, left });
  });

  it('a preview lists agents and projects', async () => {
    expect((await run('erase')).stdout).toMatch(/agent ada, project shop: .*\n.*agent ada, project site: /);
  });

  it.each([
    ['export', '--project', 'site'],
    ['export', '--session', 'monday'],
    ['export', '--readable', '--agent', 'ada'],
    ['stats', '--project', 'site'],
    ['stats', '--session', 'monday'],
    ['cycle', '--project', 'site'],
  ])('%s refuses %s', async (...given) => {
    const { code, stdout } = await run(...given);
    expect([code, stdout]).toEqual([2, '']);
  });
});
