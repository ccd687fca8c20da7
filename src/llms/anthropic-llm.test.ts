import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ANTHROPIC, LlmServer, send } from '../../test/support/llm-server.ts';
import { anthropicLlm } from './anthropic-llm.ts';

const server = new LlmServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.reset());

const make = (options = {}) => anthropicLlm({ baseUrl: server.url, model: 'stand-in', apiKey: 'sk-1', ...options });

describe('anthropicLlm', () => {
  it('posts a message and the system prompt', async () => {
    server.answers = [send(200, ANTHROPIC.completion({ text: 'Porto' }))];
    await make({ temperature: 0.5, maxTokens: 50 })('Be brief.', 'Where?');
    expect(server.requests).toMatchObject([
      {
        method: 'POST',
        path: '/v1/messages',
        headers: { 'x-api-key': 'sk-1', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' },
      },
    ]);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(server.requests[0]?.body).toEqual({
      model: 'stand-in',
      max_tokens: 50,
      temperature: 0.5,
      system: 'Be brief.',
      messages: [{ role: 'user', content: 'Where?' }],
    });
  });

  it('calls Anthropic by default, with the required token limit', async () => {
    const fetch = vi.fn(async () => Response.json(ANTHROPIC.completion({ text: 'Porto' })));
    expect(await anthropicLlm({ model: 'claude', apiKey: 'sk-1', fetch })('', '')).toBe('Porto');
    expect(fetch).toHaveBeenCalledExactlyOnceWith(
      'https://api.anthropic.com/v1/messages',
      expect.objectContaining({ body: expect.stringContaining('"max_tokens":4096') }),
    );
  });

  it('joins text blocks and drops thoughts', async () => {
    const content = [
      { type: 'thinking', thinking: 'hmm', signature: 'x' },
      { type: 'text', text: 'Por' },
      { type: 'text', text: 'to' },
    ];
    server.answers = [send(200, { content, stop_reason: 'end_turn' })];
    expect(await make()('', '')).toBe('Porto');
  });

  it('sends a schema as a required tool and reads its input', async () => {
    const content = [
      { type: 'text', text: 'I use the tool.' },
      { type: 'tool_use', id: 'toolu_1', name: 'answer', input: { facts: ['a'] } },
    ];
    server.answers = [send(200, { content, stop_reason: 'tool_use' })];
    expect(await make()('', '', { schema: { type: 'object' } })).toBe('{"facts":["a"]}');
    expect(server.requests[0]?.body).toMatchObject({
      tools: [{ name: 'answer', description: expect.any(String), input_schema: { type: 'object' } }],
      tool_choice: { type: 'tool', name: 'answer', disable_parallel_tool_use: true },
    });
  });

  it.each<[object, string]>([
    [{ facts: [{ text: 'a', from: [1] }] }, '{"facts":[{"text":"a","from":[1'],
    [{ persona: 'Nova is "ca]' }, '{"persona":"Nova is \\"ca'],
    [{}, '{'],
  ])('reads a cut-off tool input: %j', async (input, text) => {
    const content = [{ type: 'tool_use', id: 'toolu_1', name: 'answer', input }];
    server.answers = [send(200, { content, stop_reason: 'max_tokens' })];
    expect(await make()('', '', { schema: { type: 'object' } })).toBe(text);
  });

  it.each([
    ['refusal', 'llmFailed', /refused to answer$/],
    ['model_context_window_exceeded', 'tooLongForModel', /cut off/],
  ])('refuses an answer that ends with %s', async (stop_reason, code, message) => {
    server.answers = [send(200, { content: [], stop_reason })];
    await expect(make()('', '')).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
  });

  it('requires a key', () => {
    expect(() => make({ apiKey: undefined })).toThrow(/anthropicLlm\.apiKey/);
  });
});
