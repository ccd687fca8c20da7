import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { z } from 'zod';
import { AI_GATEWAY, LlmServer, OPEN_AI, send, type WireFormat } from './support/llm-server.ts';

const examples = join(import.meta.dirname, '..', 'examples');

interface Protocol {
  readonly file: string;
  readonly wire: WireFormat;
  readonly path: string;
  readonly variables: (url: string) => Readonly<Record<string, string>>;
  /** The memory asks the model too, once a session. */
  readonly isReading?: true;
}

const openAi = {
  wire: OPEN_AI,
  path: '/v1/chat/completions',
  variables: (url: string) => ({ OPENAI_BASE_URL: `${url}/v1`, OPENAI_API_KEY: 'test' }),
};
const PROTOCOLS: readonly Protocol[] = [
  {
    file: 'ai-sdk.ts',
    wire: AI_GATEWAY,
    path: '/v4/ai/language-model',
    variables: (url) => ({ AI_GATEWAY_URL: `${url}/v4/ai`, AI_GATEWAY_API_KEY: 'test' }),
  },
  { file: 'openai-agents.ts', ...openAi },
  { file: 'openai-compatible.ts', ...openAi },
  { file: 'plain.ts', ...openAi, isReading: true },
];

/** Keeps items in a store, and composes no prompt. */
const STORE: Protocol = { file: 'langgraph.ts', ...openAi };

const messageSchema = z.object({
  role: z.string(),
  content: z.union([
    z.string(),
    z.array(z.object({ text: z.string() })).transform((parts) => parts.map((part) => part.text).join('')),
  ]),
});
const messages = z.array(messageSchema);
const bodySchema = z.union([
  z.object({ messages }).transform((body) => body.messages),
  z.object({ prompt: messages }).transform((body) => body.prompt),
]);

const server = new LlmServer();
beforeAll(() => server.start());
afterAll(() => server.stop());

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'souvenir-example-'));
});
afterEach(async () => {
  server.reset();
  await rm(folder, { recursive: true, force: true });
});

const FACTS = ['The user is allergic to peanuts.', "The user's sister Olive is moving to Porto in March."];
/** What no turn of the session says is refused. */
const READ = JSON.stringify({ facts: FACTS.map((fact) => ({ text: fact, category: 'fact', from: [1] })) });

async function run(
  { file, wire, variables, isReading }: Protocol,
  replies: readonly string[],
  statement: readonly string[] = [],
) {
  server.answers = replies
    .flatMap((reply) => (isReading ? [reply, READ] : [reply]))
    .map((reply) => send(200, wire.completion({ text: reply, usage: wire.usage(9, 9) })));
  const { FORCE_COLOR: _, NODE_OPTIONS: __, OPENAI_BASE_URL: ___, MODEL: ____, ...inherited } = process.env;
  const child = spawn(process.execPath, [join(examples, file), ...statement], {
    ...{ cwd: folder, env: { ...inherited, ...variables(server.url) }, stdio: ['ignore', 'pipe', 'pipe'] },
  });
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const chats = server.requests.filter(({ body }) => !('response_format' in Object(body)));
  return { stdout, paths: chats.map(({ path }) => path), asked: chats.map(({ body }) => bodySchema.parse(body)) };
}

const FENCE = /<souvenir-memories>\n(?<memories>.*?)<\/souvenir-memories>/s;
const memoriesIn = (content = '') => FENCE.exec(content)?.groups?.['memories'] ?? '';

it('the tests run every example', () => {
  const files = globSync('*.ts', { cwd: examples }).map((path) => basename(path));
  expect(files.sort()).toEqual([...PROTOCOLS, STORE].map(({ file }) => file).sort());
});

it.each(PROTOCOLS)('$file answers from an earlier session', async (protocol) => {
  const statement = ['My sister Olive is moving to Porto in March.', 'Where will my sister live?'] as const;
  const { stdout, paths, asked } = await run(protocol, ['Good luck to her!', 'In Porto.'], statement);
  expect(stdout).toBe(`> ${statement[0]}\nGood luck to her!\n> ${statement[1]}\nIn Porto.\n`);
  expect(paths).toEqual([protocol.path, protocol.path]);
  expect(asked.map((each) => each.map(({ role }) => role))).toEqual([
    ['system', 'user'],
    ['system', 'user'],
  ]);
  expect(asked.map((each) => each.at(-1)?.content)).toEqual(statement);
  const [first, second] = asked.map(([system]) => system?.content);
  expect(first).toMatch(/^You are a kind assistant\./);
  expect(memoriesIn(first)).toBe('');
  expect(second).toMatch(/^You are a kind assistant\./);
  // What the profile says stands there alone.
  expect(second).toMatch(/^- (?:people: |\[\w+\/\w+ \d{4}-\d\d-\d\d\] ).*Olive is moving to Porto/m);
});

it.each(PROTOCOLS)('$file remembers without arguments, also when run again', async (protocol) => {
  // A sentence as it was said, or as the model that reads the session says it.
  const reported = protocol.isReading ? 'The user is allergic to peanuts\\.' : 'I am allergic to peanuts\\.';
  const health = new RegExp(`^- (?:health|restrictions): ${reported} \\(\\d{4}-\\d\\d-\\d\\d\\)$`, 'm');
  const { stdout, asked } = await run(protocol, ['Noted.', 'Grapes.']);
  expect(stdout).toMatch(/^> I am allergic to peanuts\.\nNoted\.\n> .*\nGrapes\.\n$/);
  expect(asked[1]?.[0]?.content).toMatch(health);
  server.reset();
  const again = await run(protocol, ['No.'], ['Am I allergic to anything?']);
  expect(again.asked[0]?.[0]?.content).toMatch(health);
});

it('langgraph.ts finds earlier items, also when run again', async () => {
  const { stdout, asked } = await run(STORE, ['Noted.', 'Grapes.']);
  expect(stdout).toMatch(/^> I am allergic to peanuts\.\nNoted\.\n> .*\nGrapes\.\n$/);
  expect(asked[0]?.[0]?.content).not.toContain('peanuts');
  expect(asked[1]?.[0]?.content).toContain('- I am allergic to peanuts.');
  server.reset();
  const again = await run(STORE, ['No.'], ['Am I allergic to peanuts?']);
  expect(again.asked[0]?.[0]?.content).toContain('- I am allergic to peanuts.');
});
