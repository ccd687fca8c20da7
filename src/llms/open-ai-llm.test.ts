import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LlmServer, OPEN_AI, send } from '../../test/support/llm-server.ts';
import { openAiLlm } from './open-ai-llm.ts';

const server = new LlmServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.reset());

const make = (options = {}) => openAiLlm({ baseUrl: `${server.url}/v1`, model: 'stand-in', ...options });
const choice = (choice: object) => send(200, { choices: [choice] });

describe('openAiLlm', () => {
  it('posts a system and a user message', async () => {
    server.answers = [send(200, OPEN_AI.completion({ text: 'Porto' }))];
    await make({ apiKey: 'sk-1', temperature: 0, frequencyPenalty: 0.3, maxTokens: 50 })('Be brief.', 'Where?');
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v1/chat/completions',
        headers: { authorization: 'Bearer sk-1', 'content-type': 'application/json' },
      },
    ]);
    expect(server.requests[0]?.body).toEqual({
      model: 'stand-in',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Where?' },
      ],
      temperature: 0,
      frequency_penalty: 0.3,
      max_tokens: 50,
    });
  });

  it("waits longer for the first byte than Node's default", { tags: ['long'], timeout: 400_000 }, async () => {
    server.answers = [
      (response) => void setTimeout(() => send(200, OPEN_AI.completion({ text: 'Porto' }))(response), 310_000),
    ];
    expect(await make({ timeoutMs: 380_000, retries: 0 })('', 'Where?')).toBe('Porto');
  });

  it.each([999, 204])('handles a server that answers with status %d', async (status) => {
    server.answers = [(response) => void response.writeHead(status).end()];
    await expect(make({ retries: 0 })('', 'Where?')).rejects.toMatchObject({ code: 'llmFailed' });
  });

  it('sends a schema as the format of the answer', async () => {
    server.answers = [send(200, OPEN_AI.completion({ text: '{}' }))];
    await make()('', '', { schema: { type: 'object' } });
    expect(server.requests[0]?.body).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'answer', schema: { type: 'object' } } },
    });
  });

  it('sends no key or setting that is not given', async () => {
    server.answers = [send(200, OPEN_AI.completion({ text: 'Porto' }))];
    await make()('', '');
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(Object.keys(server.requests[0]?.body as object)).toEqual(['model', 'messages']);
  });

  it('calls OpenAI by default, with the token limit of its newer models', async () => {
    const fetch = vi.fn(async () => Response.json(OPEN_AI.completion({ text: 'Porto' })));
    expect(await openAiLlm({ model: 'gpt', maxTokens: 5, fetch })('', '')).toBe('Porto');
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      'https://api.openai.com/v1/chat/completions',
      expect.objectContaining({ body: expect.stringContaining('"max_completion_tokens":5') }),
    );
  });

  it('drops thoughts from an answer in parts', async () => {
    const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'hmm' }] };
    server.answers = [choice({ message: { content: [thought, { type: 'text', text: 'Porto' }] } })];
    expect(await make()('', '')).toBe('Porto');
  });

  it.each([
    ['a filter', { message: { content: 'Po' }, finish_reason: 'content_filter' }, /refused to answer: Po$/],
    [
      'the model',
      { message: { content: null, refusal: 'I cannot.' }, finish_reason: 'stop' },
      /refused.*: I cannot\.$/,
    ],
    ['the server', { message: { content: 'Po' }, finish_reason: 'error' }, /failed in the middle/],
    ['a tool', { message: { content: null }, finish_reason: 'tool_calls' }, /empty/],
  ])('refuses an answer that %s stopped', async (_, stopped, message) => {
    server.answers = [choice(stopped)];
    await expect(make()('', '')).rejects.toMatchObject({ code: 'llmFailed', message: expect.stringMatching(message) });
  });

  it('reports an answer without choices', async () => {
    server.answers = [send(200, { choices: [] })];
    await expect(make()('', '')).rejects.toThrow(/has no valid choices/);
  });
});
