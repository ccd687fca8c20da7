import { APICallError, createGateway, UnsupportedFunctionalityError } from 'ai';
import { MockLanguageModelV4 } from 'ai/test';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AI_GATEWAY, LlmServer, send } from '../../test/support/llm-server.ts';
import { type AiSdkLlmOptions, aiSdkLlm } from './ai-sdk-llm.ts';

type Generate = MockLanguageModelV4['doGenerate'];
type Generated = Awaited<ReturnType<Generate>>;

const generated = (text: string, ending: Generated['finishReason']['unified'] = 'stop', outputTokens?: number) =>
  ({
    content: [{ type: 'text', text }],
    finishReason: { unified: ending, raw: undefined },
    usage: {
      inputTokens: { total: 12, noCache: 12, cacheRead: undefined, cacheWrite: undefined },
      outputTokens: { total: outputTokens, text: outputTokens, reasoning: undefined },
    },
    warnings: [],
  }) satisfies Generated;

const answered = (statusCode: number, message: string) =>
  new APICallError({
    message,
    statusCode,
    url: 'http://localhost',
    requestBodyValues: {},
    responseHeaders: { 'retry-after': '0' },
  });

const modelThat = (doGenerate: Generate) => new MockLanguageModelV4({ modelId: 'stand-in', doGenerate });
const failing = (error: unknown) =>
  modelThat(() => {
    throw error;
  });
const failure = (model: MockLanguageModelV4, options?: AiSdkLlmOptions) =>
  aiSdkLlm(model, options)('', 'Where?').catch((error) => error);
const silent: Generate = () => new Promise(() => {});

describe('aiSdkLlm', () => {
  it('sends both texts to the model and reports the usage', async () => {
    const model = modelThat(async () => generated('Porto', 'stop', 3));
    const onUsage = vi.fn();
    const llm = aiSdkLlm(model, { temperature: 0, maxTokens: 50 });
    expect(await llm('Be brief.', 'Where?', { onUsage })).toBe('Porto');
    expect(onUsage).toHaveBeenCalledExactlyOnceWith({ inputTokens: 12, outputTokens: 3 });
    expect(model.doGenerateCalls).toMatchObject([
      {
        prompt: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: [{ type: 'text', text: 'Where?' }] },
        ],
        temperature: 0,
        maxOutputTokens: 50,
      },
    ]);
  });

  it('answers without a reported usage', async () => {
    const onUsage = vi.fn();
    const llm = aiSdkLlm(modelThat(async () => generated('Porto')));
    expect(await llm('', '', { onUsage })).toBe('Porto');
    expect(onUsage).not.toHaveBeenCalled();
  });

  it.each([
    ['cut off', generated('Por', 'length'), /stand-in was cut off/],
    ['refused', generated('Po', 'content-filter'), /stand-in refused to answer: Po$/],
    ['in error', generated('Po', 'error'), /failed in the middle/],
    ['empty', generated(' '), /empty/],
  ])('refuses an answer that is %s', async (_, answer, message) => {
    expect(await failure(modelThat(async () => answer))).toMatchObject({
      code: message.source.includes('cut off') ? 'tooLongForModel' : 'llmFailed',
      message: expect.stringMatching(message),
    });
  });

  it('retries after a transient failure', async () => {
    const answers = [answered(429, 'slow down'), answered(503, 'busy')];
    const model = modelThat(async () => {
      const error = answers.shift();
      if (error) throw error;
      return generated('Porto');
    });
    expect(await aiSdkLlm(model)('', 'Where?')).toBe('Porto');
  });

  it('gives up after its retries', async () => {
    const model = failing(answered(503, 'busy'));
    expect(await failure(model, { retries: 1 })).toMatchObject({
      code: 'llmFailed',
      message: expect.stringMatching(/^stand-in gave no answer: .*busy$/),
      advice: expect.stringContaining('later'),
    });
    expect(model.doGenerateCalls).toHaveLength(2);
  });

  it.each([
    ['no key', answered(401, 'who are you'), /apiKey/],
    ['no such model', answered(404, 'what is that'), /stand-in/],
    ['something else', new Error('x'.repeat(500)), /cause/],
  ])('passes on what went wrong: %s', async (_, cause, advice) => {
    const model = failing(cause);
    const error = await failure(model);
    expect(error).toMatchObject({ code: 'llmFailed', cause, advice: expect.stringMatching(advice) });
    expect(error.message).toContain(cause.message.slice(0, 100));
    expect(error.message.length).toBeLessThan(240);
    expect(model.doGenerateCalls).toHaveLength(1);
  });

  it('reports a timeout', async () => {
    expect(await failure(modelThat(silent), { timeoutMs: 5 })).toMatchObject({
      code: 'llmFailed',
      message: 'stand-in did not answer within 5 ms',
    });
  });

  it('can be aborted before the call', async () => {
    const model = modelThat(silent);
    const signal = AbortSignal.abort('enough');
    await expect(aiSdkLlm(model)('', '', { signal })).rejects.toMatchObject({ code: 'aborted', cause: 'enough' });
    expect(model.doGenerateCalls).toHaveLength(0);
  });

  it('can be aborted while it loads the package', async () => {
    const abort = new AbortController();
    const asked = aiSdkLlm(modelThat(silent))('', '', { signal: abort.signal });
    abort.abort();
    await expect(asked).rejects.toMatchObject({ code: 'aborted' });
  });

  it('can be aborted while it waits for an answer', async () => {
    const abort = new AbortController();
    const model = modelThat((call) => {
      abort.abort();
      return silent(call);
    });
    await expect(aiSdkLlm(model)('', '', { signal: abort.signal })).rejects.toMatchObject({ code: 'aborted' });
    expect(model.doGenerateCalls[0]?.abortSignal?.aborted).toBe(true);
  });

  it.each([undefined, null, '', 7, {}])('refuses %j for a model', (model) => {
    expect(() => aiSdkLlm(model as never)).toThrow(/aiSdkLlm\.model: must be/);
  });

  it('refuses options it does not know, naming the field', () => {
    expect(() => aiSdkLlm('openai/gpt', { timeoutMs: 0 })).toThrow(/aiSdkLlm\.timeoutMs/);
    expect(() => aiSdkLlm('openai/gpt', { maxtokens: 1 } as never)).toThrow(/maxtokens/);
  });
});

describe('aiSdkLlm with a schema', () => {
  const server = new LlmServer();
  beforeAll(() => server.start());
  afterAll(() => server.stop());
  beforeEach(() => server.reset());

  const schema = { type: 'object', properties: { facts: { type: 'array' } } };
  const make = () => aiSdkLlm(createGateway({ baseURL: server.url, apiKey: 'test' })('openai/gpt'));
  const answer = (text: string, ending: 'stop' | 'length' = 'stop') =>
    send(200, AI_GATEWAY.completion({ text, ending, usage: AI_GATEWAY.usage(12, 3) }));
  const formats = () => server.requests.map(({ body }) => (body as { responseFormat?: unknown }).responseFormat);

  it('requests an object of the schema', async () => {
    server.answers = [answer('{"facts":[]}')];
    expect(await make()('', 'Where?', { schema })).toBe('{"facts":[]}');
    expect(formats()).toEqual([{ type: 'json', schema }]);
  });

  it.each(['no JSON', '{"facts":[1,],}', '<think>hm</think> {}'])(
    'returns a text that is not JSON unchanged: %s',
    async (text) => {
      server.answers = [answer(text)];
      const onUsage = vi.fn();
      expect(await make()('', 'Where?', { schema, onUsage })).toBe(text);
      expect(onUsage).toHaveBeenCalledExactlyOnceWith({ inputTokens: 12, outputTokens: 3 });
    },
  );

  it('returns the part of a cut-off answer', async () => {
    server.answers = [answer('{"facts":[', 'length')];
    expect(await make()('', 'Where?', { schema })).toBe('{"facts":[');
  });

  it('stops sending the schema after the server refuses it', async () => {
    server.answers = [send(400, AI_GATEWAY.error('no such format')), answer('Porto'), answer('Porto')];
    const llm = make();
    expect(await llm('', 'Where?', { schema })).toBe('Porto');
    expect(await llm('', 'Where?', { schema })).toBe('Porto');
    expect(formats().map((format) => format !== undefined)).toEqual([true, false, false]);
  });

  it('omits the schema if the provider does not support it', async () => {
    const model = modelThat(async ({ responseFormat }) => {
      if (responseFormat?.type === 'json') throw new UnsupportedFunctionalityError({ functionality: 'JSON' });
      return generated('Porto');
    });
    expect(await aiSdkLlm(model)('', 'Where?', { schema })).toBe('Porto');
  });

  it('fails for a wrong key as without a schema', async () => {
    server.answers = [send(401, AI_GATEWAY.error('who are you')), answer('Porto')];
    await expect(make()('', 'Where?', { schema })).rejects.toMatchObject({ code: 'llmFailed' });
    expect(server.requests).toHaveLength(1);
  });
});
