import { join } from 'node:path';
import { readMoment } from '../../operations/moment.ts';
import type { HookEvent } from '../event.ts';
import { type Fields, fieldsOf, given, idOf, listOf, parsedJson, textOf } from '../fields.ts';
import { jsonLines } from './json-lines.ts';
import { filesIn, foldersIn, type Transcript, type TranscriptFormat, type TranscriptItem } from './transcript.ts';

/** A file for each run of a session, in folders of year, month and day. */
export const codexTranscripts: TranscriptFormat = {
  program: 'codex',
  version: '0.153',
  folderOf: ({ home, variables }) => join(variables['CODEX_HOME'] || join(home, '.codex'), 'sessions'),
  async *list(folder) {
    for (const year of await foldersIn(folder))
      for (const month of await foldersIn(join(folder, year)))
        for (const day of await foldersIn(join(folder, year, month)))
          for (const file of await filesIn(join(folder, year, month, day), '.jsonl'))
            if (file.startsWith('rollout-')) yield transcriptAt(join(folder, year, month, day, file));
  },
};

async function transcriptAt(path: string): Promise<Transcript> {
  for await (const line of jsonLines(path)) {
    const cwd = 'value' in line ? textOf(payloadOf(line.value)['cwd']) : undefined;
    return { path, cwd, items: () => itemsIn(path) };
  }
  return { path, cwd: undefined, items: () => itemsIn(path) };
}

const payloadOf = (value: unknown): Fields => fieldsOf(fieldsOf(value)['payload']);

const OTHER_RECORDS = new Set([
  ...['compacted', 'turn_context', 'ghost_snapshot', 'inter_agent_communication', 'world_state', 'security_event'],
]);

interface Call {
  readonly tool: string;
  readonly input: unknown;
}

async function* itemsIn(path: string): AsyncGenerator<TranscriptItem, void> {
  const calls = new Map<string, Call>();
  let base: Omit<HookEvent, 'kind' | 'eventName'> | undefined;
  let branch: string | undefined;
  let isOfAgent = false;
  let turnId: string | undefined;
  let lastMessage: string | undefined;
  for await (const line of jsonLines(path)) {
    if (!('value' in line)) {
      yield { kind: 'bad', ...line };
      continue;
    }
    const record = fieldsOf(line.value);
    const payload = fieldsOf(record['payload']);
    const type = textOf(record['type']) ?? 'none';
    if (type === 'session_meta') {
      // A session that was forked goes on with the records of the session that it came from.
      if (base !== undefined) continue;
      const session = sessionOf(payload, path);
      if (session === undefined) {
        yield { kind: 'bad', place: line.place, reason: 'names no session or no folder' };
        return;
      }
      ({ base, branch, isOfAgent } = session);
      continue;
    }
    if (OTHER_RECORDS.has(type)) continue;
    if (type !== 'event_msg' && type !== 'response_item') {
      yield { kind: 'unknown', type };
      continue;
    }
    if (base === undefined) {
      yield { kind: 'bad', place: line.place, reason: 'comes before the record of its session' };
      return;
    }
    const own = base;
    const item = (event: Partial<HookEvent>): TranscriptItem => ({
      ...{ kind: 'event', place: line.place, at: readMoment(record['timestamp']), isDated: true, branch },
      event: { ...own, ...event, ...given({ turnId }) } as HookEvent,
    });
    switch (payload['type']) {
      case 'task_started':
      case 'turn_started':
        turnId = idOf(payload['turn_id']);
        lastMessage = undefined;
        break;
      case 'user_message': {
        const prompt = isOfAgent ? undefined : textOf(payload['message']);
        if (prompt !== undefined) yield item({ kind: 'prompt', eventName: 'UserPromptSubmit', prompt });
        break;
      }
      case 'agent_message':
        lastMessage = textOf(payload['message']) ?? lastMessage;
        break;
      case 'task_complete':
      case 'turn_complete': {
        turnId = idOf(payload['turn_id']) ?? turnId;
        const message = textOf(payload['last_agent_message']) ?? lastMessage;
        const eventName = isOfAgent ? 'SubagentStop' : 'Stop';
        if (message !== undefined) yield item({ kind: 'answer', eventName, message });
        break;
      }
      case 'function_call':
      case 'custom_tool_call':
      case 'local_shell_call': {
        const callId = idOf(payload['call_id']);
        const call = callOf(payload);
        if (callId !== undefined && call !== undefined) calls.set(callId, call);
        break;
      }
      case 'function_call_output':
      case 'custom_tool_call_output': {
        const callId = idOf(payload['call_id']);
        const call = callId === undefined ? undefined : calls.get(callId);
        if (call === undefined || callId === undefined) break;
        const output = outputOf(payload['output']);
        yield item({ kind: 'toolUse', eventName: 'PostToolUse', ...call, callId, ...output });
        break;
      }
      default:
    }
  }
}

function sessionOf(meta: Fields, path: string) {
  const id = idOf(meta['id']);
  const cwd = textOf(meta['cwd']);
  if (id === undefined || cwd === undefined) return undefined;
  const spawned = fieldsOf(fieldsOf(fieldsOf(meta['source'])['subagent'])['thread_spawn']);
  const isOfAgent = fieldsOf(meta['source'])['subagent'] !== undefined;
  const parent = idOf(meta['parent_thread_id']) ?? idOf(spawned['parent_thread_id']);
  const ids = isOfAgent && parent !== undefined ? { sessionId: parent, agentId: id } : { sessionId: id };
  const branch = textOf(fieldsOf(meta['git'])['branch']);
  return { base: { program: 'codex' as const, cwd, transcriptPath: path, ...ids }, branch, isOfAgent };
}

const SHELLS = new Set(['bash', 'sh', 'zsh', '/bin/bash', '/bin/sh', '/bin/zsh', '/usr/bin/bash', '/usr/bin/zsh']);
const COMMAND_TOOLS = new Set(['shell', 'shell_command', 'exec_command', 'container.exec', 'local_shell']);

/** A call as the hooks of Codex name it: every command is one of `Bash`. */
function callOf(payload: Fields): Call | undefined {
  const action = fieldsOf(payload['action']);
  const tool = textOf(payload['name']) ?? (payload['type'] === 'local_shell_call' ? 'local_shell' : undefined);
  if (tool === undefined) return undefined;
  if (payload['type'] === 'custom_tool_call') return { tool, input: { command: payload['input'] } };
  const input = payload['type'] === 'local_shell_call' ? action : parsedJson(payload['arguments']);
  if (!COMMAND_TOOLS.has(tool)) return { tool, input };
  const { cmd, command = cmd } = fieldsOf(input);
  return { tool: 'Bash', input: { command: commandIn(command) } };
}

function commandIn(command: unknown): string {
  const words = listOf(command).filter((word) => typeof word === 'string');
  const [shell = '', flag = '', script] = words;
  if (words.length === 3 && SHELLS.has(shell) && /^-l?c$/.test(flag) && script !== undefined) return script;
  return words.length > 0 ? words.join(' ') : (textOf(command) ?? '');
}

const EXIT_CODE = /^(?:Exit code: |(?:.{0,200}\n){0,4}Process exited with code )(-?\d{1,5})/;

/** Versions wrote the outcome as JSON, or as a line before the output. */
function outputOf(given: unknown): { readonly output: unknown; readonly failed?: true } {
  const parsed = fieldsOf(parsedJson(given));
  const code = fieldsOf(parsed['metadata'])['exit_code'];
  const exitCode = typeof code === 'number' ? code : Number(EXIT_CODE.exec(textOf(given) ?? '')?.[1] ?? 0);
  return { output: parsed['output'] === undefined ? given : parsed, ...(exitCode !== 0 && { failed: true }) };
}
