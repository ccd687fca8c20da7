import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createAdaptorServer } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport, type Transport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterEach, describe, expect, test } from 'vitest';
import { createSouvenir, memoryStore } from '../../src/index.ts';
import { answerMcp } from '../../src/mcp/http.ts';
import { freshCli } from '../support/cli.ts';

const BIN = fileURLToPath(new URL('../../src/cli/bin.ts', import.meta.url));
const cli = freshCli();
const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const MODERN = { mode: { pin: '2026-07-28' } } as const;

async function connected(transport: Transport, versionNegotiation: object = { mode: 'legacy' }): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' }, { versionNegotiation });
  await client.connect(transport);
  closing.push(() => client.close());
  return client;
}

const overStdio = (...args: string[]): StdioClientTransport =>
  new StdioClientTransport({
    command: process.execPath,
    args: [BIN, 'mcp', '--embedder', 'none', ...args],
    cwd: cli.folder,
    stderr: 'pipe',
  });

async function served(): Promise<URL> {
  const store = memoryStore();
  const souvenir = await createSouvenir({ store, embedder: null });
  closing.push(() => souvenir.close());
  const memory = souvenir.for({ userId: 'ana' });
  const server = createAdaptorServer({ fetch: (request) => answerMcp(request, { souvenir, memory, store }) });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  closing.push(() => new Promise((resolve) => server.close(resolve)));
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

const WAYS: [string, () => Promise<Client>][] = [
  ['stdio', () => connected(overStdio('--user', 'ana'))],
  ['stdio, the newest revision', () => connected(overStdio('--user', 'ana'), MODERN)],
  ['HTTP', async () => connected(new StreamableHTTPClientTransport(await served()))],
  ['HTTP, the newest revision', async () => connected(new StreamableHTTPClientTransport(await served()), MODERN)],
];

const call = async (client: Client, name: string, input: object = {}) => {
  const { content, structuredContent, isError } = await client.callTool({ name, arguments: { ...input } });
  const text = (content as { text: string }[]).map((each) => each.text).join('\n');
  return {
    text,
    isError,
    ...(structuredContent as { id: string; memories: { id?: string; content: string }[]; corrected?: boolean }),
  };
};

const read = async (client: Client, uri: string): Promise<string> =>
  (await client.readResource({ uri })).contents.map((each) => ('text' in each ? each.text : '')).join('\n');

test.each(WAYS)('a session over %s', async (_, connect) => {
  const client = await connect();
  expect((await client.listTools()).tools).toHaveLength(8);

  const { id } = await call(client, 'memory_add', { content: 'Ana takes the train to Lisbon at nine.' });
  const before = await call(client, 'memory_recall', { query: 'When does Ana take the train to Lisbon?' });
  expect(before.memories).toMatchObject([{ id, content: 'Ana takes the train to Lisbon at nine.' }]);
  expect(before.text).toContain(`- ${id} [`);

  const right = await call(client, 'memory_correct', { id, content: 'Ana takes the train to Lisbon at ten.' });
  const after = await call(client, 'memory_recall', { query: 'When does Ana take the train to Lisbon?' });
  expect(after.memories).toMatchObject([{ id: right.id, content: expect.stringContaining('ten') }]);
  expect(after.text).not.toContain('nine');
  expect(await read(client, `souvenir://memories/${right.id}`)).toContain('at ten');
  expect(await read(client, 'souvenir://memories/recent')).toContain(right.id);
  expect((await call(client, 'memory_list', { limit: 1 })).memories).toHaveLength(1);

  const prompt = await client.getPrompt({ name: 'context', arguments: { about: 'the train to Lisbon' } });
  expect(JSON.stringify(prompt.messages)).toContain('at ten');
  const context = await call(client, 'memory_turn', { message: 'When does my train to Lisbon leave?' });
  expect(context.text).toMatch(/^Today is \w+, \d{4}-\d\d-\d\d\.\n\n<souvenir-.*at ten/s);

  expect(right.corrected).toBe(true);
  const added = await call(client, 'memory_correct', { saying: 'The ferry is late.', content: 'The tram is late.' });
  expect(added).toMatchObject({ corrected: false, text: `No memory said so; kept as ${added.id}.` });

  for (const { id } of [right, added])
    expect(await call(client, 'memory_forget', { id })).toMatchObject({ text: `Forgotten: ${id}.` });
  const silent = await call(client, 'memory_recall', { query: 'When does Ana take the train to Lisbon?' });
  expect(silent.memories).toEqual([]);
  expect(silent.text).toMatch(/^Nothing: /);

  const turns = [
    { role: 'user', content: 'My favourite tea is white peony.' },
    { role: 'assistant', content: 'Noted.' },
  ];
  expect(await call(client, 'memory_record', { turns })).toMatchObject({ text: 'Recorded 2 turns.' });
  const waiting = await call(client, 'memory_recall', { query: 'What is my favourite tea, white peony?' });
  expect(waiting.memories[0]).toMatchObject({ content: 'My favourite tea is white peony.', state: 'just recorded' });
  expect(waiting.memories[0]).not.toHaveProperty('id');
  expect((await call(client, 'memory_profile')).text).toBe('Nothing is known of the user yet.');
  expect(await read(client, 'souvenir://profile')).toBe('Nothing is known of the user yet.');

  expect(await call(client, 'memory_add', { content: 3 })).toMatchObject({
    isError: true,
    text: expect.stringMatching(/^memory_add\.content: /),
  });
  await expect(call(client, 'memory_dream')).rejects.toThrow(/memory_dream/);
  await expect(client.readResource({ uri: 'souvenir://memories/none' })).rejects.toThrow();
  await expect(client.readResource({ uri: 'souvenir://memories/%FF' })).rejects.toThrow(/is not UTF-8/);
  const stopping = new AbortController();
  const asked = { name: 'memory_recall', arguments: { query: 'tea' } };
  const aborted = client.callTool(asked, { signal: stopping.signal });
  stopping.abort(new Error('enough'));
  await expect(aborted).rejects.toThrow('enough');
  expect(await call(client, 'memory_list')).toMatchObject({ memories: [], text: 'Nothing is remembered.' });
});

describe('over stdio', () => {
  test('consolidates when the client disconnects, and stdout has only protocol messages', async () => {
    const child = cli.start(['mcp', '--embedder', 'none', '--user', 'ana']);
    const lines: string[] = [];
    child.stdout.setEncoding('utf8').on('data', (text: string) => lines.push(...text.split('\n').filter(Boolean)));
    const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
    const clientInfo = { name: 'test', version: '1' };
    send({ id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } });
    send({ method: 'notifications/initialized' });
    const turns = [{ content: 'I have been allergic to peanuts since I was a child.' }];
    send({ id: 2, method: 'tools/call', params: { name: 'memory_record', arguments: { turns } } });
    while (lines.length < 2) await once(child.stdout, 'data');
    child.stdin.end();
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(lines.map((line) => JSON.parse(line).jsonrpc)).toEqual(['2.0', '2.0']);
    const { stdout } = await cli.souvenir(['sessions', 'list', '--user', 'ana', '--json']);
    expect(JSON.parse(stdout)).toMatchObject([{ episodes: 1, endedAt: expect.any(String) }]);
    const listed = await cli.souvenir(['list', '--user', 'ana', '--json']);
    expect(JSON.parse(listed.stdout).memories).not.toEqual([]);
  });

  test('answers requests sent before a disconnect, and lines that are not JSON', async () => {
    const clientInfo = { name: 'test', version: '1' };
    const save = { name: 'memory_add', arguments: { content: 'The key is under the mat.' } };
    const asked = [
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo } },
      { id: 2, method: 'tools/call', params: save },
    ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }));
    const input = `${[asked[0], '{"jsonrpc":', '', '[1]', asked[1]].join('\r\n')}\n`;
    const { stdout, code } = await cli.process(['mcp', '--embedder', 'none'], { input });
    const answers = stdout.trim().split('\n');
    const byId = answers.map((line) => JSON.parse(line)).sort((a, b) => (a.id ?? 0) - (b.id ?? 0));
    expect(byId).toMatchObject([
      { id: null, error: { code: -32_700 } },
      { id: 1, result: { serverInfo: {} } },
      { id: 2, result: { structuredContent: { id: expect.any(String) } } },
    ]);
    expect(code).toBe(0);
  });

  test('refuses a line that is not UTF-8', async () => {
    const clientInfo = { name: 'test', version: '1' };
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo };
    const record = { name: 'memory_record', arguments: { turns: [{ content: 'I keep bees.', speaker: 'A?a' }] } };
    const [hello, statement] = [
      { id: 1, method: 'initialize', params },
      { id: 2, method: 'tools/call', params: record },
    ].map((message) => Buffer.from(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`));
    const bad = Buffer.from(statement ?? '');
    bad[bad.indexOf('?')] = 0xff;
    const child = cli.start(['mcp', '--embedder', 'none', '--user', 'ana']);
    let answers = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => (answers += text));
    child.stdin.end(Buffer.concat([hello ?? bad, bad]));
    await once(child, 'close');
    const codes = answers
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).error?.code);
    expect(codes.sort()).toEqual([-32_700, undefined]);
    expect(JSON.parse((await cli.souvenir(['list', '--user', 'ana', '--json'])).stdout).memories).toEqual([]);
  });

  test('consolidates the turns that a killed process left', async () => {
    await cli.given(async (souvenir) => {
      await souvenir.for({}).record({ content: 'I have been allergic to peanuts since I was a child.' });
    });
    expect(await cli.process(['mcp', '--embedder', 'none'])).toMatchObject({ code: 0, stdout: '' });
    expect(JSON.parse((await cli.souvenir(['list', '--json'])).stdout).memories).not.toEqual([]);
  });

  test.each(['SIGTERM', 'SIGHUP'] as const)('ends cleanly on %s and keeps recorded turns', async (signal) => {
    const transport = overStdio();
    const client = await connected(transport);
    await call(client, 'memory_record', { turns: [{ content: 'The key is under the mat.' }] });
    const ended = new Promise<void>((resolve) => {
      transport.onclose = resolve;
    });
    process.kill(transport.pid as number, signal);
    await ended;
    const { stdout } = await cli.souvenir(['stats', '--embedder', 'none', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({ episodes: 1 });
  });

  test('leaves no session for an idle client', async () => {
    expect(await cli.process(['mcp', '--embedder', 'none'])).toMatchObject({ code: 0, stdout: '' });
    expect((await cli.souvenir(['sessions', '--json'])).stdout.trim()).toBe('[]');
  });

  test('serves two clients on one file', async () => {
    const [one, other] = await Promise.all([connected(overStdio()), connected(overStdio())]);
    await Promise.all(
      [one, other].flatMap((client, at) =>
        ['lamp', 'chair', 'table'].map((thing) =>
          call(client, 'memory_add', { content: `The ${thing} of house ${at} is by the door.` }),
        ),
      ),
    );
    expect((await call(one, 'memory_list')).memories).toHaveLength(6);
    expect((await call(other, 'memory_list')).memories).toHaveLength(6);
  });
});

describe('over HTTP', () => {
  test('serves two clients without state between requests', async () => {
    const url = await served();
    const clients = await Promise.all(
      [{ mode: 'legacy' }, MODERN].map((mode) => connected(new StreamableHTTPClientTransport(url), mode)),
    );
    const [one, other] = clients as [Client, Client];
    await Promise.all(clients.map((each, at) => call(each, 'memory_add', { content: `Lamp ${at} is by the door.` })));
    expect((await call(one, 'memory_list')).memories).toHaveLength(2);
    expect((await call(other, 'memory_list')).memories).toHaveLength(2);
    const headers = { accept: 'application/json, text/event-stream', 'content-type': 'application/json' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' });
    const answer = await fetch(url, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('mcp-session-id')).toBeNull();
  });

  test.each([
    ['GET', undefined, 'application/json', 405],
    ['POST', '{', 'application/json', 400],
    ['POST', '{}', 'text/plain', 415],
  ])('%s of %j as %s is refused', async (method, body, type, status) => {
    const url = await served();
    const headers = { accept: 'application/json, text/event-stream', 'content-type': type };
    const answer = await fetch(url, { method, headers, ...(body && { body }) });
    expect(answer.status).toBe(status);
    expect(await answer.text()).not.toMatch(/\bat .*:\d+/);
  });
});
