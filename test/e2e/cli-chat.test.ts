import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { freshCli } from '../support/cli.ts';
import { LlmServer, OPEN_AI, send } from '../support/llm-server.ts';

const cli = freshCli();
const server = new LlmServer();
beforeAll(() => server.start());
afterAll(() => server.stop());
beforeEach(() => server.reset());

const chat = (lines: readonly string[], ...args: string[]) =>
  cli.souvenir(['chat', '--embedder', 'hash', ...args], { input: lines.map((line) => `${line}\n`).join('') });
const reply = (text: string) => send(200, OPEN_AI.completion({ text }));
/** Whatever is asked in the end, to consolidate. */
const nothing = Array.from({ length: 20 }, () => reply('{"findings": []}'));

test('chat without a model shows recall and prompt of each message and records it', async () => {
  await cli.plain('add', 'Ana is allergic to peanuts.');
  const { stdout, stderr, code } = await chat([
    'Do you remember that Ana is allergic to peanuts?',
    '',
    '/quit',
    'unheard',
  ]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^ 1\. \d\.\d\d {2}Ana is allergic to peanuts\. {2}[^\n]*, \w{26}\n/);
  expect(stdout).toMatch(/Message:\nDo you remember that Ana is allergic to peanuts\?\n/);
  expect(stdout).toMatch(/Consolidated: [^\n]+\n$/);
  expect(stderr).toContain('the conversation ends and becomes memories');
  const { stdout: sessions } = await cli.plain('sessions', '--json');
  expect(JSON.parse(sessions)).toMatchObject([{ episodes: 1, endedAt: expect.any(String) }]);
});

test('chat with a model answers from memory and records both sides', async () => {
  await cli.plain('add', 'Ana is allergic to peanuts.');
  server.answers = [reply('Avoid peanut butter.'), ...nothing];
  const { stdout, code } = await chat(
    ['Do you remember that Ana is allergic to peanuts?', '/why'],
    ...['--llm', server.url, '--session', 'monday'],
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(/^Avoid peanut butter\.\n 1\. \d/);
  expect(stdout).toContain('Recall ran');
  const { messages } = (server.requests[0]?.body ?? {}) as { messages: { role: string; content: string }[] };
  expect(messages[0]?.content).toContain('Ana is allergic to peanuts.');
  expect(messages[0]?.content).not.toContain('Message:');
  expect(messages[1]).toEqual({ role: 'user', content: 'Do you remember that Ana is allergic to peanuts?' });
  const { stdout: sessions } = await cli.plain('sessions', '--json');
  expect(JSON.parse(sessions)).toMatchObject([{ sessionId: 'monday', episodes: 2 }]);
});

test('chat continues after the model fails', async () => {
  server.answers = [send(400, OPEN_AI.error('too long')), reply('Porto it is.'), ...nothing];
  const { stdout, stderr, code } = await chat(['Where do I live?', 'I live in Porto.'], '--llm', server.url);
  expect(code).toBe(0);
  expect(stderr).toMatch(/souvenir: [^\n]*too long[^\n]*; the message was not recorded\n/);
  expect(stdout).toMatch(/^Porto it is\.\n/);
});

test('chat /forget takes a short id, and an unknown command is reported', async () => {
  const { stdout } = await cli.plain('add', 'Ana is allergic to peanuts.', '--json');
  const { id } = JSON.parse(stdout).memory as { id: string };
  const { stdout: output, stderr } = await chat(['/why', '/sing', '/forget', `/forget ${id.slice(-8)}`]);
  expect(output).toBe(`Forgot ${id}  Ana is allergic to peanuts.\n`);
  expect(stderr).toContain('no message was sent yet');
  expect(stderr).toContain('there is no /sing here; use one of /why, /forget <id>, /quit');
});

test('chat takes a model function of the configuration file, and --json prints one object per line', async () => {
  await writeFile(
    join(cli.folder, 'souvenir.config.mjs'),
    'export default { llm: async (system, user) => "You said: " + user };',
  );
  const { stdout } = await chat(['I moved to Porto in May.'], '--json');
  const [turn, ...others] = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(turn).toMatchObject({ message: 'I moved to Porto in May.', reply: 'You said: I moved to Porto in May.' });
  expect(others).toEqual([{ report: expect.anything() }]);
});

test('an interrupted chat keeps the recorded messages and says so', async () => {
  const child = cli.start(['chat', '--embedder', 'hash', '--session', 'monday']);
  const closed = once(child, 'close');
  let output = '';
  child.stderr.on('data', (text) => {
    output += text;
  });
  child.stdin.write('I live in Porto.\n');
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect((await closed)[0]).toBe(130);
  expect(output).toContain('the conversation is recorded');
  const { stdout } = await cli.plain('sessions', '--json');
  expect(JSON.parse(stdout)).toMatchObject([{ sessionId: 'monday', episodes: 1 }]);
});
