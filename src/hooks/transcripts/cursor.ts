import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { HookEvent } from '../event.ts';
import { fieldsOf, given, idOf, listOf, textOf } from '../fields.ts';
import { folderNamed } from './folder-named.ts';
import { jsonLines } from './json-lines.ts';
import { filesIn, foldersIn, type TranscriptFormat, type TranscriptItem } from './transcript.ts';

/** A folder for each workspace, named by its path, with a folder for each conversation. Lines have no ids and no moments, and calls no results. */
export const cursorTranscripts: TranscriptFormat = {
  program: 'cursor',
  version: '3.1',
  folderOf: ({ home, variables }) => join(variables['CURSOR_DATA_DIR'] || join(home, '.cursor'), 'projects'),
  async *list(folder, roots) {
    for (const project of await foldersIn(folder)) {
      const transcripts = join(folder, project, 'agent-transcripts');
      const sessions = await foldersIn(transcripts);
      if (sessions.length === 0) continue;
      const cwd = await folderNamed(project, roots);
      for (const sessionId of sessions) {
        const path = join(transcripts, sessionId, `${sessionId}.jsonl`);
        if ((await filesIn(join(transcripts, sessionId), '.jsonl')).includes(`${sessionId}.jsonl`))
          yield { path, cwd, items: () => itemsIn(path, sessionId, cwd ?? '') };
      }
    }
  },
};

const OTHER_TYPES = new Set(['turn_ended', 'turn_started']);

async function* itemsIn(path: string, sessionId: string, cwd: string): AsyncGenerator<TranscriptItem, void> {
  const base = { program: 'cursor' as const, sessionId, cwd, transcriptPath: path };
  // The file is written as the conversation goes on: nothing in it is younger.
  const { mtime: at } = await stat(path);
  let answer: string | undefined;
  let answerPlace = '';
  const item = (place: string, event: HookEvent): TranscriptItem => ({
    kind: 'event',
    place,
    at,
    isDated: false,
    event,
  });
  const answered = (): TranscriptItem[] => {
    const message = answer;
    answer = undefined;
    return message === undefined
      ? []
      : [item(answerPlace, { ...base, kind: 'answer', eventName: 'afterAgentResponse', message })];
  };
  for await (const line of jsonLines(path)) {
    if (!('value' in line)) {
      yield { kind: 'bad', ...line };
      continue;
    }
    const record = fieldsOf(line.value);
    const role = textOf(record['role']);
    const type = textOf(record['type']) ?? 'none';
    if (role !== 'user' && role !== 'assistant') {
      if (!OTHER_TYPES.has(type)) yield { kind: 'unknown', type: role ?? type };
      continue;
    }
    const parts = partsIn(fieldsOf(record['message'])['content'] ?? record['content']);
    const text = textOf(
      parts.flatMap((part) => (part['type'] === 'text' ? (textOf(part['text']) ?? []) : [])).join('\n'),
    );
    if (role === 'user') {
      const prompt = text === undefined ? undefined : promptIn(text);
      if (prompt === undefined) continue;
      yield* answered();
      yield item(line.place, { ...base, kind: 'prompt', eventName: 'beforeSubmitPrompt', prompt });
      continue;
    }
    const calls = parts.filter((part) => part['type'] === 'tool_use');
    if (calls.length > 0) answer = undefined;
    // Calls are written without their outcome, so that nothing is known of a command but that it was tried.
    for (const { name, input, id } of calls.filter((call) => EDITING_TOOLS.has(textOf(call['name']) ?? ''))) {
      const tool = textOf(name) ?? '';
      const call = given({ callId: idOf(id) });
      yield item(line.place, {
        ...base,
        kind: 'toolUse',
        eventName: 'postToolUse',
        tool,
        input,
        output: undefined,
        ...call,
      });
    }
    const message = calls.length > 0 ? undefined : textOf(text?.trim().replace(HIDDEN, '').trim());
    if (message === undefined) continue;
    answer = message;
    answerPlace = line.place;
  }
  yield* answered();
}

const partsIn = (content: unknown) =>
  typeof content === 'string'
    ? [{ type: 'text', text: content } as Readonly<Record<string, unknown>>]
    : listOf(content).map(fieldsOf);

/** Stands for what the model thought. */
const HIDDEN = /\[REDACTED\]$/;
const [QUERY, QUERY_END] = ['<user_query>', '</user_query>'];

/** What the user wrote; around it stand files and rules that Cursor attached. */
function promptIn(text: string): string | undefined {
  const start = text.indexOf(QUERY);
  const end = text.indexOf(QUERY_END, start);
  return textOf((start === -1 || end === -1 ? text : text.slice(start + QUERY.length, end)).trim());
}

const EDITING_TOOLS = new Set(['Write', 'Edit', 'StrReplace', 'MultiEdit', 'EditNotebook', 'ApplyPatch']);
