import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OpenMemory } from './hook-memory.ts';
import { lastMessageIn } from './last-message.ts';
import { appendLine, linesOf } from './log.ts';
import { runHook } from './run-hook.ts';
import { sealOf } from './seal.ts';
import { Spool } from './spool.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'souvenir-hook-'));
  vi.stubEnv('TMPDIR', folder);
});
afterEach(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true, force: true });
});

const state = () => join(folder, '.souvenir');
const spooled = () => {
  const spool = new Spool(state());
  return spool.names().flatMap((name) => {
    const entry = spool.read(name);
    return entry === 'broken' ? [] : [entry];
  });
};
const log = () => linesOf(join(state(), 'hooks.log'));
const started: Date[] = [];
const neverOpens: OpenMemory = () => new Promise(() => {});

const run = (event: object | string, more: Partial<Parameters<typeof runHook>[0]> = {}) =>
  runHook({
    ...{ program: 'claude-code', project: {}, open: neverOpens, startBackground: (since) => started.push(since) },
    input: Readable.from([Buffer.from(typeof event === 'string' ? event : JSON.stringify(event))]),
    ...more,
  });
const event = (name: string, more: object = {}) => ({ hook_event_name: name, session_id: 's', cwd: folder, ...more });

it('Nothing that hooks write beside an encrypted memory can be read without its key', async () => {
  const failure = event('PostToolUseFailure', {
    tool_name: 'Bash',
    tool_input: { command: 'make quiverbox' },
    error: 'no quiverbox',
  });
  const files = () =>
    ['spool', 'sessions'].flatMap((each) => readdirSync(join(state(), each)).map((name) => join(state(), each, name)));
  vi.stubEnv('SOUVENIR_KEY', 'a passphrase');
  await run(event('Stop', { last_assistant_message: 'The quiverbox is in Graz.' }));
  await run(failure);
  expect(files()).toHaveLength(3);
  for (const file of files()) expect(readFileSync(file, 'utf8')).not.toContain('quiverbox');
  const names = new Spool(state()).names();
  const seal = sealOf({ db: join(state(), 'memory.db'), folder: state() });
  expect(new Spool(state(), seal).read(names[0] as string)).toMatchObject({
    episodes: [{ content: 'The quiverbox is in Graz.' }],
  });
  vi.stubEnv('SOUVENIR_KEY', 'another');
  const other = new Spool(state(), sealOf({ db: join(state(), 'memory.db'), folder: state() }));
  expect(other.read(names[0] as string)).toBeUndefined();
  // Without a key, an event is rather lost than readable.
  vi.stubEnv('SOUVENIR_KEY', '');
  writeFileSync(join(state(), 'memory.db'), Buffer.alloc(4096, 7));
  await run(event('Stop', { last_assistant_message: 'The quiverbox is blue.' }));
  expect(new Spool(state()).names()).toEqual(names);
  expect(log().join('\n')).toContain('hooks have no key');
});

describe('an event', () => {
  it('is written to the spool by hooks that only capture, without opening the memory', async () => {
    const open = vi.fn(neverOpens);
    await run(event('PostToolUse', { tool_name: 'Bash', tool_input: { command: 'make' }, tool_response: {} }), {
      open,
    });
    await run(event('Stop', { last_assistant_message: 'Done.' }), { open });
    expect(spooled()).toMatchObject([{ episodes: [{ role: 'tool' }] }, { episodes: [{ content: 'Done.' }] }]);
    expect(open).not.toHaveBeenCalled();
  });

  it('is given up in silence when its time has passed, and is kept', async () => {
    mkdirSync(state());
    writeFileSync(join(state(), 'memory.db'), '');
    expect(await run(event('UserPromptSubmit', { prompt: 'Use tabs.' }), { timeMs: 20 })).toBe('');
    expect(spooled()).toMatchObject([{ episodes: [{ content: 'Use tabs.' }] }]);
    expect(log()).toEqual([expect.stringContaining('not ready within 20 ms')]);
  });

  it('has no secret in the spool', async () => {
    const secret = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';
    await run(event('UserPromptSubmit', { prompt: `The token is ${secret}.` }), { timeMs: 20 });
    expect(JSON.stringify(spooled())).toContain('[redacted');
    expect(JSON.stringify(spooled())).not.toContain(secret);
  });

  it('that never ends is given up', async () => {
    const input = new Readable({ read() {} });
    expect(await run('', { input, timeMs: 20 })).toBe('');
  });

  it('that stops the agent leaves a background process, that of a subagent none', async () => {
    started.length = 0;
    await run(event('SubagentStop', { agent_id: 'a1', last_assistant_message: 'Found it.' }));
    expect(started).toHaveLength(0);
    await run(event('Stop'));
    expect(started).toHaveLength(1);
  });

  it('after a failed attempt tells what then worked, once', async () => {
    const bash = { tool_name: 'Bash', tool_response: { stdout: 'ok' } };
    await run(
      event('PostToolUseFailure', {
        ...bash,
        tool_input: { command: 'npm run e2e' },
        error: 'Exit code 1\nno browser',
      }),
    );
    const worked = event('PostToolUse', { ...bash, tool_input: { command: 'npm run e2e:chrome' } });
    await run(event('PostToolUse', { ...bash, tool_input: { command: 'npm run e2e -- --chrome' } }));
    await run(worked);
    expect(spooled().flatMap((entry) => entry?.episodes.map(({ content }) => content))).toEqual([
      expect.stringMatching(/^`npm run e2e` failed/),
      '`npm run e2e -- --chrome` succeeded: ok',
      '`npm run e2e` failed (no browser); `npm run e2e -- --chrome` worked',
      '`npm run e2e:chrome` succeeded: ok',
    ]);
  });

  it('without the last message of the assistant has it from the transcript', async () => {
    const transcript = join(folder, 'transcript.jsonl');
    const line = (type: string, content: unknown, more: object = {}) =>
      `${JSON.stringify({ type, message: { role: type, content }, ...more })}\n`;
    writeFileSync(transcript, line('user', 'Fix it.') + line('assistant', [{ type: 'text', text: 'Fixed it.' }]));
    appendFileSync(transcript, line('assistant', [{ type: 'text', text: 'of a subagent' }], { isSidechain: true }));
    appendFileSync(transcript, '{"type":"assistant","message":{"role":"assist');
    await run(event('Stop', { transcript_path: transcript }));
    expect(spooled()).toMatchObject([{ episodes: [{ role: 'assistant', content: 'Fixed it.' }] }]);
    expect(lastMessageIn(join(folder, 'missing.jsonl'))).toBeUndefined();
    appendFileSync(transcript, `\n${line('user', 'Next.')}`);
    expect(lastMessageIn(transcript)).toBeUndefined();
  });
});

it.skipIf(process.platform === 'win32')('A transcript that is a pipe does not hold a hook', () => {
  const pipe = join(folder, 'transcript.jsonl');
  execFileSync('mkfifo', [pipe]);
  const module = join(import.meta.dirname, 'last-message.ts');
  const script = `import { lastMessageIn } from ${JSON.stringify(module)}; console.log(lastMessageIn(${JSON.stringify(pipe)}));`;
  // A read that blocks would block this process too.
  const text = execFileSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 30_000 });
  expect(String(text).trim()).toBe('undefined');
});

describe('bad input', () => {
  it.each(['', '   ', '{', 'null', '[]', '"text"', '{"hook_event_name":7}', '\u0000', '{"hook_event_name":"Later"}'])(
    'is answered with nothing: %j',
    async (text) => {
      vi.spyOn(process, 'cwd').mockReturnValue(folder);
      expect(await run(text)).toBe('');
      expect(log()).toHaveLength(1);
      vi.restoreAllMocks();
    },
  );

  it('of more than 8 MB is dropped', async () => {
    vi.spyOn(process, 'cwd').mockReturnValue(folder);
    expect(await run(JSON.stringify(event('Stop', { x: 'y'.repeat(9_000_000) })))).toBe('');
    expect(log()).toEqual([expect.stringContaining('longer than')]);
    vi.restoreAllMocks();
  });

  it('from an unknown program, or for a disk that takes nothing, is answered with nothing', async () => {
    expect(await run(event('Stop'), { program: 'emacs' })).toBe('');
    const file = join(folder, 'file');
    writeFileSync(file, '');
    expect(await run(event('UserPromptSubmit', { prompt: 'x', cwd: file }), { timeMs: 20 })).toBe('');
  });
});

it('A line is not written through a link', () => {
  const [target, link] = [join(folder, 'target'), join(folder, 'hooks.log')];
  writeFileSync(target, '');
  symlinkSync(target, link);
  appendLine(link, 'one');
  expect(readFileSync(target, 'utf8')).toBe('');
});

it('The log has two files of bounded size', () => {
  const file = join(folder, 'logs/hooks.log');
  for (let at = 0; at < 1000; at += 1) appendLine(file, `${at} ${'x'.repeat(1000)}\nsecond line`);
  expect(readFileSync(file).length).toBeLessThan(270_000);
  expect(linesOf(file).at(-1)).toMatch(/^999 x+ second line$/);
  expect(linesOf(file).length).toBeGreaterThan(256);
  expect(linesOf(file).length).toBeLessThan(600);
  chmodSync(file, 0o600);
});
