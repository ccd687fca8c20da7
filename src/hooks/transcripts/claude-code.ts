import { basename, join } from 'node:path';
import { momentIn } from '../../operations/formats/format.ts';
import type { HookEvent } from '../event.ts';
import { type Fields, fieldsOf, given, idOf, listOf, textOf } from '../fields.ts';
import { jsonLines } from './json-lines.ts';
import { filesIn, foldersIn, type Transcript, type TranscriptFormat, type TranscriptItem } from './transcript.ts';

/** Lines about the session or the screen; nothing was said or done in them. */
const OTHER_TYPES = new Set([
  ...['system', 'summary', 'attachment', 'progress', 'queue-operation', 'file-history-snapshot', 'file-history-delta'],
  ...[
    'ai-title',
    'custom-title',
    'agent-name',
    'agent-color',
    'agent-setting',
    'last-prompt',
    'mode',
    'permission-mode',
  ],
  ...[
    'pr-link',
    'tag',
    'task-summary',
    'worktree-state',
    'content-replacement',
    'marble-origami-commit',
    'bridge-session',
  ],
]);

/** A folder for each working directory with a file for each session; files of subagents lie in a folder of the session, or beside it. */
export const claudeCodeTranscripts: TranscriptFormat = {
  program: 'claude-code',
  version: '2.1',
  folderOf: ({ home, variables }) => join(variables['CLAUDE_CONFIG_DIR'] || join(home, '.claude'), 'projects'),
  async *list(folder) {
    for (const project of await foldersIn(folder)) {
      const sessions = join(folder, project);
      for (const file of await filesIn(sessions, '.jsonl')) yield transcriptAt(join(sessions, file));
      for (const session of await foldersIn(sessions)) {
        const agents = join(sessions, session, 'subagents');
        for (const file of await filesIn(agents, '.jsonl')) yield transcriptAt(join(agents, file));
      }
    }
  },
};

async function transcriptAt(path: string): Promise<Transcript> {
  return { path, cwd: await cwdOf(path), items: () => itemsIn(path) };
}

const MAX_HEAD_LINES = 50;

/** Sessions begin with lines that name no folder. */
async function cwdOf(path: string): Promise<string | undefined> {
  let count = 0;
  for await (const line of jsonLines(path)) {
    const cwd = 'value' in line ? textOf(fieldsOf(line.value)['cwd']) : undefined;
    if (cwd !== undefined || ++count > MAX_HEAD_LINES) return cwd;
  }
  return undefined;
}

type Base = Pick<HookEvent, 'program' | 'sessionId' | 'cwd' | 'agentId' | 'transcriptPath'>;
type EventItem = Extract<TranscriptItem, { kind: 'event' }>;

async function* itemsIn(path: string): AsyncGenerator<TranscriptItem, void> {
  const calls = new Map<string, { readonly tool: string; readonly input: unknown }>();
  /** The message that ends the turn, unless a tool call follows. */
  let last: { readonly id: string | undefined; readonly item: EventItem } | undefined;
  const answer = (): TranscriptItem[] => {
    const items = last === undefined ? [] : [last.item];
    last = undefined;
    return items;
  };
  for await (const line of jsonLines(path)) {
    if (!('value' in line)) {
      yield { kind: 'bad', ...line };
      continue;
    }
    const record = fieldsOf(line.value);
    const type = textOf(record['type']) ?? 'none';
    if (OTHER_TYPES.has(type) || record['forkedFrom'] !== undefined) continue;
    if (type !== 'user' && type !== 'assistant') {
      yield { kind: 'unknown', type };
      continue;
    }
    const base = baseOf(record, path);
    if (base === undefined) {
      yield { kind: 'bad', place: line.place, reason: 'names no session or no folder' };
      continue;
    }
    const place = { place: line.place, at: momentOf(record), branch: branchOf(record) };
    const message = fieldsOf(record['message']);
    if (type === 'assistant') {
      // Failures of the service are written as messages of the assistant.
      if (record['isApiErrorMessage'] === true) continue;
      for (const part of listOf(message['content']).map(fieldsOf)) {
        const id = idOf(part['id']);
        if (part['type'] !== 'tool_use' || id === undefined) continue;
        calls.set(id, { tool: textOf(part['name']) ?? 'tool', input: part['input'] });
        last = undefined;
      }
      const text = textIn(message['content']);
      if (text === undefined || message['stop_reason'] === 'tool_use') continue;
      const id = idOf(message['id']);
      const before =
        last !== undefined && last.id === id && last.item.event.kind === 'answer' ? last.item.event : undefined;
      const whole = before?.message === undefined ? text : `${before.message}\n${text}`;
      const eventName = base.agentId === undefined ? 'Stop' : 'SubagentStop';
      const event = { ...base, kind: 'answer' as const, eventName, message: whole, ...turnOf(record) };
      last = { id, item: { kind: 'event', ...place, event } };
      continue;
    }
    const results = listOf(message['content'])
      .map(fieldsOf)
      .filter((part) => part['type'] === 'tool_result');
    for (const result of results) {
      const callId = idOf(result['tool_use_id']);
      const call = callId === undefined ? undefined : calls.get(callId);
      if (call === undefined || callId === undefined || isRefused(record, result)) continue;
      const failed = result['is_error'] === true;
      yield {
        ...{ kind: 'event', ...place },
        event: {
          ...{ ...base, kind: 'toolUse', eventName: failed ? 'PostToolUseFailure' : 'PostToolUse', ...call, callId },
          ...{
            output: record['toolUseResult'] ?? textIn(result['content']),
            ...(failed && { failed }),
            ...turnOf(record),
          },
        },
      };
    }
    const prompt = results.length > 0 ? undefined : promptIn(record, message);
    if (prompt === undefined) continue;
    yield* answer();
    const event = { ...base, kind: 'prompt' as const, eventName: 'UserPromptSubmit', prompt, ...turnOf(record) };
    yield { kind: 'event', ...place, event };
  }
  yield* answer();
}

function baseOf(record: Fields, path: string): Base | undefined {
  const sessionId = idOf(record['sessionId']);
  const cwd = textOf(record['cwd']);
  if (sessionId === undefined || cwd === undefined) return undefined;
  const named = /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1];
  const agentId = record['isSidechain'] === true ? (idOf(record['agentId']) ?? named ?? 'subagent') : undefined;
  return { program: 'claude-code', sessionId, cwd, transcriptPath: path, ...given({ agentId }) };
}

const turnOf = (record: Fields) => given({ turnId: idOf(record['promptId']) });

function momentOf(record: Fields): Date | undefined {
  try {
    return momentIn(record['timestamp'], 'timestamp');
  } catch {
    return undefined;
  }
}

/** Outside of git Claude Code writes an empty name. */
const branchOf = (record: Fields): string | undefined => textOf(record['gitBranch']);

function textIn(content: unknown): string | undefined {
  if (typeof content === 'string') return textOf(content);
  const texts = listOf(content).flatMap((part) => {
    const { type, text } = fieldsOf(part);
    return type === 'text' ? (textOf(text) ?? []) : [];
  });
  return texts.length === 0 ? undefined : texts.join('\n');
}

/** The user said no to the call or stopped it, so it did not fail; hooks are not called for it. */
const isRefused = (record: Fields, result: Fields): boolean =>
  record['toolUseResult'] === 'User rejected tool use' ||
  fieldsOf(record['toolUseResult'])['interrupted'] === true ||
  (textIn(result['content'])?.startsWith("The user doesn't want to ") ?? false);

/** Lines of the role user that the program wrote: output of its own commands, notices, orders of a subagent's caller. */
const WRITTEN_BY_PROGRAM =
  /^\s*(?:<(?:local-command-\w+|bash-(?:input|stdout|stderr)|task-notification|system-reminder|user-memory-input|teammate-message)\b|\[Request interrupted|Caveat: The messages below)/;
const COMMAND = /<command-name>(\/?[^<\n]{1,200})<\/command-name>/;
const COMMAND_ARGUMENTS = /<command-args>([^<]{0,100000})<\/command-args>/;

function promptIn(record: Fields, message: Fields): string | undefined {
  const isMarked = ['isMeta', 'isCompactSummary', 'isVisibleInTranscriptOnly', 'isSidechain'].some(
    (field) => record[field] === true,
  );
  const origin = textOf(fieldsOf(record['origin'])['kind']) ?? 'human';
  const text = textIn(message['content']);
  if (isMarked || origin !== 'human' || text === undefined || WRITTEN_BY_PROGRAM.test(text)) return undefined;
  const command = COMMAND.exec(text)?.[1];
  if (command === undefined) return text;
  // A command of the program itself has no arguments that were worth remembering, and hooks are not called for it.
  const words = textOf(COMMAND_ARGUMENTS.exec(text)?.[1]);
  return words === undefined ? undefined : `${command.startsWith('/') ? command : `/${command}`} ${words.trim()}`;
}
