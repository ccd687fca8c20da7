import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readMoment } from '../../operations/moment.ts';
import { type Fields, fieldsOf, idOf, listOf, textOf } from '../fields.ts';
import { jsonLines } from './json-lines.ts';
import { filesIn, foldersIn, type TranscriptFormat, type TranscriptItem } from './transcript.ts';

/** A folder for each project, named by a short name or a hash of its path; sessions as one JSON object, since 0.36 as lines. */
export const geminiTranscripts: TranscriptFormat = {
  program: 'gemini',
  version: '0.40',
  folderOf: ({ home, variables }) => join(variables['GEMINI_CLI_HOME'] || home, '.gemini', 'tmp'),
  async *list(folder, roots) {
    const registered = await registeredRoots(join(folder, '..', 'projects.json'));
    for (const project of await foldersIn(folder)) {
      const chats = join(folder, project, 'chats');
      const parents = await foldersIn(chats);
      const files = [...(await filesIn(chats, '.json')), ...(await filesIn(chats, '.jsonl'))];
      if (files.length + parents.length === 0) continue;
      const cwd = await rootOf(join(folder, project), project, [...roots, ...registered.keys()], registered);
      for (const file of files) {
        // A session that was resumed goes on in a file of lines, which has all of it.
        if (files.includes(`${file}l`)) continue;
        const path = join(chats, file);
        yield { path, cwd, items: () => itemsIn(path, cwd ?? '') };
      }
      for (const parent of parents)
        for (const file of await filesIn(join(chats, parent), '.jsonl')) {
          const path = join(chats, parent, file);
          yield { path, cwd, items: () => itemsIn(path, cwd ?? '', parent) };
        }
    }
  },
};

/** The short names of folders. */
async function registeredRoots(path: string): Promise<ReadonlyMap<string, string>> {
  try {
    const projects = fieldsOf(fieldsOf(JSON.parse(await readFile(path, 'utf8')))['projects']);
    return new Map(
      Object.entries(projects).flatMap(([root, name]) => (typeof name === 'string' ? [[root, name]] : [])),
    );
  } catch {
    return new Map();
  }
}

async function rootOf(
  folder: string,
  name: string,
  roots: readonly string[],
  registered: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const written = await readFile(join(folder, '.project_root'), 'utf8').catch(() => undefined);
  return (
    textOf(written)?.trim() ??
    roots.find((root) => registered.get(root) === name || createHash('sha256').update(root).digest('hex') === name)
  );
}

interface Session {
  readonly sessionId: string | undefined;
  readonly isOfAgent: boolean;
  readonly messages: readonly (Fields & { readonly place: string })[];
}

async function* itemsIn(path: string, cwd: string, parent?: string): AsyncGenerator<TranscriptItem, void> {
  const bad: TranscriptItem[] = [];
  const { sessionId, isOfAgent, messages } = await sessionAt(path, bad);
  yield* bad;
  if (sessionId === undefined) {
    if (messages.length > 0 || bad.length === 0) yield { kind: 'bad', place: 'the file', reason: 'names no session' };
    return;
  }
  const ids = parent === undefined ? { sessionId } : { sessionId: parent, agentId: sessionId };
  const base = { program: 'gemini' as const, cwd, transcriptPath: path, ...ids };
  let answer: TranscriptItem | undefined;
  for (const message of messages) {
    const type = textOf(message['type']) ?? 'none';
    const { place } = message;
    const at = readMoment(message['timestamp']);
    if (['info', 'error', 'warning'].includes(type)) continue;
    if (type === 'user') {
      const prompt = isOfAgent || parent !== undefined ? undefined : promptIn(message);
      if (prompt === undefined) continue;
      if (answer !== undefined) yield answer;
      answer = undefined;
      yield {
        kind: 'event',
        place,
        at,
        isDated: true,
        event: { ...base, kind: 'prompt', eventName: 'BeforeAgent', prompt },
      };
      continue;
    }
    if (type !== 'gemini') {
      yield { kind: 'unknown', type };
      continue;
    }
    const calls = listOf(message['toolCalls']).map(fieldsOf);
    for (const call of calls) {
      const tool = textOf(call['name']);
      if (tool === undefined || !['success', 'error'].includes(String(call['status']))) continue;
      const failed = call['status'] === 'error';
      yield {
        ...{ kind: 'event', place, at: readMoment(call['timestamp']) ?? at, isDated: true },
        event: {
          ...{ ...base, kind: 'toolUse', eventName: 'AfterTool', tool, input: call['args'], output: outputOf(call) },
          ...(failed && { failed }),
        },
      };
    }
    const text = textIn(message['content']);
    if (calls.length > 0) answer = undefined;
    else if (text !== undefined)
      answer = {
        kind: 'event',
        place,
        at,
        isDated: true,
        event: { ...base, kind: 'answer', eventName: 'AfterAgent', message: text },
      };
  }
  if (answer !== undefined) yield answer;
}

/** Records are written again when they change, and taken back when the user goes back. */
async function sessionAt(path: string, bad: TranscriptItem[]): Promise<Session> {
  if (path.endsWith('.json')) return wholeSessionAt(path, bad);
  const messages = new Map<string, Fields & { readonly place: string }>();
  let meta: Fields = {};
  const keep = (record: Fields, place: string) => {
    const id = idOf(record['id']);
    if (id !== undefined) messages.set(id, { ...record, place });
  };
  for await (const line of jsonLines(path)) {
    if (!('value' in line)) {
      bad.push({ kind: 'bad', ...line });
      continue;
    }
    const record = fieldsOf(line.value);
    const rewound = idOf(record['$rewindTo']);
    const changes = fieldsOf(record['$set']);
    if (rewound !== undefined) {
      const ids = [...messages.keys()];
      for (const id of ids.slice(Math.max(0, ids.indexOf(rewound)))) messages.delete(id);
    } else if (record['$set'] !== undefined) {
      meta = { ...meta, ...changes };
      for (const each of listOf(changes['messages']).map(fieldsOf)) keep(each, line.place);
    } else if (record['id'] !== undefined) keep(record, line.place);
    else meta = { ...meta, ...record };
  }
  return {
    sessionId: idOf(meta['sessionId']),
    isOfAgent: meta['kind'] === 'subagent',
    messages: [...messages.values()],
  };
}

async function wholeSessionAt(path: string, bad: TranscriptItem[]): Promise<Session> {
  try {
    const session = fieldsOf(JSON.parse(await readFile(path, 'utf8')));
    return {
      ...{ sessionId: idOf(session['sessionId']), isOfAgent: session['kind'] === 'subagent' },
      messages: listOf(session['messages']).map((each, at) => ({ ...fieldsOf(each), place: `message ${at + 1}` })),
    };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw error;
    bad.push({ kind: 'bad', place: 'the file', reason: 'is not complete JSON: the program may still be writing it' });
    return { sessionId: undefined, isOfAgent: false, messages: [] };
  }
}

function textIn(content: unknown): string | undefined {
  if (typeof content === 'string') return textOf(content);
  const parts = Array.isArray(content) ? content : [content];
  const texts = parts.flatMap(
    (part) => textOf(part) ?? (fieldsOf(part)['thought'] === true ? [] : (textOf(fieldsOf(part)['text']) ?? [])),
  );
  return texts.length === 0 ? undefined : texts.join('');
}

const [CONTEXT, CONTEXT_END] = ['<hook_context>', '</hook_context>'];
const CONTENT_OF_FILES = '\n--- Content from referenced files ---';

/** What the user wrote, without what hooks and file references added to it. */
function promptIn(message: Fields): string | undefined {
  const text = withoutContext(textIn(message['displayContent'] ?? message['content']) ?? '');
  const [own = ''] = text.split(CONTENT_OF_FILES);
  return own.startsWith('<session_context>') ? undefined : textOf(own.trim());
}

/** Without what hooks gave; a block without an end goes to the end. */
const withoutContext = (text: string): string =>
  text
    .split(CONTEXT)
    .map((part, at) =>
      at === 0 ? part : part.includes(CONTEXT_END) ? part.slice(part.indexOf(CONTEXT_END) + CONTEXT_END.length) : '',
    )
    .join('');

function outputOf(call: Fields): unknown {
  const [response] = listOf(call['result']).map((part) =>
    fieldsOf(fieldsOf(fieldsOf(part)['functionResponse'])['response']),
  );
  return textOf(response?.['error']) ?? textOf(response?.['output']) ?? textOf(call['resultDisplay']) ?? response;
}
