import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { type Packed, zipOf } from '../../test/support/zip.ts';
import { createSouvenir } from '../create-souvenir.ts';
import { hashEmbedder } from '../embedders/hash-embedder.ts';
import { sqliteStore } from '../stores/sqlite/sqlite-store.ts';
import { fileSource, textSource } from './formats/source.ts';
import { type OperationContext, perform } from './operation.ts';
import { operations } from './operations.ts';
import { importAll } from './transfer.ts';

const scope = { tenantId: 'default', userId: 'ana', agentId: 'default' };
const SETTINGS = { own: false, dryRun: false, bad: 'fail', consolidate: false } as const;
const fixture = (name: string) => new URL(`../../test/fixtures/imports/${name}`, import.meta.url).pathname;
let context: OperationContext;
beforeEach(async () => {
  const store = sqliteStore({ path: ':memory:' });
  const souvenir = await createSouvenir({ store, embedder: hashEmbedder() });
  context = { souvenir, store, memory: souvenir.for(scope) };
});
afterEach(() => context.souvenir.close());

const imported = (text: string, settings: object = {}) =>
  importAll(textSource(text), context, { ...SETTINGS, ...settings });
const importedFile = (path: string, settings: object = {}) =>
  importAll(fileSource(path), context, { ...SETTINGS, ...settings });
const turns = async () => {
  const sessions = await context.store.listSessions(scope);
  const statement = sessions.map(({ sessionId }) => context.store.listEpisodes(scope, { sessionId, limit: 100 }));
  return (await Promise.all(statement)).flat();
};
const memories = () => context.store.listMemories(scope, { filter: {}, limit: 100 });
const everything = async () => {
  const records: unknown[] = [];
  for await (const record of context.memory.export({ forgotten: true })) records.push(record);
  return records.slice(1);
};

describe('an import of another program', () => {
  test('ChatGPT: reads the last shown branch and tool names, without hidden parts and thoughts', async () => {
    expect(await importedFile(fixture('chatgpt.json'))).toMatchObject({ format: 'chatgpt', turns: 3, sessions: 1 });
    const session = 'c0ffee00-0000-4000-8000-000000000001';
    expect(await turns()).toMatchObject([
      {
        ...{ role: 'user', content: 'My balcony faces north. What grows there?', sessionId: session },
        ...{ occurredAt: new Date('2024-05-01T08:01:00Z'), metadata: { turnId: 'm1', trust: 'import' } },
      },
      { role: 'tool', type: 'toolResult', content: 'Ferns and hostas like shade.', metadata: { tool: 'browser' } },
      { role: 'assistant', content: 'Ferns and hostas.', occurredAt: new Date('2024-05-01T08:01:15Z') },
    ]);
  });

  test('Claude: reads messages of new and old exports', async () => {
    expect(await importedFile(fixture('claude.json'))).toMatchObject({ format: 'claude', turns: 3, sessions: 1 });
    expect(await turns()).toMatchObject([
      { role: 'user', content: 'I run the Lyon marathon in May.', occurredAt: new Date('2025-02-01T08:00:10.123Z') },
      { role: 'assistant', content: 'Old exports keep it here.' },
      { role: 'assistant', content: 'Then begin now.' },
    ]);
  });

  test('messages: reads text parts and results with their calls, without instructions', async () => {
    expect(await importedFile(fixture('messages.json'))).toMatchObject({ format: 'messages', turns: 3 });
    expect(await turns()).toMatchObject([
      { role: 'user', content: 'How warm is Oslo?' },
      {
        role: 'tool',
        type: 'toolResult',
        content: '12 degrees',
        metadata: { tool: 'weather', parameters: { city: 'Oslo' } },
      },
      { role: 'assistant', content: 'It is 12 degrees in Oslo.' },
    ]);
  });

  test('messages: reads one chat per line as a session', async () => {
    const chat = (content: string) => JSON.stringify({ messages: [{ role: 'user', content }] });
    expect(await imported(`${chat('I keep bees')}\n${chat('I keep hens')}`)).toMatchObject({ turns: 2, sessions: 2 });
  });

  test('mem0: gives memories the trust of an import, whatever their metadata says', async () => {
    expect(await importedFile(fixture('mem0.json'))).toMatchObject({ format: 'mem0', memories: 2, turns: 0 });
    const stored = (await memories()).sort((a, b) => (a.content > b.content ? -1 : 1));
    expect(stored).toMatchObject([
      {
        ...{ content: 'Ana keeps bees in Porto', category: 'hobbies', component: 'remembered' },
        ...{ createdAt: new Date('2025-03-01T18:00:00Z'), updatedAt: new Date('2025-03-02T18:00:00Z') },
        metadata: { trust: 'import', mem0: { metadata: { shelf: 'hobbies' } } },
      },
      { content: 'Ana is allergic to walnuts', updatedAt: new Date('2025-03-01T18:00:00Z') },
    ]);
    const { items } = await context.memory.recall('What is Ana allergic to?', { threshold: 0 });
    expect(items[0]?.content).toBe('Ana is allergic to walnuts');
  });

  test.each(['last', 'first', 'with its things, first'])(
    'mem0: reads relationships between entities %s',
    async (place) => {
      const { results } = JSON.parse(await readFile(fixture('mem0.json'), 'utf8'));
      const relations = [
        { source: 'ana', relationship: 'keeps', target: 'honey_bees' },
        { source: 'Ana', source_type: 'Person', relationship: 'lives_in', destination: 'Porto', target_type: 'City' },
      ];
      const entities = [{ id: 'e1', name: 'ana', type: 'Person' }];
      const file =
        place === 'last' ? { results, relations } : { ...(place !== 'first' && { entities }), relations, results };
      expect(await imported(JSON.stringify(file))).toMatchObject({ format: 'mem0', memories: 2, badCount: 0 });
      const [ana, bees, porto] = await context.store.matchEntities(scope, ['ana', 'honey bees', 'porto']);
      expect(bees).toMatchObject({ name: 'honey bees', type: 'concept' });
      expect(porto).toMatchObject({ name: 'Porto', type: 'city' });
      const ties = await context.store.relationshipsOf(scope, [ana?.id ?? '']);
      expect(ties.map(({ relation, toId }) => [relation, toId]).sort()).toEqual([
        ['keeps', bees?.id],
        ['lives_in', porto?.id],
      ]);
      const before = await everything();
      expect(await imported(JSON.stringify(file))).toMatchObject({ memories: 0, known: 2 });
      expect(await everything()).toEqual(before);
    },
  );

  test('mem0: imports a file with only relationships, and reports one without an end', async () => {
    const tie = { source: 'ana', relationship: 'keeps', target: 'bees' };
    const text = JSON.stringify({ relations: [tie, { source: 'ana', relationship: 'likes' }] });
    await expect(imported(text)).rejects.toThrow(/^item 2 of relations: has no source, relationship and target/);
    expect(await imported(text, { bad: 'skip' })).toMatchObject({ format: 'mem0', memories: 0, badCount: 1 });
    expect(await context.store.matchEntities(scope, ['bees'])).toHaveLength(1);
  });

  test("mem0: imports one user's memories at a time", async () => {
    const text = JSON.stringify([
      { memory: 'Ana swims', user_id: 'ana' },
      { memory: 'Ben swims', user_id: 'ben' },
    ]);
    await expect(imported(text)).rejects.toThrow(/^item 2: user_id: is "ben"/);
  });

  test('LangGraph: reads the text of an item, else its whole value', async () => {
    expect(await importedFile(fixture('langgraph.json'))).toMatchObject({ format: 'langgraph', memories: 3 });
    expect((await memories()).map(({ content }) => content).sort()).toEqual([
      'Ana lives in Hull',
      'Ana plays the cello',
      '{"theme":"dark","size":3}',
    ]);
  });

  test.each(['lines', 'one object'])(
    'server-memory as %s: reads entities, observations and relationships',
    async (layout) => {
      const lines = (await readFile(fixture('server-memory.jsonl'), 'utf8')).trim().split('\n');
      const [ana, northwind, relation] = lines.map((line) => JSON.parse(line));
      const graph = JSON.stringify({ entities: [ana, northwind], relations: [relation] }, undefined, 2);
      expect(await imported(layout === 'lines' ? lines.join('\n') : graph)).toMatchObject({
        ...{ format: 'server-memory', memories: 3 },
      });
      expect((await memories()).map(({ content }) => content).sort()).toEqual([
        'Ana works at Northwind',
        'Ana: Speaks Portuguese',
        'Northwind: Ships fish',
      ]);
      const entities = await context.store.matchEntities(scope, ['ana', 'northwind']);
      expect(entities.map(({ name, type }) => [name, type])).toEqual([
        ['Ana', 'person'],
        ['Northwind', 'company'],
      ]);
      const [tie] = await context.store.relationshipsOf(scope, [entities[0]?.id ?? '']);
      expect(tie).toMatchObject({ relation: 'works_at', toId: entities[1]?.id });
    },
  );

  test.each(['chatgpt.json', 'claude.json', 'messages.json', 'mem0.json', 'langgraph.json', 'server-memory.jsonl'])(
    '%s: a second import and its consolidation change nothing',
    async (name) => {
      const first = await importedFile(fixture(name), { consolidate: true, sessionId: 'chat' });
      const before = await everything();
      const dry = await importedFile(fixture(name), { sessionId: 'chat', dryRun: true });
      const again = await importedFile(fixture(name), { consolidate: true, sessionId: 'chat' });
      for (const result of [dry, again])
        expect(result).toMatchObject({ turns: 0, memories: 0, known: first.turns + first.memories });
      expect(await everything()).toEqual(before);
    },
  );

  test("has the user's trust only on request", async () => {
    await importedFile(fixture('claude.json'), { own: true });
    await importedFile(fixture('mem0.json'), { own: true });
    expect((await turns()).every(({ metadata }) => metadata.trust === undefined)).toBe(true);
    expect((await memories()).every(({ metadata }) => metadata['trust'] === undefined)).toBe(true);
  });
});

describe('an import', () => {
  const lines = Array.from({ length: 2500 }, (_, at) => JSON.stringify({ text: `turn ${at}` }));

  test('continues where it was interrupted', async () => {
    const stop = new AbortController();
    const interrupted = { ...context, signal: stop.signal, onProgress: () => stop.abort(new Error('enough')) };
    await expect(importAll(textSource(lines.join('\n')), interrupted, SETTINGS)).rejects.toThrow('enough');
    expect((await context.store.stats(scope)).episodes).toBe(1000);
    expect(await imported(lines.join('\n'))).toMatchObject({ turns: 1500, known: 1000 });
    expect((await context.store.listSessions(scope))[0]?.episodes).toBe(2500);
  });

  test('of a file that has grown records only new turns', async () => {
    await imported(lines.slice(0, 7).join('\n'));
    expect(await imported(lines.slice(0, 9).join('\n'))).toMatchObject({ turns: 2, known: 7 });
  });

  test('as a dry run writes nothing and reports its changes', async () => {
    await imported('{"text":"a"}');
    const before = await everything();
    const text = '{"text":"a"}\n{"text":"b","session":"s"}\n{"text":"b","session":"s","id":1}\n{"text":';
    expect(await imported(text, { dryRun: true, bad: 'skip', consolidate: true })).toEqual({
      ...{ format: 'jsonl', turns: 2, sessions: 2, memories: 0, known: 1, badCount: 1, dryRun: true },
      bad: [{ place: 'line 4', reason: expect.any(String) }],
    });
    expect(await everything()).toEqual(before);
  });

  test('skips invalid entries on request, and keeps the numbers of the rest', async () => {
    const text = '{"text":"a"}\n3\n{"text":"c"}';
    await expect(imported(text)).rejects.toThrow(/^line 2: is not a JSON object/);
    expect(await turns()).toEqual([]);
    expect(await imported(text, { bad: 'skip' })).toMatchObject({ turns: 2, badCount: 1 });
    expect(await imported(text.replace('3', '{"text":"b"}'))).toMatchObject({ turns: 1, known: 2 });
  });

  test.each([
    ['a message', 'chatgpt.json', '"create_time": 1714550475', '"create_time": "soon"', 'message 6 of item 1'],
    ['a list of parts', 'chatgpt.json', '["Ferns and hostas."]', '7', 'message 7 of item 1'],
    ['a part', 'claude.json', '{ "type": "text", "text": "Then begin now." }', '7', 'message 3 of item 1'],
    ['a part of a chat', 'messages.json', '{ "type": "text", "text": "How warm is Oslo?" }', '7', 'item 2'],
    ['a sender', 'claude.json', '"sender": "human"', '"sender": "cat"', 'message 1 of item 1'],
    ['an observation', 'server-memory.jsonl', '"Ships fish"', '7', 'observation 1 of line 2'],
    ['a tie to nothing', 'server-memory.jsonl', '"to":"Northwind"', '"to":"Southwind"', 'line 3'],
    ['an empty memory', 'mem0.json', '"Ana keeps bees in Porto"', '" "', 'item 1 of results'],
  ])('reports the invalid %s and skips only that', async (_, name, from, to, place) => {
    const text = (await readFile(fixture(name), 'utf8')).replace(from, to);
    await expect(imported(text)).rejects.toThrow(new RegExp(`^${place}: `));
    const { bad, turns: reported, memories: stored } = await imported(text, { bad: 'skip' });
    expect(bad).toMatchObject([{ place }]);
    expect(reported + stored).toBeGreaterThan(0);
  });

  test.each([' \n ', '[]', '{"results":[]}', '{"text":'])('of %j finds no turns', (text) =>
    expect(imported(text, { bad: 'skip' })).rejects.toThrow('the text has no turn'),
  );

  test('of text that is not JSON is refused for a JSON format', () =>
    expect(imported('Ana: hi', { format: 'mem0' })).rejects.toThrow('does not have the format mem0'));

  test('reports an invalid item for an array that is cut off or continues after its end', async () => {
    await expect(imported('[{"text":"a"},{"text":"b"')).rejects.toThrow(/^item 2: /);
    await expect(imported('[{"text":"a"}] and more')).rejects.toThrow(/^item 2: /);
  });

  test('works as an operation', async () => {
    const text = await readFile(fixture('claude.json'), 'utf8');
    expect(await perform(operations.import, context, { text, dryRun: true })).toMatchObject({ turns: 3 });
  });
});

describe('an import of an archive', () => {
  const folder = temporaryFolder();

  const claude = () => readFile(fixture('claude.json'));
  const written = async (...files: Packed[]) => {
    const path = join(folder, 'export.zip');
    await writeFile(path, zipOf(...files));
    return path;
  };

  test('reads conversations, compressed or not, in one file or several', async () => {
    const content = await claude();
    const other = Buffer.from(content.toString().replaceAll('000000000001', '000000000002'));
    const users = { name: 'users.json', content: Buffer.from('[{}]') };
    const path = await written(users, { name: 'data/conversations.json', content });
    expect(await importedFile(path)).toMatchObject({ format: 'claude', turns: 3, sessions: 1 });
    const several = await written(
      { name: '../../conversations-001.json', content: other, isStored: true },
      { name: 'conversations-000.json', content },
    );
    expect(await importedFile(several)).toMatchObject({ turns: 3, known: 3, sessions: 2 });
  });

  test.each<[string, (content: Buffer) => Promise<string>, RegExp]>([
    ['without conversations', (content) => written({ name: 'chat.json', content }), /has no conversations\.json/],
    [
      'encrypted',
      (content) => written({ name: 'conversations.json', content, reported: { flags: 1 } }),
      /is encrypted/,
    ],
    [
      'with a wrong sum',
      (content) => written({ name: 'conversations.json', content, reported: { checksum: 1 } }),
      /damaged/,
    ],
    [
      'with a wrong size',
      (content) => written({ name: 'conversations.json', content, reported: { size: 7 } }),
      /damaged/,
    ],
    [
      'that is a bomb',
      () => written({ name: 'conversations.json', content: Buffer.alloc(20_000_000, ' '), reported: { size: 7 } }),
      /unpacks to more/,
    ],
    [
      'that says it is one',
      (content) => written({ name: 'conversations.json', content, reported: { size: 4_000_000_000 } }),
      /unpacks to more/,
    ],
    [
      'cut off',
      async (content) => {
        const path = await written({ name: 'conversations.json', content });
        await writeFile(path, (await readFile(path)).subarray(0, 200));
        return path;
      },
      /is a damaged archive/,
    ],
  ])('refuses %s and stores nothing', async (_, make, message) => {
    const path = await make(await claude());
    await expect(importedFile(path)).rejects.toThrow(message);
    await expect(importedFile(path)).rejects.toMatchObject({ code: 'invalidInput' });
    expect(await turns()).toEqual([]);
  });

  test('refuses a file that is not an archive', async () => {
    const path = join(folder, 'none.zip');
    await writeFile(path, Buffer.from([0xff, 0xfe, 0x00]));
    await expect(importedFile(path)).rejects.toThrow('none.zip is not a zip archive');
    await expect(importedFile(folder)).rejects.toThrow('it is not a file');
  });
});
