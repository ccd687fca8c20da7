import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { generateText, isStepCount, streamText, tool } from 'ai';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { adaptedMemory, answer } from '../../test/support/adapted-memory.ts';
import { OPEN_AI, send, stream } from '../../test/support/llm-server.ts';
import { turnsIn } from '../../test/support/turns-in.ts';
import { operations } from '../operations/operations.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { memoryTools, type WithMemoryOptions, withMemory } from './ai-sdk.ts';
import { MEMORY_TOOLS } from './memory-tools.ts';

const fresh = adaptedMemory();
const { server, asked, systemOf } = fresh;
let souvenir: Souvenir;
let ana: ScopedSouvenir;
beforeEach(() => {
  ({ souvenir, ana } = fresh);
});

const bare = () => createOpenAICompatible({ name: 'local', baseURL: `${server.url}/v1` })('stand-in');
const remembering = (options: Partial<WithMemoryOptions> = {}) => withMemory(bare(), { memory: ana, ...options });
const deltas = (...texts: string[]) => texts.map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
const finish = { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] };

const call = (name: string, input: object, content: string | null = null) => {
  const [id, type] = ['call-1', 'function'];
  const tool_calls = [{ id, type, function: { name, arguments: JSON.stringify(input) } }];
  const message = { role: 'assistant', content, tool_calls };
  return send(200, { id: '1', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
};
const weather = tool({ description: 'Weather', inputSchema: z.object({ place: z.string() }), execute: () => 'Rain.' });

const KNOWN = 'Ana is allergic to peanuts.';
const MESSAGE = 'Which snacks suit my allergy to peanuts?';

it('withMemory leaves the prompt unchanged if recall is empty, and records message and reply', async () => {
  server.answers = [answer('Noted.')];
  const { text } = await generateText({ model: remembering(), prompt: 'I moved to Porto in March.' });
  expect(text).toBe('Noted.');
  expect(asked()).toEqual([[{ role: 'user', content: 'I moved to Porto in March.' }]]);
  expect(await turnsIn(ana)).toEqual(['user: I moved to Porto in March.', 'assistant: Noted.']);
});

it('withMemory adds memories after the instructions, fenced and within the budget', async () => {
  await ana.memories.add(KNOWN);
  server.answers = [answer('Grapes.'), answer('Nuts.')];
  const request = { instructions: 'You are kind.', prompt: MESSAGE };
  await generateText({ model: remembering(), ...request });
  expect(systemOf(0)).toMatch(
    /^You are kind\.\n\n.*<souvenir-memories>\n.*allergic to peanuts.*<\/souvenir-memories>/s,
  );
  await generateText({ model: remembering({ budgets: { memories: 0 } }), ...request });
  expect(systemOf(1)).not.toContain('<souvenir-memories>');
});

it('withMemory adds its own system message if the existing one has options', async () => {
  await ana.memories.add(KNOWN);
  server.answers = [answer('Grapes.')];
  const cached = { local: { cache: true } };
  await generateText({
    model: remembering(),
    instructions: { role: 'system', content: 'You are kind.', providerOptions: cached },
    prompt: MESSAGE,
  });
  expect(asked()[0]?.map(({ role }) => role)).toEqual(['system', 'system', 'user']);
  expect(systemOf(0)).toBe('You are kind.');
});

it('withMemory does not repeat turns that are already in the prompt', async () => {
  server.answers = [answer('Noted.'), answer('Grapes.'), answer('Grapes.')];
  const first = { role: 'user', content: 'I am allergic to peanuts.' } as const;
  await generateText({ model: remembering(), messages: [first] });
  const reply = { role: 'assistant', content: 'Noted.' } as const;
  await generateText({ model: remembering(), messages: [first, reply, { role: 'user', content: MESSAGE }] });
  expect(systemOf(1)).not.toContain('allergic');
  await generateText({ model: remembering(), prompt: MESSAGE });
  expect(systemOf(2)).toContain('allergic');
});

it('withMemory accepts a message of any length', async () => {
  server.answers = [answer('Long.')];
  const { text } = await generateText({ model: remembering(), prompt: `Read this: ${'lorem ipsum '.repeat(20_000)}` });
  expect(text).toBe('Long.');
});

it('withMemory passes images through and does not recall for a message without words', async () => {
  server.answers = [answer('A cat.'), answer('A dog.')];
  const image = { type: 'file', mediaType: 'image/png', data: 'data:image/png;base64,iVBORw0KGgo=' } as const;
  const content = [{ type: 'text', text: 'My cat Momo is in this picture.' } as const, image];
  await generateText({ model: remembering(), messages: [{ role: 'user', content }] });
  expect(asked()[0]?.[0]?.content).toMatchObject([{ type: 'text' }, { type: 'image_url' }]);
  await generateText({ model: remembering(), messages: [{ role: 'user', content: [image] }] });
  expect(await turnsIn(ana)).toEqual(['user: My cat Momo is in this picture.', 'assistant: A cat.']);
});

it('withMemory records a streamed reply when the stream ends', async () => {
  server.answers = [stream([...deltas('Por', 'to.'), finish])];
  const { textStream } = streamText({ model: remembering(), prompt: 'I moved to Porto in March.' });
  const statement: string[] = [];
  for await (const text of textStream) statement.push(text);
  expect(statement).toEqual(['Por', 'to.']);
  expect(await turnsIn(ana)).toEqual(['user: I moved to Porto in March.', 'assistant: Porto.']);
});

it('withMemory records only the message if the reply was stopped', async () => {
  server.answers = [stream(deltas('Half a'), true)];
  const stop = new AbortController();
  const result = streamText({
    ...{ model: remembering(), prompt: 'I moved to Porto in March.', abortSignal: stop.signal },
    onChunk: () => stop.abort(),
  });
  await result.consumeStream();
  // Nobody waits for what becomes of a stream that was cancelled.
  await expect.poll(() => turnsIn(ana)).toEqual(['user: I moved to Porto in March.']);
});

it('withMemory records only the message if the reply broke off', async () => {
  server.answers = [
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.write(`data: ${JSON.stringify(deltas('Half a')[0])}\n\n`, () => response.destroy());
    },
  ];
  const result = streamText({ model: remembering(), prompt: 'I moved to Porto in March.', onError: () => {} });
  await result.consumeStream();
  expect(await turnsIn(ana)).toEqual(['user: I moved to Porto in March.']);
});

it('withMemory records only the message if the reply ends with an error', async () => {
  server.answers = [stream([...deltas('Half a'), { error: { message: 'overloaded' } }])];
  const result = streamText({ model: remembering(), prompt: 'I moved to Porto in March.', onError: () => {} });
  await result.consumeStream();
  expect(await turnsIn(ana)).toEqual(['user: I moved to Porto in March.']);
});

it('withMemory records nothing of a failed call, and one turn of a retried call', async () => {
  server.answers = [send(400, OPEN_AI.error('no'))];
  const model = remembering();
  const request = { model, prompt: 'I moved to Porto in March.' };
  await expect(generateText({ ...request, maxRetries: 0 })).rejects.toThrow('no');
  expect(await turnsIn(ana)).toEqual([]);
  server.answers = [answer('Noted.')];
  await generateText(request);
  expect(await turnsIn(ana)).toEqual(['user: I moved to Porto in March.', 'assistant: Noted.']);
});

it('withMemory composes one turn once for all steps of a tool loop', async () => {
  await ana.memories.add('Ana lives in Porto.');
  server.answers = [call('weather', { place: 'Porto' }, 'Let me look.'), answer('Rain in Porto.')];
  let turns = 0;
  const memory = { turn: (...given: Parameters<typeof ana.turn>) => ana.turn(...given).finally(() => turns++) };
  const request = { prompt: 'How is the weather where Ana lives?', tools: { weather }, stopWhen: isStepCount(3) };
  await generateText({ model: remembering({ memory }), ...request });
  expect(turns).toBe(1);
  expect(systemOf(0)).toContain('Ana lives in Porto');
  expect(systemOf(1)).toBe(systemOf(0));
  expect(asked()[1]?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool']);
  expect(await turnsIn(ana)).toEqual([
    'user: How is the weather where Ana lives?',
    'assistant: Let me look.\n\nRain in Porto.',
  ]);
});

it('withMemory records the message of a tool loop without a reply at the next message', async () => {
  server.answers = [call('weather', { place: 'Porto' }), answer('Good night.')];
  const model = remembering();
  const first = { role: 'user', content: 'I moved to Porto in March, how is the weather?' } as const;
  await generateText({ model, messages: [first], tools: { weather }, stopWhen: isStepCount(1) });
  expect(await turnsIn(ana)).toEqual([]);
  await generateText({ model, messages: [first, { role: 'user', content: 'My sister Olive is here too.' }] });
  expect(await turnsIn(ana)).toEqual([
    `user: ${first.content}`,
    'user: My sister Olive is here too.',
    'assistant: Good night.',
  ]);
});

it('withMemory drops an open turn whose user was erased', async () => {
  await ana.memories.add(KNOWN);
  server.answers = [call('leave', {}), answer('Grapes.'), call('leave', {}), answer('Grapes.')];
  const leave = tool({
    description: 'Erase',
    inputSchema: z.object({}),
    execute: () => souvenir.erase({ userId: 'ana' }),
  });
  const [model, tools] = [remembering(), { leave }];
  await generateText({ model, tools, prompt: MESSAGE, stopWhen: isStepCount(3) });
  expect([systemOf(0), systemOf(1)]).toEqual([expect.stringContaining('allergic'), '']);
  const messages = [{ role: 'user', content: 'I am allergic to celery.' } as const];
  await generateText({ model, tools, messages });
  await generateText({ model, messages: [...messages, { role: 'user', content: 'I live in Porto.' }] });
  expect(await turnsIn(ana)).toEqual(['user: I live in Porto.', 'assistant: Grapes.']);
});

it('withMemory fails with the memory, or answers without it if an error listener is set', async () => {
  server.answers = [answer('Hello.')];
  const memory = { turn: () => Promise.reject(new Error('out of reach')) };
  const request = { prompt: 'Hello there.', maxRetries: 0 };
  await expect(generateText({ model: remembering({ memory }), ...request })).rejects.toThrow('out of reach');
  const received: unknown[] = [];
  const { text } = await generateText({ model: remembering({ memory, onError: (e) => received.push(e) }), ...request });
  expect({ text, received }).toMatchObject({ text: 'Hello.', received: [{ message: 'out of reach' }] });
});

it('memoryTools has a tool with fewer fields for every operation that names one', () => {
  const tools = memoryTools(ana);
  const named = Object.values(operations).flatMap((each) => ('tool' in each && each.tool ? [[each.tool, each]] : []));
  expect(Object.keys(tools).sort()).toEqual(named.map(([name]) => name).sort());
  expect(named.length).toBe(8);
});

it('memoryTools let a model record a turn of any length', async () => {
  const record = MEMORY_TOOLS.find(({ name }) => name === 'memory_record');
  const content = 'I moved to Porto. '.repeat(20_000);
  expect(await record?.run(ana, { turns: [{ content }] })).toEqual({ recorded: 1 });
});

it('memoryTools let a model search and save', async () => {
  await ana.memories.add(KNOWN);
  server.answers = [
    call('memory_recall', { query: 'allergic to peanuts' }),
    call('memory_add', { content: 'Ana owns a grey cat called Momo.' }),
    call('memory_forget', { id: 'unknown' }),
    answer('Done.'),
  ];
  await generateText({ model: bare(), prompt: 'Hi', tools: memoryTools(ana), stopWhen: isStepCount(5) });
  const results = asked()
    .at(-1)
    ?.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : []));
  const [matches, saved, refused] = results ?? [];
  expect(JSON.parse(matches ?? '')).toMatchObject({ memories: [{ content: KNOWN }] });
  expect(matches).not.toContain('breakdown');
  expect(JSON.parse(saved ?? '')).toMatchObject({ did: 'created' });
  expect(refused).toContain('unknown');
  const { memories } = await ana.memories.list();
  expect(memories.at(-1)).toMatchObject({ content: 'Ana owns a grey cat called Momo.', metadata: { trust: 'agent' } });
});
