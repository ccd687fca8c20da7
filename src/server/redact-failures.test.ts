import { expect, test } from 'vitest';
import { bearer, servedApp } from '../../test/support/served-app.ts';
import { SouvenirError } from '../errors.ts';
import { memoryStore } from '../stores/memory/memory-store.ts';

const PATH = '/var/lib/souvenir/memory.db';
const broken = () =>
  Object.assign(memoryStore(), {
    async searchText() {
      throw new SouvenirError('storeFailed', `${PATH} cannot be read: disk I/O error`);
    },
  });

const QUESTION = { query: 'Where is the lamp?', message: 'Where is the lamp?', intent: 'the lamp', retrieve: true };
const asking = async (key: {
  readonly userId?: string;
  readonly projectId?: string;
  readonly tenantId?: string;
  readonly agentId?: string;
}) => {
  const served = await servedApp({}, broken());
  const headers = bearer((await served.keys.create({ name: 'one', ...key })).key);
  const ask = async (path: string, names: readonly (keyof typeof QUESTION)[]) => {
    const input = Object.fromEntries(names.map((name) => [name, QUESTION[name]]));
    return (await served.post(path, input, headers)).text();
  };
  const recall = () => ask('/v1/recall', ['query']);
  await served.post('/v1/memories/add', { content: 'The lamp is by the door.' }, headers);
  return { ...served, headers, recall, turn: () => ask('/v1/turn', ['message', 'retrieve']) };
};

test.each([{ userId: 'ana' }, { projectId: 'site' }, { tenantId: 'acme' }, { agentId: 'default' }])(
  'a key of %j gets failures by code, without paths',
  async (key) => {
    const { recall, turn } = await asking(key);
    const failed = { part: 'text', code: 'storeFailed', reason: 'failed (storeFailed)' };
    expect(JSON.parse(await recall()).degraded).toEqual([failed]);
    expect(JSON.parse(await turn()).degraded).toContainEqual(failed);
    expect(`${await recall()}${await turn()}`).not.toContain(PATH);
  },
);

test('a key that is bound to nothing gets the reason of a failure', async () => {
  const { recall } = await asking({});
  expect(JSON.parse(await recall()).degraded).toMatchObject([{ part: 'text', reason: expect.stringContaining(PATH) }]);
});

test.each([
  [{ userId: 'ana' }, false],
  [{ tenantId: 'acme' }, false],
  [{}, true],
])('events show a key of %j a failure, with the reason: %j', async (key, isWhole) => {
  const { app, headers, recall } = await asking(key);
  const answer = await app.request('/v1/events?names=recalled', { headers });
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  let reported = '';
  await recall();
  while (!reported.includes('event: recalled')) reported += (await reader.read()).value;
  expect(reported).toContain('"code":"storeFailed"');
  expect(reported.includes(PATH)).toBe(isWhole);
  await reader.cancel();
});

test('a search over MCP with a key of one user shows a failure by code', async () => {
  const { post, headers } = await asking({ userId: 'ana' });
  const call = { name: 'memory_recall', arguments: { query: 'Where is the lamp?' } };
  const answer = await post(
    '/mcp',
    { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
    { ...headers, accept: 'application/json, text/event-stream' },
  );
  const text = await answer.text();
  expect(text).toContain('Without text: failed (storeFailed)');
  expect(text).not.toContain(PATH);
});
