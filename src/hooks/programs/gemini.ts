import type { HookEvent, HookFormat } from '../event.ts';
import { fieldsOf, given, idOf, textOf } from '../fields.ts';
import { sourceOf } from './claude-code.ts';
import { contextAnswer } from './context-answer.ts';

export const gemini: HookFormat = {
  name: 'gemini',
  version: '0.40',
  read(json): HookEvent | undefined {
    const fields = fieldsOf(json);
    const eventName = textOf(fields['hook_event_name']);
    const sessionId = idOf(fields['session_id']);
    if (eventName === undefined || sessionId === undefined) return undefined;
    const base = {
      ...{ program: gemini.name, sessionId, eventName, cwd: textOf(fields['cwd']) ?? process.cwd() },
      ...given({ transcriptPath: textOf(fields['transcript_path']) }),
    };
    switch (eventName) {
      case 'SessionStart':
        return { ...base, kind: 'sessionStart', source: sourceOf(fields['source']) };
      case 'BeforeAgent': {
        const prompt = textOf(fields['prompt']);
        return prompt === undefined ? undefined : { ...base, kind: 'prompt', prompt };
      }
      case 'AfterTool': {
        const tool = textOf(fields['tool_name']);
        const { llmContent, error } = fieldsOf(fields['tool_response']);
        const failure = error === undefined || error === null ? {} : { failed: true };
        const output = textOf(fieldsOf(error)['message']) ?? textOf(llmContent) ?? llmContent;
        return tool === undefined
          ? undefined
          : { ...base, kind: 'toolUse', tool, input: fields['tool_input'], output, ...failure };
      }
      case 'AfterAgent':
        return { ...base, kind: 'answer', ...given({ message: textOf(fields['prompt_response']) }) };
      case 'PreCompress':
        return { ...base, kind: 'compaction' };
      case 'SessionEnd':
        return { ...base, kind: 'sessionEnd', ...given({ reason: textOf(fields['reason']) }) };
      default:
        return undefined;
    }
  },
  answer: contextAnswer(['SessionStart', 'BeforeAgent']),
};
