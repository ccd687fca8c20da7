import { isDeepStrictEqual } from 'node:util';
import { describe, expect, it } from 'vitest';
import { openComponent } from '../../../test/support/open-component.ts';
import type { Reported } from '../../../test/support/tell.ts';
import type { EpisodeInput, Memory } from '../../index.ts';
import { tool } from './tool.ts';

interface ExpectedMemory {
  readonly category: 'success' | 'failure' | 'summary';
  /** What its metadata must hold, and its content say or not say. */
  readonly facts?: Readonly<Record<string, unknown>>;
  readonly says?: readonly string[];
  readonly hides?: readonly string[];
}

interface Case {
  readonly name: string;
  readonly episodes: readonly Reported[];
  readonly wanted: readonly ExpectedMemory[];
}

type Parameters = NonNullable<EpisodeInput['metadata']>['parameters'];

const call = (
  tool: string,
  parameters: Parameters,
  metadata: EpisodeInput['metadata'] = {},
  more: Partial<EpisodeInput> = {},
): EpisodeInput => ({
  ...{ type: 'toolResult', role: 'tool', content: 'the output', ...more },
  metadata: { tool, ...(parameters !== undefined && { parameters }), ...metadata },
});
const ok = (tool: string, parameters?: Parameters, durationMs?: number): EpisodeInput =>
  call(tool, parameters, { success: true, ...(durationMs !== undefined && { durationMs }) });
const bad = (tool: string, parameters: Parameters, error: string): EpisodeInput =>
  call(tool, parameters, { success: false, error });
const times = (count: number, episode: EpisodeInput): EpisodeInput[] => Array.from({ length: count }, () => episode);

const A = { path: 'a.txt' };
const B = { path: 'b.txt' };
const DENIED = 'permission denied';

const CASES: readonly Case[] = [
  {
    name: 'one success',
    episodes: [ok('read_file', A, 80)],
    wanted: [{ category: 'success', facts: { calls: 1, successes: 1, lastOutcome: 'success' }, says: ['80 ms'] }],
  },
  {
    name: 'one failure with a reason',
    episodes: [bad('read_file', A, DENIED)],
    wanted: [{ category: 'failure', facts: { failures: 1, lastError: DENIED }, says: [`because: ${DENIED}.`] }],
  },
  {
    name: 'an error episode is a failure',
    episodes: [call('read_file', A, { error: DENIED }, { type: 'error' })],
    wanted: [{ category: 'failure', facts: { lastOutcome: 'failure' }, says: [DENIED] }],
  },
  {
    name: 'an error episode that tells the reason in its text',
    episodes: [
      call('fetch', { url: 'https://x.test' }, {}, { type: 'error', content: '\n503 service unavailable\nat f()' }),
    ],
    wanted: [{ category: 'failure', facts: { lastError: '503 service unavailable' } }],
  },
  {
    name: 'an error in a tool result means failure',
    episodes: [call('read_file', A, { error: DENIED })],
    wanted: [{ category: 'failure', facts: { failures: 1 } }],
  },
  {
    name: 'a tool result that says nothing of success worked',
    episodes: [call('read_file', A)],
    wanted: [{ category: 'success', facts: { successes: 1, failures: 0 } }],
  },
  {
    name: 'an observation that names its tool',
    episodes: [call('clock', { zone: 'UTC' }, { success: true }, { type: 'observation' })],
    wanted: [{ category: 'success', says: ['clock', 'UTC'] }],
  },
  {
    name: 'a warning beside success is no failure',
    episodes: [call('build', { target: 'all' }, { success: true, error: 'deprecated flag' })],
    wanted: [{ category: 'success', facts: { failures: 0 }, hides: ['deprecated'] }],
  },
  {
    name: 'a failure whose output is all there is to know',
    episodes: [call('deploy', { stage: 'test' }, { success: false }, { content: 'quota exceeded' })],
    wanted: [{ category: 'failure', says: ['because: quota exceeded.'] }],
  },
  {
    name: 'always works',
    episodes: [100, 140, 110, 130].map((ms) => ok('read_file', A, ms)),
    wanted: [
      {
        category: 'success',
        facts: { calls: 4, meanDurationMs: 120 },
        says: ['worked all 4 times, 120 ms on average.'],
      },
    ],
  },
  {
    name: 'works by now',
    episodes: [...times(2, bad('read_file', A, DENIED)), ok('read_file', A)],
    wanted: [{ category: 'success', facts: { calls: 3, failures: 2 }, says: ['failed 2 of 3 times', 'it worked'] }],
  },
  {
    name: 'works no longer',
    episodes: [ok('read_file', A), ...times(2, bad('read_file', A, DENIED))],
    wanted: [
      {
        category: 'failure',
        facts: { calls: 3, successes: 1 },
        says: ['failed 2 of 3 times; last time (2026-03-01) it failed because: permission denied.'],
      },
    ],
  },
  {
    name: 'one failure after many successes',
    episodes: [...times(9, ok('search', { q: 'cats' })), bad('search', { q: 'cats' }, 'timeout')],
    wanted: [
      { category: 'success', facts: { calls: 10, lastOutcome: 'failure' }, says: ['failed 1 of 10 times', 'timeout'] },
    ],
  },
  {
    name: 'worked once, then failed',
    episodes: [ok('search', { q: 'cats' }), bad('search', { q: 'cats' }, 'timeout')],
    wanted: [{ category: 'failure', says: ['failed 1 of 2 times'] }],
  },
  {
    name: 'worked twice, then failed',
    episodes: [...times(2, ok('search', { q: 'cats' })), bad('search', { q: 'cats' }, 'timeout')],
    wanted: [{ category: 'failure', facts: { successes: 2, failures: 1 } }],
  },
  {
    name: 'one lucky success among many failures',
    episodes: [...times(10, bad('pay', { amount: 3 }, 'declined')), ok('pay', { amount: 3 })],
    wanted: [{ category: 'failure', facts: { calls: 11, lastOutcome: 'success' }, says: ['declined'] }],
  },
  {
    name: 'the order of keys does not matter',
    episodes: [ok('copy', { from: 'a', to: 'b' }), ok('copy', { to: 'b', from: 'a' })],
    wanted: [{ category: 'success', facts: { calls: 2 } }],
  },
  {
    name: 'nor within nested parameters',
    episodes: [
      ok('find', { where: { a: 1, b: [{ c: 2, d: 3 }] } }),
      ok('find', { where: { b: [{ d: 3, c: 2 }], a: 1 } }),
    ],
    wanted: [{ category: 'success', facts: { calls: 2 } }],
  },
  {
    name: 'no parameters and empty ones are the same',
    episodes: [ok('list_files'), ok('list_files', {})],
    wanted: [{ category: 'success', facts: { calls: 2 }, says: ['list_files: worked all 2 times'] }],
  },
  {
    name: 'two parameter sets make a summary',
    episodes: [ok('read_file', A, 100), bad('read_file', B, DENIED)],
    wanted: [
      { category: 'success', says: ['a.txt'] },
      { category: 'failure', says: ['b.txt'] },
      { category: 'summary', facts: { calls: 2, successes: 1, failures: 1 }, says: ['50 %', DENIED] },
    ],
  },
  {
    name: 'two tools are not compared',
    episodes: [ok('read_file', A), ok('stat_file', A)],
    wanted: [
      { category: 'success', facts: { tool: 'read_file' } },
      { category: 'success', facts: { tool: 'stat_file' } },
    ],
  },
  {
    name: 'a password is masked',
    episodes: [ok('login', { user: 'ada', password: 'hunter2' })],
    wanted: [
      {
        category: 'success',
        facts: { parameters: { user: 'ada', password: '[redacted: secret]' } },
        hides: ['hunter2'],
      },
    ],
  },
  {
    name: 'so is a header deep inside',
    episodes: [ok('http', { url: 'https://x.test', headers: { Authorization: 'Basic YWRhOmh1bnRlcjI=' } })],
    wanted: [{ category: 'success', says: ['x.test'], hides: ['YWRhOmh1bnRlcjI'] }],
  },
  {
    name: 'and a token within a command',
    episodes: [ok('bash', { command: 'curl -H "Authorization: Bearer abc123def456" https://x.test' })],
    wanted: [{ category: 'success', says: ['curl', 'https://x.test'], hides: ['abc123def456'] }],
  },
  {
    name: 'a rotating token is the same call',
    episodes: [ok('http', { url: 'u', apiKey: 'one' }), ok('http', { url: 'u', apiKey: 'two' })],
    wanted: [{ category: 'success', facts: { calls: 2 } }],
  },
  {
    name: 'long parameters are shortened but stay apart',
    episodes: [
      ok('write_file', { path: 'x', text: `${'lorem '.repeat(5000)}1` }),
      ok('write_file', { path: 'x', text: `${'lorem '.repeat(5000)}2` }),
    ],
    wanted: [
      { category: 'success', facts: { calls: 1 }, says: ['write_file'] },
      { category: 'success', facts: { calls: 1 }, says: ['write_file'] },
      { category: 'summary', facts: { calls: 2 } },
    ],
  },
  {
    name: 'a long error is shortened',
    episodes: [bad('build', { target: 'all' }, `cannot link ${'x '.repeat(5000)}`)],
    wanted: [{ category: 'failure', says: ['because: cannot link x x'], hides: ['x '.repeat(1000)] }],
  },
  {
    name: 'parameters that are a mere text',
    episodes: [ok('bash', 'ls -la'), ok('bash', 'ls -la')],
    wanted: [{ category: 'success', facts: { parameters: 'ls -la', calls: 2 } }],
  },
  {
    name: 'parameters that are a list keep their order',
    episodes: [ok('add', [1, 2]), ok('add', [2, 1])],
    wanted: [{ category: 'success' }, { category: 'success' }, { category: 'summary', facts: { calls: 2 } }],
  },
  {
    name: 'what happened last is last, whenever it is told',
    episodes: [
      { ...ok('read_file', A), occurredAt: '2026-02-28' },
      { ...bad('read_file', A, DENIED), occurredAt: '2026-02-20' },
    ],
    wanted: [{ category: 'success', facts: { lastOutcome: 'success' }, says: ['last time (2026-02-28) it worked'] }],
  },
  {
    name: 'odd characters',
    episodes: [ok('say', { text: 'null \0 byte, 🦊, \ud800 and 日本語' })],
    wanted: [{ category: 'success', says: ['日本語', '🦊'] }],
  },
  {
    name: 'a tool that is only named as the speaker',
    episodes: [{ type: 'toolResult', role: 'tool', speaker: 'weather', content: 'sunny' }],
    wanted: [{ category: 'success', facts: { tool: 'weather' } }],
  },
  {
    name: 'plain talk',
    episodes: [{ content: 'The build tool is slow today.' }, { content: 'Indeed it is.', role: 'assistant' }],
    wanted: [],
  },
  { name: 'a result of no known tool', episodes: [{ type: 'toolResult', role: 'tool', content: '42' }], wanted: [] },
  { name: 'an error of no tool', episodes: [{ type: 'error', content: 'the connection was lost' }], wanted: [] },
  {
    name: 'an order to use a tool',
    episodes: [{ type: 'userDirective', content: 'Always use read_file first.' }],
    wanted: [],
  },
  {
    name: 'a plan to use one',
    episodes: [{ type: 'decision', role: 'assistant', content: 'I will call read_file.' }],
    wanted: [],
  },
  { name: 'what came out of memory', episodes: [call('read_file', A, { recalled: true })], wanted: [] },
  { name: 'a blank tool name', episodes: [call('  ', A)], wanted: [] },
  {
    name: 'the outcome of a task',
    episodes: [
      { type: 'observation', content: 'debugging succeeded', metadata: { taskType: 'debugging', success: true } },
    ],
    wanted: [],
  },
  {
    name: 'pasted code that calls a tool',
    episodes: [{ content: '```js\nread_file({ path: "a.txt" })\n```' }],
    wanted: [],
  },
  {
    name: 'a user who speaks under the name of a tool',
    episodes: [{ content: 'it is sunny', speaker: 'weather' }],
    wanted: [],
  },
  {
    name: 'parameters of no tool',
    episodes: [{ content: 'set', metadata: { parameters: A, success: true } }],
    wanted: [],
  },
  {
    name: 'how long something took',
    episodes: [{ type: 'toolResult', role: 'tool', content: 'done', metadata: { durationMs: 9 } }],
    wanted: [],
  },
  { name: 'an error in talk', episodes: [{ content: 'It broke.', metadata: { error: DENIED } }], wanted: [] },
  {
    name: 'an assistant under the name of a tool',
    episodes: [{ type: 'toolResult', role: 'assistant', speaker: 'weather', content: 'sunny' }],
    wanted: [],
  },
  {
    name: 'a tool that only talks',
    episodes: [{ role: 'tool', speaker: 'weather', content: 'ready when you are' }],
    wanted: [],
  },
  {
    name: 'a list of tools',
    episodes: [{ role: 'system', content: 'You can use read_file(path) and write_file(path, text).' }],
    wanted: [],
  },
  {
    name: 'a call quoted in talk',
    episodes: [{ content: '{"tool":"read_file","success":false,"error":"permission denied"}' }],
    wanted: [],
  },
  {
    name: 'a call quoted in a result',
    episodes: [{ type: 'toolResult', role: 'tool', content: '{"tool":"read_file","error":"denied"}' }],
    wanted: [],
  },
  {
    name: 'a complaint about a tool',
    episodes: [{ content: 'read_file failed again because of permission denied.' }],
    wanted: [],
  },
  {
    name: 'an apology',
    episodes: [{ type: 'error', role: 'assistant', content: 'Error: I could not find that file.' }],
    wanted: [],
  },
  {
    name: 'a tool under another name of metadata',
    episodes: [{ type: 'toolResult', role: 'tool', content: 'ok', metadata: { toolName: 'read_file' } }],
    wanted: [],
  },
  {
    name: 'always fails',
    episodes: times(3, bad('ping', { host: 'db' }, 'no route to host')),
    wanted: [
      { category: 'failure', facts: { calls: 3, failures: 3 }, says: ['failed all 3 times', 'no route to host'] },
    ],
  },
  {
    name: 'failed, then worked',
    episodes: [bad('ping', { host: 'db' }, 'no route to host'), ok('ping', { host: 'db' })],
    wanted: [{ category: 'success', says: ['failed 1 of 2 times'] }],
  },
  {
    name: 'worked five times, then failed',
    episodes: [...times(5, ok('ping', { host: 'db' })), bad('ping', { host: 'db' }, 'no route to host')],
    wanted: [{ category: 'success', facts: { calls: 6, lastOutcome: 'failure' } }],
  },
  {
    name: 'fails every other time',
    episodes: [ok('ping'), bad('ping', {}, 'lost'), ok('ping'), bad('ping', {}, 'lost')],
    wanted: [{ category: 'failure', says: ['failed 2 of 4 times'] }],
  },
  {
    name: 'the most common error',
    episodes: [bad('get', { id: 1 }, 'timeout'), bad('get', { id: 2 }, 'not found'), bad('get', { id: 3 }, 'timeout')],
    wanted: [
      { category: 'failure', says: ['timeout'] },
      { category: 'failure', says: ['not found'] },
      { category: 'failure', says: ['timeout'] },
      { category: 'summary', facts: { failures: 3 }, says: ['timeout'], hides: ['not found'] },
    ],
  },
  {
    name: 'a client secret',
    episodes: [ok('oauth', { client_id: 'web', client_secret: 's3cr3t' })],
    wanted: [{ category: 'success', says: ['web'], hides: ['s3cr3t'] }],
  },
  {
    name: 'a password in an address',
    episodes: [bad('connect', { url: 'postgres://me:hunter2@host/db' }, 'cannot reach postgres://me:hunter2@host/db')],
    wanted: [{ category: 'failure', says: ['host/db'], hides: ['hunter2'] }],
  },
  {
    name: 'some calls are timed',
    episodes: [ok('ping', {}, 10), ok('ping'), ok('ping', {}, 30)],
    wanted: [{ category: 'success', facts: { calls: 3, meanDurationMs: 20 } }],
  },
  {
    name: 'a tool in another script',
    episodes: [ok('查找文件', { 路径: '笔记.txt' })],
    wanted: [{ category: 'success', facts: { tool: '查找文件' }, says: ['笔记.txt'] }],
  },
  {
    name: 'a question about a tool',
    episodes: [{ content: 'Why did read_file fail with permission denied?' }],
    wanted: [],
  },
  {
    name: 'an empty error is none',
    episodes: [call('ping', {}, { error: '' })],
    wanted: [{ category: 'success', facts: { failures: 0 } }],
  },
  {
    name: 'the same call in two sessions',
    episodes: [
      { ...ok('ping'), sessionId: 'one' },
      { ...ok('ping'), sessionId: 'two' },
    ],
    wanted: [{ category: 'success', facts: { calls: 2 } }],
  },
  {
    name: 'a number is not its text',
    episodes: [ok('page', { number: 2 }), ok('page', { number: '2' })],
    wanted: [{ category: 'success' }, { category: 'success' }, { category: 'summary' }],
  },
  {
    name: 'a tool named in an assistant turn',
    episodes: [{ role: 'assistant', content: 'read_file worked, as always.' }],
    wanted: [],
  },
];

async function memoriesOf({ episodes }: Case): Promise<Memory[]> {
  const { souvenir, reported, all } = await openComponent(tool());
  await reported('s', ...episodes);
  const memories = await all();
  await souvenir.close();
  return memories;
}

function fits(
  { category, content, metadata }: Memory,
  { facts = {}, says = [], hides = [], ...wanted }: ExpectedMemory,
) {
  const retained = `${content} ${JSON.stringify(metadata)}`;
  return (
    category === wanted.category &&
    Object.entries(facts).every(([key, value]) => isDeepStrictEqual(metadata[key], value)) &&
    says.every((text) => content.includes(text)) &&
    hides.every((text) => !(category === 'summary' ? content : retained).includes(text))
  );
}

describe('tool calls and their outcomes', () => {
  it.each(CASES)('$name', async (each) => {
    const memories = await memoriesOf(each);
    expect(memories).toHaveLength(each.wanted.length);
    for (const wanted of each.wanted)
      expect(
        memories.some((memory) => fits(memory, wanted)),
        JSON.stringify({ wanted, memories }),
      ).toBe(true);
  });
});
