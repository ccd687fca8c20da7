import { createOpenAICompatible } from '@ai-sdk/openai-compatible';
import { expect, test } from 'vitest';
import { adaptedMemory, answer } from '../../test/support/adapted-memory.ts';
import { stream } from '../../test/support/llm-server.ts';
import { turnsIn } from '../../test/support/turns-in.ts';
import { withMemory } from './ai-sdk.ts';
import { memoryProcessor } from './mastra.ts';

interface MastraAgent {
  generate(message: string): Promise<{ readonly text: string }>;
  stream(message: string): Promise<{ readonly text: Promise<string> }>;
}
type Mastra = { readonly Agent: new (options: object) => MastraAgent };
/** The package is none of this project's: where it lies elsewhere, its module of agents is named. */
const place = process.env['MASTRA_AGENT'] ?? '@mastra/core/agent';
const mastra: Mastra | undefined = await import(/* @vite-ignore */ place).catch(() => undefined);
const reason = mastra === undefined ? ': no @mastra/core here, and none named by MASTRA_AGENT' : '';

const KNOWN = 'Ana is allergic to peanuts.';
const MESSAGE = 'Which snacks suit my allergy to peanuts?';
const fresh = adaptedMemory();
const { server, asked } = fresh;
const model = () => createOpenAICompatible({ name: 'local', baseURL: `${server.url}/v1` })('stand-in');
const agent = (options: object): MastraAgent => {
  const { Agent } = mastra as Mastra;
  return new Agent({ id: 'helper', name: 'Helper', instructions: 'You are kind.', model: model(), ...options });
};
const systems = () => asked()[0]?.flatMap(({ role, content }) => (role === 'system' ? [String(content)] : []));
const statement = [`user: ${MESSAGE}`, 'assistant: Grapes.'];

test.skipIf(reason !== '')(`an agent of Mastra with the processor is told and recorded${reason}`, async () => {
  await fresh.ana.memories.add(KNOWN);
  server.answers = [answer('Grapes.')];
  const processor = memoryProcessor(fresh.ana);
  const { text } = await agent({ inputProcessors: [processor], outputProcessors: [processor] }).generate(MESSAGE);
  expect([text, systems()?.join('\n')]).toEqual(['Grapes.', expect.stringMatching(/^You are kind\.\n.*peanuts/s)]);
  expect(await turnsIn(fresh.ana)).toEqual(statement);
});

test.skipIf(reason !== '')(`a stream is recorded when it ends${reason}`, async () => {
  const deltas = ['Gra', 'pes.'].map((content) => ({ choices: [{ index: 0, delta: { content } }] }));
  server.answers = [stream([...deltas, { choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] }])];
  const processor = memoryProcessor(fresh.ana);
  const streamed = await agent({ inputProcessors: [processor], outputProcessors: [processor] }).stream(MESSAGE);
  expect(await streamed.text).toBe('Grapes.');
  expect(await turnsIn(fresh.ana)).toEqual(statement);
});

test.skipIf(reason !== '')(`an agent of Mastra takes a model of the AI SDK with memory${reason}`, async () => {
  await fresh.ana.memories.add(KNOWN);
  server.answers = [answer('Grapes.')];
  await agent({ model: withMemory(model(), { memory: fresh.ana }) }).generate(MESSAGE);
  expect(systems()?.join('\n')).toContain('peanuts');
  expect(await turnsIn(fresh.ana)).toEqual(statement);
});

test('a processor of Mastra does not recall for a message without words, and records it once', async () => {
  const { processInput, processOutputResult } = memoryProcessor(fresh.ana);
  const user = (...parts: { type: string; text?: string }[]) => ({ role: 'user', content: { parts } });
  const state = {};
  const image = [user({ type: 'file' })];
  const none = { messages: image, systemMessages: [] };
  expect(await processInput({ ...none, state })).toEqual(none);
  const messages = [user({ type: 'text', text: 'I moved to Porto.' })];
  await processInput({ messages, systemMessages: [], state });
  for (const text of ['Noted.', 'Again.'])
    expect(await processOutputResult({ messages, state, result: { text } })).toBe(messages);
  expect(await turnsIn(fresh.ana)).toEqual(['user: I moved to Porto.', 'assistant: Noted.']);
});
