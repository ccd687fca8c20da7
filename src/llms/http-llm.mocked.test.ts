import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  ANTHROPIC,
  type Answer,
  cutShort,
  LlmServer,
  OLLAMA,
  OPEN_AI,
  send,
  sendPage,
  trickle,
  type WireFormat,
} from '../../test/support/llm-server.ts';
import type { Llm, TokenUsage } from '../contracts/llm.ts';
import { anthropicLlm } from './anthropic-llm.ts';
import { ollamaLlm } from './ollama-llm.ts';
import { openAiLlm } from './open-ai-llm.ts';

const { sleep, realSleep } = vi.hoisted(() => ({ sleep: vi.fn(), realSleep: vi.fn() }));
vi.mock('node:timers/promises', async (original) => {
  const actual = await original<typeof import('node:timers/promises')>();
  realSleep.mockImplementation(actual.setTimeout);
  return { ...actual, setTimeout: sleep };
});

interface Options {
  readonly baseUrl?: string;
  readonly model?: string;
  readonly apiKey?: string;
  readonly headers?: Record<string, string>;
  readonly timeoutMs?: number;
  readonly retries?: number;
  readonly temperature?: number;
  readonly maxTokens?: number;
  readonly fetch?: typeof fetch;
}
type Factory = (options: Options & { model: string; apiKey: string }) => Llm;

const KEY = 'sk-very-secret';
const ADAPTERS: [string, WireFormat, Factory][] = [
  ['openAiLlm', OPEN_AI, openAiLlm],
  ['anthropicLlm', ANTHROPIC, anthropicLlm],
  ['ollamaLlm', OLLAMA, ollamaLlm],
];

const server = new LlmServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => {
  server.reset();
  sleep.mockReset().mockResolvedValue(undefined);
});
afterEach(() => vi.restoreAllMocks());

describe.each(ADAPTERS)('%s', (name, wire, factory) => {
  const make = (options: Options = {}) => factory({ baseUrl: server.url, model: 'stand-in', apiKey: KEY, ...options });
  const ask = (options?: Options) => make(options)('Be brief.', 'Where does Nadia live?');
  const failure = async (answers: Answer[], options?: Options, code = 'llmFailed') => {
    server.answers = answers;
    const error = await ask(options).catch((error) => error);
    expect(error).toMatchObject({ code, advice: expect.stringMatching(/\w/) });
    return error;
  };
  const porto = send(200, wire.completion({ text: 'Porto' }));
  const waits = () => sleep.mock.calls.map(([wait]) => wait);

  it('answers and reports the usage once', async () => {
    server.answers = [send(200, wire.completion({ text: 'Porto', usage: wire.usage(12, 3) }))];
    const usage: TokenUsage[] = [];
    expect(await make()('Be brief.', 'Where?', { onUsage: (reported) => usage.push(reported) })).toBe('Porto');
    expect(usage).toEqual([{ inputTokens: 12, outputTokens: 3 }]);
  });

  it.each([
    ['none', undefined],
    ['words', wire.usage('many', 'few')],
    ['less than nothing', wire.usage(-1, 2)],
    ['half of it', wire.usage(7, undefined)],
  ])('answers despite a missing or bad usage: %s', async (_, usage) => {
    server.answers = [send(200, wire.completion({ text: 'Porto', usage }))];
    const onUsage = vi.fn();
    expect(await make()('', '', { onUsage })).toBe('Porto');
    expect(onUsage).not.toHaveBeenCalled();
  });

  it('sends the given headers, which override its own', async () => {
    server.answers = [porto];
    await ask({ headers: { 'X-Team': 'blue', 'Content-Type': 'application/json; charset=utf-8' } });
    expect(server.requests[0]?.headers).toMatchObject({
      'x-team': 'blue',
      'content-type': 'application/json; charset=utf-8',
    });
  });

  it('reads an answer of five million characters', async () => {
    const text = 'naïve café 日本語 😀 '.repeat(300_000);
    server.answers = [send(200, wire.completion({ text }))];
    expect((await ask()) === text).toBe(true);
  });

  it('reads an answer in pieces', async () => {
    server.answers = [trickle(wire.completion({ text: 'São João 😀' }))];
    expect(await ask()).toBe('São João 😀');
  });

  it.each<[string, Answer]>([
    ['429', send(429, wire.error('slow down'))],
    ['500', send(500, wire.error('sorry'))],
    ['529', send(529, wire.error('overloaded'))],
    ['a page of a proxy', sendPage(502, '<html><h1>Bad gateway</h1></html>')],
    ['an answer that breaks off', cutShort(wire.completion({ text: 'Porto' }))],
    ['a connection that is lost', (response) => response.destroy()],
  ])('retries after %s', async (_, answer) => {
    server.answers = [answer, answer, porto];
    expect(await ask()).toBe('Porto');
    expect(server.requests).toHaveLength(3);
    expect(server.requests[2]?.body).toEqual(server.requests[0]?.body);
    const [first, second] = waits();
    expect(first).toBeGreaterThanOrEqual(250);
    expect(first).toBeLessThanOrEqual(500);
    expect(second).toBeGreaterThanOrEqual(500);
    expect(second).toBeLessThanOrEqual(1000);
  });

  it('waits as long as a rate limit asks', async () => {
    server.answers = [send(429, wire.error('slow down'), { 'retry-after': '7' }), porto];
    expect(await ask()).toBe('Porto');
    expect(waits()).toEqual([7000]);
  });

  it('applies the timeout per attempt, and retries', async () => {
    const late = new AbortController();
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(late.signal);
    server.answers = [() => late.abort(new DOMException('', 'TimeoutError')), porto];
    expect(await ask()).toBe('Porto');
    expect(timeout.mock.calls).toEqual([[60_000], [60_000]]);
  });

  it('reports a timeout', async () => {
    const error = await failure([() => {}], { timeoutMs: 20, retries: 0 });
    expect(error).toMatchObject({
      message: expect.stringContaining('20 ms'),
      advice: expect.stringContaining('timeoutMs'),
    });
  });

  it('reports a timeout in the middle of an answer', async () => {
    const error = await failure([(response) => response.writeHead(200).write('{')], { timeoutMs: 200, retries: 0 });
    expect(error.message).toContain('200 ms');
  });

  it('gives up after its retries', async () => {
    const busy = send(503, wire.error('too busy'));
    const error = await failure([busy, busy, busy, porto]);
    expect(error).toMatchObject({
      message: expect.stringContaining('answered 503: too busy'),
      cause: expect.objectContaining({ name: 'HttpStatus', status: 503 }),
    });
    expect(server.requests).toHaveLength(3);
  });

  it('reports an unreachable server', async () => {
    const removed = new LlmServer();
    await removed.start();
    const { url } = removed;
    await removed.stop();
    const error = await failure([], { baseUrl: url });
    expect(error).toMatchObject({
      message: expect.stringContaining('ECONNREFUSED'),
      advice: expect.stringContaining('baseUrl'),
    });
    expect(waits()).toHaveLength(2);
  });

  it.each([
    [400, 'it is wrong', 'llmFailed', 'model'],
    [400, 'maximum context length is 4096 tokens', 'tooLongForModel', 'length'],
    [401, 'it is wrong', 'llmFailed', 'apiKey'],
    [403, 'it is wrong', 'llmFailed', 'apiKey'],
    [404, 'it is wrong', 'llmFailed', 'baseUrl'],
    [413, 'it is wrong', 'tooLongForModel', 'length'],
  ])('does not retry after %d: %s', async (status, message, code, advice) => {
    const error = await failure([send(status, wire.error(message)), porto], undefined, code);
    expect(error.message).toContain(`answered ${status}: ${message}`);
    expect(error.advice).toContain(advice);
    expect(server.requests).toHaveLength(1);
  });

  it('sends its key to no other server', async () => {
    const error = await failure([sendPage(307, '', { location: `${server.url}/elsewhere` }), porto]);
    expect(error.advice).toContain('redirects');
    expect(server.requests).toHaveLength(1);
  });

  it.each<[string, Answer, RegExp]>([
    ['of half a JSON', sendPage(200, '{"choices": ['), /is not JSON: \{"choices": \[$/],
    ['of no JSON', sendPage(200, '<html><p>Please log in</p></html>'), /is not JSON: Please log in$/],
    ['of nothing', sendPage(200, ''), /is not JSON/],
    ['of another kind', send(200, { ok: true }), /has no valid (choices|content|message): \{"ok":true\}$/],
    ['of null', sendPage(200, 'null'), /has no valid content: null$/],
    ['of an error that calls itself a success', send(200, wire.error('no credit')), /: no credit$/],
    ['that was cut off', send(200, wire.completion({ text: 'Por', ending: 'length' })), /cut off/],
    ['without text', send(200, wire.completion({ text: '' })), /empty/],
    ['of spaces', send(200, wire.completion({ text: ' \n' })), /empty/],
  ])('refuses an answer %s without a retry', async (_, answer, message) => {
    const onUsage = vi.fn();
    server.answers = [answer, porto];
    const asked = make()('', '', { onUsage });
    const code = message.source === 'cut off' ? 'tooLongForModel' : 'llmFailed';
    await expect(asked).rejects.toMatchObject({ code, message: expect.stringMatching(message) });
    expect(server.requests).toHaveLength(1);
    expect(onUsage).not.toHaveBeenCalled();
  });

  it('reports the usage of a cut-off answer', async () => {
    const onUsage = vi.fn();
    server.answers = [send(200, wire.completion({ text: 'Por', ending: 'length', usage: wire.usage(12, 3) }))];
    await expect(make()('', '', { onUsage })).rejects.toThrow(/cut off/);
    expect(onUsage.mock.calls).toEqual([[{ inputTokens: 12, outputTokens: 3 }]]);
  });

  it.each([401, 429, 500, 200])('hides its secrets if the server repeats them with %d', async (status) => {
    const message = `wrong token team-token-1, ${'x'.repeat(155)} wrong key ${KEY}`;
    const error = await failure([send(status, wire.error(message))], {
      retries: 0,
      headers: { 'x-token': 'Token team-token-1' },
    });
    const statement = `${error.message} ${error.advice} ${error.stack} ${error.cause}`;
    expect(statement).not.toMatch(/sk-|team-/);
    expect(error.message.length).toBeLessThan(320);
  });

  it('makes no call after an abort', async () => {
    const signal = AbortSignal.abort('enough');
    await expect(make()('', '', { signal })).rejects.toMatchObject({ code: 'aborted', cause: 'enough' });
    expect(server.requests).toHaveLength(0);
  });

  it.each<[string, Answer]>([
    ['for an answer', () => {}],
    ['for the rest of an answer', (response) => response.writeHead(200).write('{')],
  ])('can be aborted while it waits %s', async (_, answer) => {
    const abort = new AbortController();
    server.answers = [
      (response) => {
        answer(response);
        abort.abort();
      },
    ];
    await expect(make()('', '', { signal: abort.signal })).rejects.toMatchObject({ code: 'aborted' });
    expect(server.requests).toHaveLength(1);
  });

  it('can be aborted while it waits to retry', async () => {
    const abort = new AbortController();
    sleep.mockImplementationOnce((...call) => {
      const slept = realSleep(...call);
      abort.abort();
      return slept;
    });
    server.answers = [send(429, wire.error('slow down'), { 'retry-after': '3600' }), porto];
    await expect(make()('', '', { signal: abort.signal })).rejects.toMatchObject({ code: 'aborted' });
    expect(waits()).toEqual([60_000]);
    expect(server.requests).toHaveLength(1);
  });

  describe('given a schema', () => {
    const schema = { type: 'object', title: 'the-schema' };
    const sent = () => server.requests.map(({ body }) => JSON.stringify(body).includes('the-schema'));

    it.each<[string, Answer]>([
      ['400', send(400, wire.error('response_format is not supported'))],
      ['404 without a reason', sendPage(404, '')],
      ['422', send(422, wire.error('extra fields'))],
      ['501', send(501, wire.error('not implemented'))],
    ])('stops sending the schema after the server refuses it with %s', async (_, refusal) => {
      server.answers = [refusal, porto, porto];
      const llm = make();
      expect(await llm('', '', { schema })).toBe('Porto');
      expect(await llm('', '', { schema })).toBe('Porto');
      expect(sent()).toEqual([true, false, false]);
      expect(waits()).toEqual([]);
    });

    it('omits the schema once if the server keeps failing with it', async () => {
      const failure = send(500, wire.error('failed to parse grammar'));
      server.answers = [failure, failure, failure, porto, porto];
      const llm = make();
      expect(await llm('', '', { schema })).toBe('Porto');
      expect(await llm('', '', { schema })).toBe('Porto');
      expect(sent()).toEqual([true, true, true, false, true]);
    });

    it.each([
      ['401', 401, 'who are you'],
      ['413', 413, 'too long'],
      ['503 for another reason', 503, 'busy'],
      ['500 with a word that holds another', 500, 'see the log for information'],
    ])('fails after %s as without a schema', async (_, status, message) => {
      server.answers = [send(status, wire.error(message)), porto];
      await expect(make({ retries: 0 })('', '', { schema })).rejects.toThrow(message);
      expect(sent()).toEqual([true]);
    });

    it('keeps sending the schema if omitting it does not help', async () => {
      server.answers = [send(400, wire.error('bad')), send(400, wire.error('still bad')), porto];
      const llm = make();
      await expect(llm('', '', { schema })).rejects.toThrow('still bad');
      expect(await llm('', '', { schema })).toBe('Porto');
      expect(sent()).toEqual([true, false, true]);
    });

    it('accepts a cut-off answer with text', async () => {
      const cutOff = (text: string) => send(200, wire.completion({ text, ending: 'length', usage: wire.usage(12, 3) }));
      const onUsage = vi.fn();
      server.answers = [cutOff('{"a":['), cutOff(' ')];
      expect(await make()('', '', { schema, onUsage })).toBe('{"a":[');
      expect(onUsage).toHaveBeenCalledOnce();
      await expect(make()('', '', { schema })).rejects.toThrow(/cut off/);
    });

    it('can be aborted after a refusal', async () => {
      const abort = new AbortController();
      server.answers = [
        (response) => {
          send(400, wire.error('no schema'))(response);
          abort.abort();
        },
        porto,
      ];
      await expect(make()('', '', { schema, signal: abort.signal })).rejects.toMatchObject({ code: 'aborted' });
      expect(server.requests).toHaveLength(1);
    });
  });

  it("uses the caller's fetch", async () => {
    server.answers = [porto];
    const ours = vi.fn(fetch);
    expect(await ask({ fetch: ours })).toBe('Porto');
    expect(ours).toHaveBeenCalledOnce();
  });

  it('accepts a base URL with a trailing slash', async () => {
    server.answers = [porto];
    expect(await ask({ baseUrl: `${server.url}//` })).toBe('Porto');
    expect(server.requests[0]?.path).not.toContain('//');
  });

  it.each<[object, string]>([
    [{ baseUrl: 'localhost' }, 'baseUrl'],
    [{ baseUrl: 'ftp://localhost' }, 'baseUrl'],
    [{ baseUrl: 'http://user:word@localhost' }, 'baseUrl'],
    [{ baseUrl: 'http://localhost?key=1' }, 'baseUrl'],
    [{ model: '' }, 'model'],
    [{ apiKey: `${KEY}\n` }, 'apiKey'],
    [{ headers: { 'x-token': `${KEY}\r\nhost: elsewhere` } }, 'headers.x-token'],
    [{ headers: { 'x token': '1' } }, 'headers.x token'],
    [{ timeoutMs: 0 }, 'timeoutMs'],
    [{ timeoutMs: 2 ** 31 }, 'timeoutMs'],
    [{ retries: -1 }, 'retries'],
    [{ temperature: -1 }, 'temperature'],
    [{ maxTokens: 0 }, 'maxTokens'],
    [{ maxtokens: 5 }, 'maxtokens'],
  ])('refuses %j', (options, field) => {
    const making = () => make(options as Options);
    expect(making).toThrow(expect.objectContaining({ code: 'invalidInput', message: expect.stringContaining(field) }));
    expect(making).toThrow(name);
    expect(making).not.toThrow(KEY);
  });
});
