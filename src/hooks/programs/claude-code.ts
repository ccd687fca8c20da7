import type { HookEvent, HookFormat } from '../event.ts';
import { type Fields, fieldsOf, given, idOf, textOf } from '../fields.ts';
import { contextAnswer } from './context-answer.ts';

const SOURCES = ['startup', 'resume', 'clear', 'compact'] as const;
type Source = (typeof SOURCES)[number];

/** How a session started; an unknown way of a newer version counts as a start. */
export const sourceOf = (value: unknown): Source => SOURCES.find((source) => source === value) ?? 'startup';

export const claudeCode: HookFormat = {
  name: 'claude-code',
  version: '2.1',
  read(json) {
    const fields = fieldsOf(json);
    // Cursor also runs the hooks that are set up for Claude Code, and has hooks of its own.
    return fields['cursor_version'] === undefined ? readNested(claudeCode.name, fields) : undefined;
  },
  answer: contextAnswer(['SessionStart', 'UserPromptSubmit']),
};

/** Events with the names and fields of Claude Code, which Codex shares. */
export function readNested(program: HookEvent['program'], fields: Fields): HookEvent | undefined {
  const eventName = textOf(fields['hook_event_name']);
  const sessionId = idOf(fields['session_id']);
  if (eventName === undefined || sessionId === undefined) return undefined;
  const base = {
    ...{ program, sessionId, eventName, cwd: textOf(fields['cwd']) ?? process.cwd() },
    ...given({
      agentId: idOf(fields['agent_id']),
      turnId: idOf(fields['turn_id']) ?? idOf(fields['prompt_id']),
      transcriptPath: textOf(fields['agent_transcript_path']) ?? textOf(fields['transcript_path']),
    }),
  };
  const tool = (failure?: { readonly output: unknown }): HookEvent | undefined => {
    const name = textOf(fields['tool_name']);
    if (name === undefined) return undefined;
    return {
      ...{ ...base, kind: 'toolUse', tool: name, input: fields['tool_input'] },
      ...{ output: failure?.output ?? fields['tool_response'], ...(failure && { failed: true }) },
      ...given({ callId: idOf(fields['tool_use_id']) }),
    };
  };
  switch (eventName) {
    case 'SessionStart':
      return { ...base, kind: 'sessionStart', source: sourceOf(fields['source']) };
    case 'UserPromptSubmit': {
      const prompt = textOf(fields['prompt']);
      return prompt === undefined ? undefined : { ...base, kind: 'prompt', prompt };
    }
    case 'PostToolUse':
      return tool();
    case 'PostToolUseFailure':
      // A tool that was interrupted has not failed.
      return fields['is_interrupt'] === true ? undefined : tool({ output: fields['error'] });
    case 'Stop':
    case 'SubagentStop':
      return { ...base, kind: 'answer', ...given({ message: textOf(fields['last_assistant_message']) }) };
    case 'PreCompact':
      return { ...base, kind: 'compaction' };
    case 'SessionEnd':
      return { ...base, kind: 'sessionEnd', ...given({ reason: textOf(fields['reason']) }) };
    default:
      return undefined;
  }
}
