import { describe, expect, it } from 'vitest';
import { attemptOf, episodesOf, sessionIdOf, solutionOf } from './capture.ts';
import type { HookEvent } from './event.ts';
import type { ProjectLocation } from './project.ts';

const NOW = new Date('2026-11-19T10:00:00Z');
const project: ProjectLocation = {
  ...{ root: '/repo', folder: '/repo/.git/souvenir', db: '/repo/.git/souvenir/memory.db', branch: 'main', cwd: 'web' },
};
const base = { program: 'claude-code', sessionId: 's', cwd: '/repo/web', eventName: 'any' } as const;
const SECRET = 'ghp_16C7e42F292c6912E7710c838347Ae178B4a';

const tool = (name: string, input: unknown, output: unknown = undefined, more: Partial<HookEvent> = {}) =>
  ({ ...base, kind: 'toolUse', tool: name, input, output, callId: 'c1', ...more }) as HookEvent;
const bash = (command: string, stdout = '', more: Partial<HookEvent> = {}) =>
  tool('Bash', { command }, { stdout, stderr: '', interrupted: false }, more);
const failing = (command: string, error = 'Exit code 2\nerror: no such test') =>
  tool('Bash', { command }, error, { failed: true } as Partial<HookEvent>);
const contents = (event: HookEvent) => episodesOf(event, project, NOW).map(({ content }) => content);
const only = (event: HookEvent) => {
  const [episode, ...others] = episodesOf(event, project, NOW);
  if (episode === undefined || others.length > 0) throw new Error(`${others.length + 1} episodes`);
  return episode;
};

describe('what is said', () => {
  it('is recorded as the words of the user and of the assistant, with branch and folder', () => {
    expect(only({ ...base, kind: 'prompt', prompt: 'Use tabs.' })).toMatchObject({
      ...{ role: 'user', content: 'Use tabs.', occurredAt: NOW.toISOString() },
      metadata: { program: 'claude-code', branch: 'main', cwd: 'web' },
    });
    expect(only({ ...base, kind: 'answer', message: 'Done.' })).toMatchObject({ role: 'assistant', content: 'Done.' });
  });

  it('is cut to a bounded length, and a secret at the cut is redacted whole', () => {
    const { content } = only({
      ...base,
      kind: 'prompt',
      prompt: `${'word '.repeat(3198)}${SECRET} ${'x'.repeat(5_000_000)}`,
    });
    expect(content.length).toBeLessThan(17_000);
    expect(content).not.toContain('ghp_16C7');
  });

  it('is one episode though two installed hooks report it, and two if it is said again later', () => {
    const idAt = (seconds: number) =>
      episodesOf({ ...base, kind: 'prompt', prompt: 'Use npm.' }, project, new Date(NOW.getTime() + seconds * 1000))[0]
        ?.sourceId;
    expect(idAt(1)).toBe(idAt(0));
    expect(idAt(60)).not.toBe(idAt(0));
  });

  it('by a subagent belongs to a session of its own', () => {
    expect(sessionIdOf({ ...base, kind: 'answer' })).toBe('claude-code:s');
    expect(sessionIdOf({ ...base, kind: 'answer', agentId: 'a1' })).toBe('claude-code:s:a1');
    expect(sessionIdOf({ ...base, sessionId: 'x'.repeat(500), kind: 'answer' }).length).toBeLessThan(200);
  });
});

describe('an edit', () => {
  const old = 'export function total(items) {\n  return 0;\n}\n';
  const now = 'export function total(items) {\n  return sum(items);\n}\n';

  it.each([
    ['Claude Code', 'Edit', { file_path: '/repo/src/total.ts', old_string: old, new_string: now }],
    ['OpenCode', 'edit', { filePath: '/repo/src/total.ts', oldString: old, newString: now }],
    ['Cursor', 'Edit', { file_path: '/repo/src/total.ts', edits: [{ old_string: old, new_string: now }] }],
  ])('in %s is recorded as the file, the number of lines and the function', (_, name, input) => {
    expect(only(tool(name, input))).toMatchObject({
      content: 'Edited src/total.ts: 1 line added, 1 removed, at `export function total(items) {`',
      ...{ role: 'tool', metadata: { files: ['src/total.ts'], trust: 'tool' } },
    });
  });

  it('in a patch is one episode for each file', () => {
    const patch =
      '*** Begin Patch\n*** Update File: src/a.ts\n@@ class A {\n-  x\n+  y\n+  z\n*** Add File: src/b.ts\n+one\n*** Delete File: old.ts\n*** End Patch';
    expect(contents(tool('apply_patch', { command: patch }))).toEqual([
      'Edited web/src/a.ts: 2 lines added, 1 removed, at `class A {`',
      'Wrote web/src/b.ts: 1 line',
      'Deleted web/old.ts',
    ]);
  });

  it('that deletes a file is recorded as such', () => {
    expect(contents(tool('Delete', { path: '/repo/old.ts' }))).toEqual(['Deleted old.ts']);
  });

  it('never carries the content of the file', () => {
    const content = Array.from({ length: 500 }, (_, at) => `line ${at} of the file`).join('\n');
    const episode = only(tool('Write', { file_path: '/repo/notes.md', content }));
    expect(episode.content).toBe('Wrote notes.md: 500 lines');
    expect(JSON.stringify(episode)).not.toContain('line 7 of the file');
  });

  it('of one file in one turn is recorded once', () => {
    const idOf = (text: string, turnId: string) =>
      only(tool('Edit', { file_path: '/repo/a.ts', old_string: '', new_string: text }, undefined, { turnId })).sourceId;
    expect(idOf('one', 't1')).toBe(idOf('two', 't1'));
    expect(idOf('one', 't1')).not.toBe(idOf('one', 't2'));
  });
});

describe('a command', () => {
  it('is recorded with its outcome and the last lines of its output', () => {
    expect(contents(bash('npm test', 'many\nlines\n\u001b[32mTests  96 passed\u001b[39m\n----\n'))).toEqual([
      '`npm test` succeeded: lines / Tests  96 passed',
    ]);
    const episode = only(failing('npm test'));
    expect(episode).toMatchObject({ type: 'error', role: 'tool', metadata: { success: false, outcome: 'failed' } });
    expect(episode.content).toMatch(/^`npm test` failed.*error: no such test$/);
  });

  it.each([
    ['an object', { exitCode: 3, stdout: 'bad' }, 'cursor'],
    ['metadata', { output: 'bad', metadata: { exit: 3 } }, 'opencode'],
    [
      'a line of the text',
      'Command: x\nDirectory: (root)\nOutput: bad\nError: (none)\nExit Code: 3\nSignal: (none)',
      'gemini',
    ],
    ['a line before the output', 'Process exited with code 3\nOutput:\nbad', 'codex'],
  ])('has its exit code from %s', (_, output, program) => {
    const event = { ...tool('x', { command: 'make all' }, output), program } as HookEvent;
    expect(contents(event)).toEqual(['`make all` failed with exit code 3: bad']);
  });

  it('has no outcome where the program gives no exit code', () => {
    const event = { ...tool('Bash', { command: 'make all' }, 'built'), program: 'codex' } as HookEvent;
    expect(contents(event)).toEqual(['`make all` ran: built']);
  });

  it.each([
    ...['ls -la', 'cat .env', 'cd web && git status', 'rg token | head -5', 'git log --oneline', 'sed -n 1,20p a.ts'],
    ...['FOO=1 grep x y', 'git diff | wc -l', 'echo done'],
  ])('that only looks is left out: %s', (command) => {
    expect(contents(bash(command, 'DATABASE_PASSWORD=hunter2'))).toEqual([]);
    expect(contents(failing(command))).toEqual([]);
  });

  it.each(['npm test | tail -5', 'cd web && make', "sed -i 's/a/b/' a.ts", 'git push'])(
    'that does something stays: %s',
    (command) => expect(contents(bash(command))).toHaveLength(1),
  );

  it('that a user interrupted is left out', () => {
    expect(contents(tool('Bash', { command: 'npm test' }, { stdout: '', interrupted: true }))).toEqual([]);
  });

  it('with the same outcome is one episode a session', () => {
    const first = only(bash('npm test', 'passed in 3 s', { callId: 'c1' })).sourceId;
    expect(only(bash('npm test', 'passed in 4 s', { callId: 'c2' })).sourceId).toBe(first);
    expect(only(failing('npm test')).sourceId).not.toBe(first);
  });

  it('keeps at most a few lines of a long output', () => {
    const output = Array.from({ length: 100_000 }, (_, at) => `row ${at}`).join('\n');
    expect(only(bash('npm run report', output)).content.length).toBeLessThan(300);
    expect(only(failing('npm run report', output)).content.length).toBeLessThan(800);
  });

  it('has a secret of its command redacted wherever the output repeats it', () => {
    const event = failing('DB_PASSWORD=Tr0ub4dor-horse mysql shop', 'Access denied for shop using Tr0ub4dor-horse');
    expect(only(event).content).toContain('Access denied for shop using');
    expect(JSON.stringify([only(event), attemptOf(event)])).not.toContain('Tr0ub4dor');
  });

  it('has its secrets redacted, in the command and in the output', () => {
    const episode = only(
      failing(`curl -H "Authorization: Bearer ${SECRET}" x`, `Exit code 1\ntoken ${SECRET} was refused`),
    );
    expect(JSON.stringify(episode)).not.toContain(SECRET);
    expect(JSON.stringify(attemptOf(failing(`deploy --token ${SECRET}`))?.failed)).not.toContain(SECRET);
  });

  it('has a secret redacted whole where its output or a line of a file is cut', () => {
    for (let length = 550; length <= 610; length += 5)
      expect(contents(failing('make deploy', `refused: ${SECRET} ${'x '.repeat(length / 2)}`))[0]).not.toMatch(
        /[0-9a-f]{4,}178B4a/i,
      );
    const lines = Array.from({ length: 12 }, (_, at) => `MIIEowIBAAKCAQEA${at}kq7Zb3nHq8vT1s2YwRpLmNoP9uVxCdEf`);
    const key = ['-----BEGIN RSA PRIVATE KEY-----', ...lines, '-----END RSA PRIVATE KEY-----'].join('\n');
    expect(contents(failing('make deploy', `bad key:\n${key}`))[0]).not.toContain('MIIE');
    const line = `const ${'name'.repeat(22)} = '${SECRET}';`;
    expect(contents(tool('Edit', { file_path: 'a.ts', old_string: '', new_string: line }))[0]).not.toContain('ghp_');
    const patch = `*** Begin Patch\n*** Update File: a.ts\n@@\n+${line}\n*** End Patch`;
    expect(contents(tool('apply_patch', { command: patch }))[0]).not.toContain('ghp_');
  });

  it('that commits is recorded as the commit', () => {
    const event = bash('git commit -am "Fix it"', '[fix/login 3f2a9c1] Fix the login\n 1 file changed');
    expect(only(event)).toMatchObject({
      ...{ content: 'Committed 3f2a9c1 on fix/login: Fix the login', metadata: { commit: '3f2a9c1', trust: 'tool' } },
    });
    expect(contents(bash('git commit -m x', '[main (root-commit) 3f2a9c1] Begin'))[0]).toContain('on main: Begin');
    expect(contents(bash('git commit -m x', '[detached HEAD 3f2a9c1] Begin'))[0]).toContain('on detached HEAD: Begin');
  });
});

describe('an attempt that failed', () => {
  it('is known by program and subcommand, until one works', () => {
    const failed = attemptOf(failing('cd web && pnpm test'));
    expect(failed).toEqual({
      ...{ name: 'pnpm test' },
      failed: { command: 'cd web && pnpm test', message: 'error: no such test' },
    });
    const event = bash('pnpm test --run');
    expect(attemptOf(event)).toEqual({ name: 'pnpm test' });
    expect(solutionOf(failed?.failed ?? { command: '', message: '' }, event, project, NOW)).toMatchObject({
      content: '`cd web && pnpm test` failed (error: no such test); `pnpm test --run` worked',
      ...{ role: 'tool', metadata: { trust: 'tool' } },
    });
  });

  it('and then worked as it was is recorded so', () => {
    const failed = { command: 'make', message: 'no rule' };
    expect(solutionOf(failed, bash('make'), project, NOW)?.content).toBe(
      '`make` failed (no rule); it worked later, after changes',
    );
  });
});

it('tools that read, search or ask are left out', () => {
  expect(contents(tool('Read', { file_path: '/repo/.env' }, { content: 'PASSWORD=hunter2' }))).toEqual([]);
  expect(contents(tool('WebFetch', { url: 'https://example.com', prompt: 'x' }, 'page'))).toEqual([]);
  expect(contents(tool('mcp__db__query', { sql: 'select 1' }, [{ text: 'row' }]))).toEqual([]);
  expect(contents(tool('Odd', 7, null))).toEqual([]);
});
