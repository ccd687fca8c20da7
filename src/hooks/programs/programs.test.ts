import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOOK_PROGRAMS, type HookEvent, type HookProgram } from '../event.ts';
import { HOOK_FORMATS } from './programs.ts';

const FIXTURES = join(import.meta.dirname, '../../../test/hooks/fixtures');

const eventsOf = (program: HookProgram): Map<string, HookEvent | undefined> =>
  new Map(
    readdirSync(join(FIXTURES, program)).map((file) => [
      file.replace(/^\d+-|\.json$/g, ''),
      HOOK_FORMATS[program].read(JSON.parse(readFileSync(join(FIXTURES, program, file), 'utf8'))),
    ]),
  );

describe.each(HOOK_PROGRAMS)('events of %s', (program) => {
  const events = eventsOf(program);
  const all = [...events.values()].flatMap((event) => event ?? []);
  const ofKind = (kind: HookEvent['kind']) => all.filter((event) => event.kind === kind);

  it('keep the session, the folder and the name of the program', () => {
    for (const event of all) {
      expect(event).toMatchObject({ program, cwd: '/repo' });
      expect(event.sessionId).not.toBe('');
    }
    expect(new Set(all.map(({ sessionId }) => sessionId)).size).toBe(2);
  });

  it('are read as the start of a session, the prompt, tool calls, and the last message of the assistant', () => {
    expect(ofKind('sessionStart')).toMatchObject([{ source: 'startup' }, { source: 'startup' }]);
    expect(events.get('prompt')).toMatchObject({ kind: 'prompt', prompt: expect.stringMatching(/^We decided.*CI\.$/) });
    expect(events.get('edit')).toMatchObject({ kind: 'toolUse', input: expect.anything() });
    expect(ofKind('answer')).toContainEqual(expect.objectContaining({ message: expect.stringMatching(/^Done: /) }));
    expect(ofKind('compaction')).toHaveLength(1);
  });

  it('tell a subagent apart where the program reports one', () => {
    const name = program === 'opencode' ? 'subagent-idle' : 'subagent-stop';
    if (program !== 'gemini')
      expect(events.get(name)).toMatchObject({
        ...{ kind: 'answer', agentId: expect.any(String), sessionId: events.get('prompt')?.sessionId },
        message: 'The CI workflow calls npm in two places.',
      });
  });

  it('are answered with JSON that has the context and no other text, and with nothing without one', () => {
    const { answer } = HOOK_FORMATS[program];
    for (const event of all) {
      expect(answer(event, undefined)).toBe('');
      const text = answer(event, 'Use pnpm.');
      const mayHaveContext = event.kind === 'sessionStart' || event.kind === 'prompt';
      expect(text === '').toBe(!mayHaveContext);
      if (mayHaveContext) expect(JSON.stringify(JSON.parse(text))).toContain('Use pnpm.');
    }
  });

  it.each([
    ...[null, [], 7, 'text', {}, { hook_event_name: 'Unknown', session_id: 's' }, { event: 'unknown', sessionID: 's' }],
    ...[
      { hook_event_name: 'PostToolUse', session_id: {}, tool_name: 4 },
      { event: 7, sessionID: ['a'] },
    ],
    { hook_event_name: 'UserPromptSubmit', session_id: 's', prompt: '  ' },
  ])('are left alone where they are not known: %j', (json) => {
    expect(HOOK_FORMATS[program].read(json)).toBeUndefined();
  });
});

describe('events with their own rules', () => {
  it('of Claude Code that Cursor sends are left to the hooks of Cursor', () => {
    const json = { hook_event_name: 'Stop', session_id: 's', cwd: '/repo' };
    expect(HOOK_FORMATS['claude-code'].read(json)).toBeDefined();
    expect(HOOK_FORMATS['claude-code'].read({ ...json, cursor_version: '3.1.4' })).toBeUndefined();
  });

  it('of Claude Code after an interrupt by the user are no failure of the tool', () => {
    const json = { hook_event_name: 'PostToolUseFailure', session_id: 's', tool_name: 'Bash', tool_input: {} };
    expect(HOOK_FORMATS['claude-code'].read({ ...json, error: 'Exit code 1' })).toMatchObject({ failed: true });
    expect(HOOK_FORMATS['claude-code'].read({ ...json, is_interrupt: true })).toBeUndefined();
  });

  it.each(['startup', 'resume', 'clear', 'compact'])('tell how a session started: %s', (source) => {
    const json = { hook_event_name: 'SessionStart', session_id: 's', source };
    expect(HOOK_FORMATS['claude-code'].read(json)).toMatchObject({ kind: 'sessionStart', source });
  });

  it('of Cursor report an edit once, and a command with its exit code', () => {
    const events = eventsOf('cursor');
    expect(events.get('edit-as-tool')).toBeUndefined();
    expect(events.get('command-again')).toBeUndefined();
    expect(events.get('command-failed')).toMatchObject({ output: { exitCode: 1 } });
  });

  it('of OpenCode have the words of the user only', () => {
    expect(eventsOf('opencode').get('prompt')).toMatchObject({ prompt: expect.not.stringContaining('Read tool') });
  });

  it('never carry a context that is longer than the program takes', () => {
    const event = eventsOf('claude-code').get('prompt');
    if (event === undefined) throw new Error('no prompt');
    expect(HOOK_FORMATS['claude-code'].answer(event, 'x'.repeat(50_000)).length).toBeLessThan(10_000);
  });

  it('close the fence around a context that they cut', () => {
    const event = eventsOf('claude-code').get('prompt');
    if (event === undefined) throw new Error('no prompt');
    const context = ['<memories>', ...Array.from({ length: 2_000 }, (_, at) => `- memory ${at}`), '</memories>'];
    const answer = HOOK_FORMATS['claude-code'].answer(event, context.join('\n'));
    expect(answer.length).toBeLessThan(10_000 + 1_000);
    expect(JSON.parse(answer).hookSpecificOutput.additionalContext).toMatch(/\n- memory \d+\n<\/memories>$/);
  });
});
