import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { embedderConformance } from '../../test/conformance/embedder.ts';
import { hashEmbedder } from './hash-embedder.ts';
import { type OpenAiEmbedderOptions, openAiEmbedder } from './open-ai-embedder.ts';

type Answer = (body: { model: string; input: string[] }, response: ServerResponse) => unknown;

const KEY = 'sk-very-secret';
const requests: { request: IncomingMessage; input: string[] }[] = [];
let answers: Answer[] = [];

const server = createServer(async (request, response) => {
  const body = JSON.parse(await text(request));
  requests.push({ request, input: body.input });
  await (answers.shift() ?? embeddings)(body, response);
});

const reply = (response: ServerResponse, status: number, body: string, headers = {}) =>
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);

const embeddings: Answer = async ({ input }, response) => {
  const vectors = await hashEmbedder().embed(input);
  const data = vectors.map((vector, index) => ({ index, embedding: Array.from(vector ?? [], (value) => value * 3) }));
  reply(response, 200, JSON.stringify({ object: 'list', data: data.toReversed() }));
};
const status =
  (code: number, headers = {}): Answer =>
  (_, response) =>
    reply(response, code, `{"error":"status ${code}, key ${KEY}"}`, headers);
const data =
  (...items: readonly unknown[]): Answer =>
  (_, response) =>
    reply(response, 200, JSON.stringify({ data: items }));

let baseUrl = '';
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});
beforeEach(() => {
  requests.length = 0;
  answers = [];
});

const make = (options: Partial<OpenAiEmbedderOptions> = {}) =>
  openAiEmbedder({ baseUrl, model: 'stand-in', apiKey: KEY, ...options });
const failure = (options: Partial<OpenAiEmbedderOptions> = {}) =>
  make(options)
    .embed(['one', 'two'])
    .then(
      () => expect.fail('it should have failed'),
      (error) => error,
    );

embedderConformance('openAiEmbedder', make);

describe('openAiEmbedder', () => {
  it('posts the model and the non-blank texts in batches', async () => {
    await make({ batchSize: 2 }).embed(['one', ' ', 'two', 'three']);
    expect(requests.map(({ input }) => input)).toEqual([['one', 'two'], ['three']]);
    expect(requests[0]?.request).toMatchObject({ method: 'POST', url: '/v1/embeddings' });
    expect(requests[0]?.request.headers.authorization).toBe(`Bearer ${KEY}`);
  });

  it('sends no authorization without a key', async () => {
    await openAiEmbedder({ baseUrl: `${baseUrl}/`, model: 'stand-in' }).embed(['one']);
    expect(requests[0]?.request.headers.authorization).toBeUndefined();
    expect(requests[0]?.request.url).toBe('/v1/embeddings');
  });

  it.each([
    ['seconds', '0'],
    ['a date', new Date(0).toUTCString()],
  ])('retries after 429 and 5xx according to Retry-After in %s', async (_, after) => {
    answers = [status(429, { 'retry-after': after }), status(503, { 'retry-after': after })];
    expect(await make().embed(['one'])).toHaveLength(1);
    expect(requests).toHaveLength(3);
  });

  it('gives up on a failing server without revealing the key', async () => {
    answers = Array.from({ length: 9 }, () => status(500, { 'retry-after': '0' }));
    const error = await failure();
    expect(error).toMatchObject({ code: 'embedderFailed', message: expect.stringContaining('500') });
    expect(error.advice).toContain('later');
    expect(requests).toHaveLength(4);
    expect(`${error.message} ${error.advice}`).not.toContain(KEY);
  });

  it.each([
    [401, 'apiKey'],
    [404, 'baseUrl'],
    [400, 'model'],
  ])('does not repeat a request answered with %d', async (code, advice) => {
    answers = [status(code)];
    expect(await failure()).toMatchObject({ code: 'embedderFailed', advice: expect.stringContaining(advice) });
    expect(requests).toHaveLength(1);
  });

  it.each<[string, Answer, RegExp]>([
    ['that is not JSON', (_, response) => reply(response, 200, '{"data": ['), /not JSON/],
    ['without embeddings', (_, response) => reply(response, 200, '{"ok":true}'), /not a list/],
    ['with too few', data({ index: 0, embedding: [1, 2] }), /1 embeddings for 2 texts/],
    ['with an index twice', data({ index: 0, embedding: [1] }, { index: 0, embedding: [1] }), /index 1/],
    ['with a hole', data({ index: 0, embedding: [1, null] }, { index: 1, embedding: [1, 2] }), /not a list/],
    ['of two dimensions', data({ index: 0, embedding: [1] }, { index: 1, embedding: [1, 2] }), /dimensions/],
    ['of zeros', data({ index: 0, embedding: [0, 0] }, { index: 1, embedding: [1, 2] }), /without length/],
  ])('refuses an answer %s', async (_, answer, message) => {
    answers = [answer];
    expect(await failure()).toMatchObject({ code: 'embedderFailed', message: expect.stringMatching(message) });
  });

  it('gives up on a server that does not answer in time', async () => {
    answers = [() => {}];
    expect(await failure({ timeoutMs: 20 })).toMatchObject({
      code: 'embedderFailed',
      message: expect.stringContaining('20 ms'),
    });
  });

  it('can be aborted while it waits for the server', async () => {
    const abort = new AbortController();
    answers = [() => abort.abort()];
    await expect(make().embed(['one'], { signal: abort.signal })).rejects.toMatchObject({ code: 'aborted' });
  });

  it('can be aborted while it waits to retry', async () => {
    const abort = new AbortController();
    answers = [status(429, { 'retry-after': '3600' })];
    const embedding = make({
      fetch: async (...request) => {
        const response = await fetch(...request);
        setImmediate(() => abort.abort());
        return response;
      },
    }).embed(['one'], { signal: abort.signal });
    await expect(embedding).rejects.toMatchObject({ code: 'aborted' });
  });

  it('reports an unreachable server', async () => {
    const error = await failure({ baseUrl: 'http://127.0.0.1:1/v1' });
    expect(error).toMatchObject({ code: 'embedderFailed', advice: expect.stringContaining('baseUrl') });
  });

  it.each([
    [{ baseUrl: 'localhost' }, /baseUrl/],
    [{ baseUrl: 'http://user:word@localhost/v1' }, /baseUrl/],
    [{ model: '' }, /model/],
    [{ apiKey: `${KEY}\n` }, /apiKey/],
    [{ batchSize: 0 }, /batchSize/],
  ])('refuses %j', (options, field) => {
    expect(() => make(options)).toThrow(field);
    expect(() => make(options)).not.toThrow(KEY);
  });
});
