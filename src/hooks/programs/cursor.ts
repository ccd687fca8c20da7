import type { HookEvent, HookFormat } from '../event.ts';
import { fieldsOf, given, idOf, listOf, parsedJson, textOf } from '../fields.ts';
import { sourceOf } from './claude-code.ts';
import { fitted } from './context-answer.ts';

/** `afterFileEdit` reports these with what they changed. */
const EDITING_TOOLS = ['Write', 'Edit', 'StrReplace', 'MultiEdit', 'EditNotebook'];

export const cursor: HookFormat = {
  name: 'cursor',
  version: '3.1',
  read(json) {
    const fields = fieldsOf(json);
    const eventName = textOf(fields['hook_event_name']);
    const sessionId = idOf(fields['conversation_id']) ?? idOf(fields['session_id']);
    if (eventName === undefined || sessionId === undefined) return undefined;
    const cwd =
      textOf(fields['cwd']) ??
      listOf(fields['workspace_roots'])
        .map(textOf)
        .find((root) => root) ??
      '';
    const base = {
      ...{ program: cursor.name, sessionId, eventName, cwd: cwd === '' ? process.cwd() : cwd },
      ...given({
        agentId: idOf(fields['subagent_id']),
        turnId: idOf(fields['generation_id']),
        transcriptPath: textOf(fields['transcript_path']),
      }),
    };
    const tool = (output: unknown, failed?: true): HookEvent | undefined => {
      const name = textOf(fields['tool_name']);
      if (name === undefined || EDITING_TOOLS.includes(name)) return undefined;
      const call = given({ callId: idOf(fields['tool_use_id']), failed });
      return { ...base, kind: 'toolUse', tool: name, input: parsedJson(fields['tool_input']), output, ...call };
    };
    switch (eventName) {
      case 'sessionStart':
        return { ...base, kind: 'sessionStart', source: sourceOf(fields['source']) };
      case 'beforeSubmitPrompt': {
        const prompt = textOf(fields['prompt']);
        return prompt === undefined ? undefined : { ...base, kind: 'prompt', prompt };
      }
      case 'postToolUse':
        return tool(parsedJson(fields['tool_output']));
      case 'postToolUseFailure':
        return fields['is_interrupt'] === true || fields['failure_type'] === 'permission_denied'
          ? undefined
          : tool(fields['error_message'], true);
      case 'afterFileEdit':
        return { ...base, kind: 'toolUse', tool: 'Edit', input: fields, output: undefined };
      case 'afterAgentResponse':
        return { ...base, kind: 'answer', ...given({ message: textOf(fields['text']) }) };
      case 'subagentStop':
        return {
          ...{ ...base, agentId: base.agentId ?? idOf(fields['subagent_type']) ?? 'subagent', kind: 'answer' },
          ...given({ message: textOf(fields['summary']) }),
        };
      case 'stop':
        return { ...base, kind: 'answer' };
      case 'preCompact':
        return { ...base, kind: 'compaction' };
      case 'sessionEnd':
        return { ...base, kind: 'sessionEnd', ...given({ reason: textOf(fields['reason']) }) };
      default:
        // `afterShellExecution` says less than `postToolUse`: there is no exit code.
        return undefined;
    }
  },
  answer: ({ eventName }, context) =>
    context === undefined || !['sessionStart', 'beforeSubmitPrompt'].includes(eventName)
      ? ''
      : JSON.stringify({ additional_context: fitted(context) }),
};
