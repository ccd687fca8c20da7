import { basename, join } from 'node:path';
import { readMoment } from '../../operations/moment.ts';
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
/** An event without its session. */
type Happening = HookEvent extends infer Event ? (Event extends HookEvent ? Omit<Event, keyof Base> : never) : never;
type EventItem = Extract<TranscriptItem, { kind: 'event' }>;

async function* itemsIn(path: string): AsyncGenerator<TranscriptItem, void> {
  const reader = new SessionReader(path);
  for await (const line of jsonLines(path)) {
    if ('value' in line) yield* reader.read(fieldsOf(line.value), line.place);
    else yield { kind: 'bad', ...line };
  }
  yield* reader.answered();
}

interface Line {
  readonly record: Fields;
  readonly message: Fields;
  readonly base: Base;
  readonly where: Omit<EventItem, 'kind' | 'event'>;
}

class SessionReader {
  readonly #path: string;
  readonly #calls = new Map<string, { readonly tool: string; readonly input: unknown }>();
  /** Only prompts name it; what follows belongs to it. */
  #turnId: string | undefined;
  /** The message that ends the turn, unless a call follows. */
  #last: { readonly id: string | undefined; readonly message: string; readonly line: Line } | undefined;

  constructor(path: string) {
    this.#path = path;
  }

  *read(record: Fields, place: string): Generator<TranscriptItem, void> {
    const type = textOf(record['type']) ?? 'none';
    if (OTHER_TYPES.has(type) || record['forkedFrom'] !== undefined) return;
    if (type !== 'user' && type !== 'assistant') return yield { kind: 'unknown', type };
    const base = baseOf(record, this.#path);
    if (base === undefined) return yield { kind: 'bad', place, reason: 'names no session or no folder' };
    const where = { place, at: readMoment(record['timestamp']), isDated: true, branch: textOf(record['gitBranch']) };
    const line = { record, message: fieldsOf(record['message']), base, where };
    if (type === 'assistant') this.#assistant(line);
    else yield* this.#user(line);
  }

  /** What the assistant said last, once it is known that nothing follows. */
  *answered(): Generator<TranscriptItem, void> {
    if (this.#last === undefined) return;
    const { message, line } = this.#last;
    this.#last = undefined;
    const eventName = line.base.agentId === undefined ? 'Stop' : 'SubagentStop';
    yield this.#item(line, { kind: 'answer', eventName, message });
  }

  #assistant(line: Line): void {
    const { record, message } = line;
    // Failures of the service are written as messages of the assistant.
    if (record['isApiErrorMessage'] === true) return;
    for (const part of listOf(message['content']).map(fieldsOf)) {
      const id = idOf(part['id']);
      if (part['type'] !== 'tool_use' || id === undefined) continue;
      this.#calls.set(id, { tool: textOf(part['name']) ?? 'tool', input: part['input'] });
      this.#last = undefined;
    }
    const text = textIn(message['content']);
    if (text === undefined || message['stop_reason'] === 'tool_use') return;
    // Each part of a message has a line of its own.
    const id = idOf(message['id']);
    const before = this.#last?.id === id ? this.#last?.message : undefined;
    this.#last = { id, message: before === undefined ? text : `${before}\n${text}`, line };
  }

  *#user(line: Line): Generator<TranscriptItem, void> {
    const { record, message } = line;
    const results = listOf(message['content'])
      .map(fieldsOf)
      .filter(({ type }) => type === 'tool_result');
    const prompt = results.length > 0 ? undefined : promptIn(record, message);
    if (prompt !== undefined) yield* this.answered();
    this.#turnId = idOf(record['promptId']) ?? (prompt === undefined ? this.#turnId : undefined);
    for (const result of results) yield* this.#result(line, result);
    if (prompt !== undefined) yield this.#item(line, { kind: 'prompt', eventName: 'UserPromptSubmit', prompt });
  }

  *#result(line: Line, result: Fields): Generator<TranscriptItem, void> {
    const callId = idOf(result['tool_use_id']);
    const call = callId === undefined ? undefined : this.#calls.get(callId);
    if (call === undefined || callId === undefined || isRefused(line.record, result)) return;
    const text = textIn(result['content']);
    const outcome =
      result['is_error'] === true
        ? { eventName: 'PostToolUseFailure', output: text, failed: true }
        : { eventName: 'PostToolUse', output: line.record['toolUseResult'] ?? text };
    yield this.#item(line, { kind: 'toolUse', ...call, callId, ...outcome });
  }

  #item({ base, where }: Line, event: Happening): TranscriptItem {
    return { kind: 'event', ...where, event: { ...base, ...event, ...given({ turnId: this.#turnId }) } };
  }
}

function baseOf(record: Fields, path: string): Base | undefined {
  const sessionId = idOf(record['sessionId']);
  const cwd = textOf(record['cwd']);
  if (sessionId === undefined || cwd === undefined) return undefined;
  const named = /^agent-(.+)\.jsonl$/.exec(basename(path))?.[1];
  const agentId = record['isSidechain'] === true ? (idOf(record['agentId']) ?? named ?? 'subagent') : undefined;
  return { program: 'claude-code', sessionId, cwd, transcriptPath: path, ...given({ agentId }) };
}

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
