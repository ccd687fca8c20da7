import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryStore, type Store } from '../../src/index.ts';
import { operations } from '../../src/operations/operations.ts';
import { attemptWall, inputsOf, NAMES, WORDS, wallScene } from '../faults/isolation/wall.ts';
import { STORES } from '../support/fresh-souvenir.ts';

const SITE = { projectId: 'site' };
const OTHERS = [WORDS.shop, WORDS.free];
const ALL = [...OTHERS, WORDS.user];
const opened: { close(): Promise<void> }[] = [];
afterEach(async () => {
  for (const each of opened.splice(0)) await each.close();
});
const scene = async (makeStore: () => Store) => {
  const made = await wallScene(makeStore);
  opened.push(made);
  return made;
};
const belonging = (to: string) => NAMES.filter((name) => operations[name].belongsTo === to).sort();

it('the test of project isolation covers every operation', () => {
  expect([...NAMES].sort()).toEqual(Object.keys(operations).sort());
  expect(NAMES.every((name) => ['project', 'user', 'allProjects'].includes(operations[name].belongsTo))).toBe(true);
});

describe.each(STORES)('on the %s store', (_, makeStore) => {
  it('a key of one project reads and changes nothing of another project or of the user', async () => {
    const { calls, refused, ...found } = await attemptWall(await scene(makeStore), SITE, ALL);
    expect(found).toEqual({ reported: [], changed: [] });
    expect([...refused].sort()).toEqual([...belonging('user'), ...belonging('allProjects')].sort());
    expect(calls).toBeGreaterThan(150);
  });

  it('a key of one project with a plan across projects reads data of the user and does not change it', async () => {
    const of = await scene(makeStore);
    const { refused, ...found } = await attemptWall(of, { ...SITE, plan: 'organization' }, OTHERS);
    expect(found).toMatchObject({ reported: [], changed: [] });
    const written = belonging('user').filter((name) => operations[name].effect !== 'reads');
    expect([...refused].sort()).toEqual([...written, 'verifyErasure', ...belonging('allProjects')].sort());
    const { ask } = await of.asking({ ...SITE, plan: 'organization' });
    for (const [name, input] of OF_USER) expect([name, (await ask(name, input)).text]).toEqual([name, TELLING_USER]);
  });
});

/** What tells of the user. */
const OF_USER = [
  ...(['profile.get', 'profile.summary', 'instructions.current', 'persona.current'] as const).map(
    (name) => [name, {}] as const,
  ),
  ...[
    ['documents.search', { query: 'the key', threshold: 0 }] as const,
    ['documents.chunks', { id: 'handbook' }] as const,
  ],
  ...[['turn', { message: 'Where is the key?', retrieve: true }] as const, ['context', { intent: 'key' }] as const],
] as const;
const TELLING_USER = expect.stringContaining(WORDS.user);

it('a key of the user reads what a key of a project does not', async () => {
  const { ask } = await (await scene(memoryStore)).asking({});
  for (const [name, input] of OF_USER) expect([name, (await ask(name, input)).text]).toEqual([name, TELLING_USER]);
  const { text } = await ask('turn', { message: 'Where is the key?', retrieve: true, budget: 100_000 });
  for (const section of ['instructions', 'persona', 'directives', 'profile', 'documents'])
    expect(JSON.parse(text).audit.sections).toContainEqual(
      expect.objectContaining({ name: section, included: expect.arrayContaining([expect.any(String)]) }),
    );
  for (const name of ['procedures.tools', 'procedures.records', 'memories.list', 'entities.list'] as const)
    for (const word of OTHERS)
      expect([name, (await ask(name, {})).text]).toEqual([name, expect.stringContaining(word)]);
});

it('a key of one project reads nothing of others over MCP by tool, resource or prompt', async () => {
  const { app, asking, known } = await scene(memoryStore);
  const { headers } = await asking(SITE);
  const client = new Client({ name: 'test', version: '1' });
  const fetch = async (url: string | URL, init?: RequestInit) => app.request(String(url), init);
  await client.connect(
    new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch, requestInit: { headers } }),
  );
  opened.push(client);
  const answers: string[] = [];
  const tell = async (asked: Promise<unknown>) =>
    answers.push(JSON.stringify(await asked.catch((error) => `${error.message}`)));
  for (const { memory, word } of [known.shop, known.free]) {
    for (const { name } of (await client.listTools()).tools)
      await tell(client.callTool({ name, arguments: { ...TOOL_INPUTS[name]?.(memory) } }));
    for (const uri of ['souvenir://profile', 'souvenir://memories/recent', `souvenir://memories/${memory}`])
      await tell(client.readResource({ uri }));
    await tell(client.getPrompt({ name: 'context', arguments: { about: word.replace('zq', '') } }));
  }
  expect(answers.length).toBeGreaterThan(20);
  expect(answers.join().includes(WORDS.site)).toBe(true);
  for (const word of ALL) expect(answers.filter((answer) => answer.includes(word))).toEqual([]);
});

/** Reads count as accesses, and every score depends on the moment. */
const CHANGED_BY_READING = /,?"(?:accessCount|lastAccessedAt|[a-zA-Z]*Ms)":[^,}]*|\d+\.\d+(?:e-?\d+)?/g;

it('a key of one project gets the same answers and numbers after others have recorded', async () => {
  const of = await scene(memoryStore);
  const { ask } = await of.asking(SITE);
  const answers = async () => {
    const all: [string, string][] = [];
    for (const name of belonging('project').filter((each) => operations[each].effect === 'reads'))
      for (const input of inputsOf(name, of.known.site))
        if (!JSON.stringify(input).includes('recent'))
          all.push([`${name} ${JSON.stringify(input)}`, (await ask(name, input)).text.replace(CHANGED_BY_READING, '')]);
    return all;
  };
  const { ask: askUser } = await of.asking({});
  await askUser('consolidate', {});
  // A first read changes when a memory was last accessed.
  await answers();
  const before = await answers();
  const { ask: askShop } = await of.asking({ projectId: 'shop' });
  for (const askOther of [askShop, askUser]) {
    for (let at = 0; at < 10; at++) {
      await askOther('record', { content: `I keep key number ${at} in the shed.` });
      await askOther('memories.add', { content: `Lamp number ${at} is by the door.` });
    }
    await askOther('consolidate', {});
  }
  await of.souvenir.settled();
  const after = new Map(await answers());
  expect(before.filter(([asked, answer]) => after.get(asked) !== answer).map(([asked]) => asked)).toEqual([]);
});

const TOOL_INPUTS: Readonly<Record<string, (memory: string) => object>> = {
  memory_recall: () => ({ query: 'Where is the key of the shed?' }),
  memory_turn: () => ({ message: 'Where is the key of the shed?' }),
  memory_add: () => ({ content: 'The lamp is by the door.' }),
  memory_record: () => ({ turns: [{ content: 'I bought a lamp.' }] }),
  memory_correct: (id) => ({ id, content: 'It is elsewhere.' }),
  memory_forget: (id) => ({ id }),
};

it('a key of one project receives no event of others', async () => {
  const of = await scene(memoryStore);
  const { headers } = await of.asking(SITE);
  const answer = await of.app.request('/v1/events', { headers });
  const reader = (answer.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
  const { ask } = await of.asking({});
  const received = (async () => {
    let text = '';
    for (;;) {
      const { value = '', done } = await reader.read();
      text += value;
      if (done || text.includes('The last one.')) return text;
    }
  })();
  const { ask: askShop } = await of.asking({ projectId: 'shop' });
  await askShop('memories.add', { content: 'The ladder is behind zqshop.' });
  await ask('memories.add', { content: 'The ladder is behind zqfree.' });
  await ask('profile.set', { values: { name: 'zquser again' } });
  await ask('instructions.apply', { text: 'Write about zquser briefly.' });
  await ask('documents.add', { id: 'other', content: 'More of zquser.' });
  await ask('recall', { query: 'Where is the ladder?', threshold: 0 });
  await ask('memories.correct', { id: of.known.shop.memory, content: 'The key is lost, says zqshop.' });
  await ask('consolidate', {});
  await ask('cycle', {});
  const { ask: askSite } = await of.asking(SITE);
  await askSite('memories.add', { content: 'The last one.' });
  const reported = await received;
  await reader.cancel();
  for (const word of ALL) expect(reported).not.toContain(word);
});
