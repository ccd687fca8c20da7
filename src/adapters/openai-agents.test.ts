import { Agent, type AgentInputItem, MemorySession, OpenAIProvider, Runner, tool } from '@openai/agents';
import { beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { adaptedMemory, answer } from '../../test/support/adapted-memory.ts';
import { send } from '../../test/support/llm-server.ts';
import { turnsIn } from '../../test/support/turns-in.ts';
import type { ScopedSouvenir } from '../souvenir/handle.ts';
import type { Souvenir } from '../souvenir/souvenir.ts';
import { memoryFilter, memoryTools, souvenirSession } from './openai-agents.ts';

const fresh = adaptedMemory();
const { server, asked, systemOf } = fresh;
let souvenir: Souvenir;
let ana: ScopedSouvenir;
beforeEach(() => {
  ({ souvenir, ana } = fresh);
});

const runner = (memory: Parameters<typeof memoryFilter>[0] = ana) =>
  new Runner({
    modelProvider: new OpenAIProvider({ apiKey: 'test', baseURL: `${server.url}/v1`, useResponses: false }),
    ...{ model: 'stand-in', tracingDisabled: true, callModelInputFilter: memoryFilter(memory) },
  });
const call = (name: string, input: object) => {
  const tool_calls = [
    { id: crypto.randomUUID(), type: 'function', function: { name, arguments: JSON.stringify(input) } },
  ];
  const message = { role: 'assistant', content: null, tool_calls };
  return send(200, { id: '1', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] });
};
const weather = tool({
  ...{ name: 'weather', description: 'Weather', parameters: z.object({ place: z.string() }) },
  execute: () => 'Rain.',
});

const MOVED = 'I moved to Porto in March.';
const user = (content: string): AgentInputItem => ({ type: 'message', role: 'user', content });
const assistant = (text: string): AgentInputItem => ({
  ...{ type: 'message', role: 'assistant', status: 'completed', content: [{ type: 'output_text', text }] },
});

it("souvenirSession behaves like the package's own session", async () => {
  const sessions = [new MemorySession({ sessionId: 'monday' }), souvenirSession(ana)];
  const both = async <Result>(work: (session: (typeof sessions)[0]) => Promise<Result>) => {
    const [theirs, ours] = [await work(sessions[0] as never), await work(sessions[1] as never)];
    expect(ours).toEqual(theirs);
    return ours;
  };
  await both((session) => session.getSessionId());
  expect(await both((session) => session.popItem())).toBeUndefined();
  const result: AgentInputItem = {
    ...{ type: 'function_call_result', callId: 'call-1', name: 'weather', status: 'completed', output: 'Rain.' },
  };
  await both((session) => session.addItems([user(MOVED), assistant('Noted.'), result]));
  await both((session) => session.addItems([user('Hi'), { role: 'system', content: 'Be brief.' }]));
  await both((session) => session.addItems([]));
  expect(await both((session) => session.getItems())).toHaveLength(5);
  expect(await both((session) => session.getItems(2))).toHaveLength(2);
  await both((session) => session.getItems(0));
  await both((session) => session.getItems(9));
  await both((session) => session.popItem());
  await both((session) => session.popItem());
  expect(await both((session) => session.getItems())).toHaveLength(3);
  await both((session) => session.clearSession());
  await both((session) => session.addItems([user('Hello again.')]));
  expect(await both((session) => session.getItems())).toHaveLength(1);
});

it('souvenirSession keeps sessions separate', async () => {
  await souvenirSession(ana).addItems([user(MOVED)]);
  const tuesday = souvenir.for({ userId: 'ana', sessionId: 'tuesday' });
  expect(await souvenirSession(tuesday).getItems()).toEqual([]);
});

it('souvenirSession records turns and removes popped ones', async () => {
  const session = souvenirSession(ana);
  await session.addItems([user(MOVED), assistant('You moved to Porto in March, noted.')]);
  await session.addItems([user('I am allergic to peanuts.')]);
  await session.popItem();
  expect(await turnsIn(ana)).toEqual([`user: ${MOVED}`, 'assistant: You moved to Porto in March, noted.']);
  const { items } = await ana.recall('Am I allergic to peanuts?');
  expect(items.filter(({ content }) => content.includes('peanuts'))).toEqual([]);
});

it('recall does not return the items of souvenirSession next to their turns', async () => {
  await souvenirSession(ana).addItems([user('I am allergic to peanuts.')]);
  await ana.sessions.end();
  const { items } = await ana.recall('allergic to peanuts', { components: ['openai-agents'], threshold: 0 });
  expect(items).toEqual([]);
});

it('clearing souvenirSession keeps the memories made from it', async () => {
  const session = souvenirSession(ana);
  await session.addItems([user('I am allergic to peanuts.')]);
  await ana.sessions.end();
  await session.clearSession();
  expect(await session.getItems()).toEqual([]);
  expect((await ana.recall('Am I allergic to peanuts?')).items[0]?.content).toContain('allergic to peanuts');
});

it('souvenirSession continues a session with one turn for all steps of a tool loop', async () => {
  await ana.memories.add('Ana is allergic to peanuts.');
  server.answers = [call('weather', { place: 'Porto' }), answer('It rains in Porto.'), answer('Grapes.')];
  let turns = 0;
  const memory = { turn: (...given: Parameters<typeof ana.turn>) => ana.turn(...given).finally(() => turns++) };
  const agent = new Agent({ name: 'Helper', instructions: 'You are kind.', tools: [weather] });
  const session = souvenirSession(ana);
  const first = await runner(memory).run(agent, `${MOVED} How is the weather?`, { session });
  expect(first.finalOutput).toBe('It rains in Porto.');
  expect(turns).toBe(1);
  expect(systemOf(1)).toBe(systemOf(0));
  expect(systemOf(0)).toMatch(/^You are kind\./);
  expect(systemOf(0)).not.toContain('I moved to Porto');
  await runner().run(agent, 'Which snacks suit my allergy to peanuts?', { session });
  expect(asked()[2]?.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'assistant', 'user']);
  expect(systemOf(2)).toMatch(
    /^You are kind\.\n\n.*<souvenir-memories>\n.*allergic to peanuts.*<\/souvenir-memories>/s,
  );
  expect(await turnsIn(ana)).toEqual([
    `user: ${MOVED} How is the weather?`,
    'assistant: It rains in Porto.',
    'user: Which snacks suit my allergy to peanuts?',
    'assistant: Grapes.',
  ]);
});

it('memoryTools let an agent of OpenAI search and save', async () => {
  await ana.memories.add('Ana is allergic to peanuts.');
  server.answers = [
    call('memory_recall', { query: 'allergic to peanuts' }),
    call('memory_add', { content: 'Ana owns a grey cat called Momo.' }),
    call('memory_add', { content: 'Ana owns a dog.', metadata: { trust: 'user' } }),
    answer('Done.'),
  ];
  await runner().run(new Agent({ name: 'Helper', tools: Object.values(memoryTools(ana)) }), 'Hi');
  const [matches, saved, refused] =
    asked()
      .at(-1)
      ?.flatMap(({ role, content }) => (role === 'tool' ? [String(content)] : [])) ?? [];
  expect(JSON.parse(matches ?? '')).toMatchObject({ memories: [{ content: 'Ana is allergic to peanuts.' }] });
  expect(JSON.parse(saved ?? '')).toMatchObject({ did: 'created' });
  expect(refused).toContain('metadata');
});

it('souvenirSession returns no memories for a message whose user was erased', async () => {
  await ana.memories.add('Ana lives in Lisbon.');
  server.answers = [answer('In Lisbon.'), answer('I do not know.')];
  const same = runner();
  await same.run(new Agent({ name: 'Helper' }), 'Where does Ana live?');
  expect(systemOf(0)).toContain('Lisbon');
  await souvenir.erase({ userId: 'ana' });
  await same.run(new Agent({ name: 'Helper' }), 'Where does Ana live?');
  expect(systemOf(1)).not.toContain('Lisbon');
});

it('souvenirSession returns no memories in later steps of a turn whose user was erased', async () => {
  await ana.memories.add('Ana lives in Lisbon.');
  const filter = memoryFilter(ana);
  const asked = { role: 'user', content: 'Where does Ana live?' } as const;
  const step = async (...input: object[]) => {
    const given = { modelData: { input: [asked, ...input] }, agent: new Agent({ name: 'Helper' }), context: undefined };
    return (await filter(given as never)).instructions;
  };
  expect(await step()).toContain('Lisbon');
  await souvenir.erase({ userId: 'ana' });
  expect(await step({ type: 'function_call_result', name: 'leave', callId: '1' })).toBeUndefined();
});

it('souvenirSession retries a memory that was unreachable', async () => {
  server.answers = [answer('Hello.')];
  let isDown = true;
  const memory = {
    turn: (...given: Parameters<typeof ana.turn>) => (isDown ? Promise.reject(new Error('down')) : ana.turn(...given)),
  };
  const again = runner(memory);
  await expect(again.run(new Agent({ name: 'Helper' }), 'Hello there.')).rejects.toThrow('down');
  isDown = false;
  expect((await again.run(new Agent({ name: 'Helper' }), 'Hello there.')).finalOutput).toBe('Hello.');
});
