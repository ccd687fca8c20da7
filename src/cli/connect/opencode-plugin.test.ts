import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { isOurPlugin, pluginText } from './opencode-plugin.ts';

type Hook = (input: object, output?: object) => Promise<void>;
type Plugin = (input: object) => Promise<Record<string, Hook>>;

const folder = temporaryFolder();
let at = 0;
let sent = '';
beforeEach(() => {
  at += 1;
  sent = join(folder, `sent-${at}.jsonl`);
});

/** What OpenCode gives the plugin, and a command that writes down each event and answers with a context. */
async function plugin(answer = "console.log(JSON.stringify({ context: 'for ' + JSON.parse(text).event }))") {
  const script = `let text = ''; process.stdin.on('data', (chunk) => (text += chunk)).on('end', () => {
    require('node:fs').appendFileSync(${JSON.stringify(sent)}, text + '\\n'); ${answer} });`;
  const command = join(folder, `command-${at}.cjs`);
  const file = join(folder, `plugin-${at}.mjs`);
  await writeFile(command, script);
  await writeFile(file, pluginText([process.execPath, command, 'hook', 'opencode']));
  const { Souvenir } = (await import(pathToFileURL(file).href)) as { Souvenir: Plugin };
  const reply = { info: { role: 'assistant' }, parts: [{ type: 'text', text: 'Done.' }, { type: 'tool' }] };
  const client = { session: { messages: async () => ({ data: [{ info: { role: 'user' }, parts: [] }, reply] }) } };
  return Souvenir({ client, directory: folder });
}

const events = async () =>
  (await readFile(sent, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
const part = { id: 'prt_1', sessionID: 's', messageID: 'm', type: 'text', text: 'Which test runner?' };

test('the plugin gives the context of the start to every request, and that of a prompt to the model alone', async () => {
  const hooks = await plugin();
  await hooks['event']?.({ event: { type: 'session.created', properties: { info: { id: 's' } } } });
  const message = { message: { id: 'm' }, parts: [part] };
  await hooks['chat.message']?.({ sessionID: 's' }, message);
  expect(message.parts).toEqual([part, { ...part, id: 'prt_10', text: 'for chat.message', synthetic: true }]);
  for (const _ of [1, 2]) {
    const request = { system: ['You are an agent.'] };
    await hooks['experimental.chat.system.transform']?.({ sessionID: 's' }, request);
    expect(request.system).toEqual(['You are an agent.', 'for session.created']);
  }
  expect(await events()).toMatchObject([
    { event: 'session.created', sessionID: 's', directory: folder, input: { info: { id: 's' } } },
    { event: 'chat.message', sessionID: 's', input: { messageID: 'm' }, output: { parts: [part] } },
  ]);
});

test('the plugin passes on edits and commands, the last reply, compaction and the end', async () => {
  const hooks = await plugin();
  const ofSession = { sessionID: 's' };
  await hooks['tool.execute.after']?.({ ...ofSession, tool: 'read', callID: 'c0', args: {} }, { output: 'text' });
  await hooks['tool.execute.after']?.(
    { ...ofSession, tool: 'bash', callID: 'c1', args: { command: 'ls' } },
    { output: '' },
  );
  await expect.poll(async () => (await events().catch(() => [])).length).toBe(1);
  await hooks['event']?.({ event: { type: 'session.idle', properties: ofSession } });
  await hooks['experimental.session.compacting']?.(ofSession, { context: [] });
  await hooks['event']?.({ event: { type: 'session.compacted', properties: ofSession } });
  await hooks['event']?.({ event: { type: 'session.deleted', properties: { info: { id: 's' } } } });
  expect(await events()).toMatchObject([
    { event: 'tool.execute.after', input: { tool: 'bash', args: { command: 'ls' } } },
    { event: 'session.idle', sessionID: 's', output: { message: 'Done.' } },
    { event: 'experimental.session.compacting' },
    { event: 'session.compacted', sessionID: 's' },
    { event: 'session.deleted', sessionID: 's' },
  ]);
});

test('a subagent is passed on with its parent, and gets no context of a start', async () => {
  const hooks = await plugin();
  await hooks['event']?.({ event: { type: 'session.created', properties: { info: { id: 'child', parentID: 's' } } } });
  await hooks['event']?.({ event: { type: 'session.idle', properties: { sessionID: 'child' } } });
  const request = { system: [] };
  await hooks['experimental.chat.system.transform']?.({ sessionID: 'child' }, request);
  expect(request.system).toEqual([]);
  expect(await events()).toMatchObject([{ event: 'session.idle', sessionID: 'child', parentID: 's' }]);
});

test('a command that fails, answers nothing or is missing changes no prompt', async () => {
  for (const answer of ['process.exit(1)', 'console.log("no JSON")', '']) {
    const hooks = await plugin(answer);
    at += 1;
    const message = { message: {}, parts: [part] };
    await hooks['chat.message']?.({ sessionID: 's' }, message);
    expect(message.parts).toEqual([part]);
  }
  const file = join(folder, 'missing.mjs');
  await writeFile(file, pluginText(['/no/such/program']));
  const { Souvenir } = (await import(pathToFileURL(file).href)) as { Souvenir: Plugin };
  const hooks = await Souvenir({ client: {}, directory: folder });
  await hooks['event']?.({ event: { type: 'session.idle', properties: { sessionID: 's' } } });
});

test('a plugin is told from those of others by its first line', () => {
  expect(isOurPlugin(pluginText(['x']))).toBe(true);
  expect(isOurPlugin('export const Mine = 1;')).toBe(false);
});
