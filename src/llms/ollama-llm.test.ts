import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { LlmServer, OLLAMA, send } from '../../test/support/llm-server.ts';
import { ollamaLlm } from './ollama-llm.ts';

const server = new LlmServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.reset();
  server.answers = [send(200, OLLAMA.completion({ text: 'Porto' }))];
});

const make = (options = {}) => ollamaLlm({ baseUrl: server.url, model: 'stand-in', ...options });

describe('ollamaLlm', () => {
  it('posts a system and a user message without streaming', async () => {
    await make({ temperature: 0, frequencyPenalty: 0.3, maxTokens: 50, contextTokens: 16_384 })('Be brief.', 'Where?');
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/api/chat' }]);
    expect(server.requests[0]?.headers.authorization).toBeUndefined();
    expect(server.requests[0]?.body).toEqual({
      model: 'stand-in',
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: 'Where?' },
      ],
      stream: false,
      options: { temperature: 0, frequency_penalty: 0.3, num_predict: 50, num_ctx: 16_384 },
    });
  });

  it('sends a schema as the format of the answer', async () => {
    await make()('', '', { schema: { type: 'object' } });
    expect(server.requests[0]?.body).toMatchObject({ format: { type: 'object' } });
  });

  it('sends a key if one is set', async () => {
    await make({ apiKey: 'sk-1' })('', '');
    expect(server.requests[0]?.headers.authorization).toBe('Bearer sk-1');
    expect(server.requests[0]?.body).toMatchObject({ options: {} });
  });

  it('calls the local Ollama by default', async () => {
    const fetch = vi.fn(async () => Response.json(OLLAMA.completion({ text: 'Porto' })));
    expect(await ollamaLlm({ model: 'stand-in', fetch })('', '')).toBe('Porto');
    expect(fetch).toHaveBeenCalledExactlyOnceWith('http://localhost:11434/api/chat', expect.anything());
  });
});
