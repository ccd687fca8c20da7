import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../../errors.ts';
import { readMoment } from '../../operations/moment.ts';
import { loadDriver } from '../../stores/sqlite/cipher.ts';
import { type Fields, fieldsOf, given, idOf, textOf } from '../fields.ts';
import { filesIn, foldersIn, type TranscriptFormat, type TranscriptItem } from './transcript.ts';

/** Until 1.1 a file for each session, message and part; since 1.2 rows of a SQLite file, into which the files were taken over. */
export const opencodeTranscripts: TranscriptFormat = {
  program: 'opencode',
  version: '1.1 (files) and 1.2 (SQLite)',
  folderOf: ({ home, variables }) => join(variables['XDG_DATA_HOME'] || join(home, '.local', 'share'), 'opencode'),
  async *list(folder) {
    const open = () => sourceAt(folder);
    const source = await open();
    try {
      for await (const session of source.sessions())
        yield { path: session.path, cwd: textOf(session.fields['directory']), items: () => itemsIn(session, open) };
    } finally {
      source.close();
    }
  },
};

async function sourceAt(folder: string): Promise<OpencodeSource> {
  const database = join(folder, 'opencode.db');
  return existsSync(database) ? rowsOf(database) : filesBelow(join(folder, 'storage'));
}

interface Stored {
  readonly id: string;
  readonly path: string;
  readonly fields: Fields;
}

type Read = Stored | { readonly place: string; readonly reason: string };

interface OpencodeSource {
  sessions(): AsyncIterable<Stored>;
  /** In the order of their ids, which begin with the moment. */
  messages(sessionId: string): AsyncIterable<Read>;
  parts(messageId: string): AsyncIterable<Read>;
  close(): void;
}

async function* itemsIn(session: Stored, open: () => Promise<OpencodeSource>): AsyncGenerator<TranscriptItem, void> {
  const source = await open();
  try {
    yield* itemsOf(session, source);
  } finally {
    source.close();
  }
}

async function* itemsOf(session: Stored, source: OpencodeSource): AsyncGenerator<TranscriptItem, void> {
  const parent = idOf(session.fields['parentID']);
  const base = {
    ...{
      program: 'opencode' as const,
      sessionId: parent ?? session.id,
      cwd: textOf(session.fields['directory']) ?? '',
    },
    ...given({ agentId: parent === undefined ? undefined : session.id }),
  };
  let answer: TranscriptItem | undefined;
  for await (const message of source.messages(session.id)) {
    if ('reason' in message) {
      yield { kind: 'bad', ...message };
      continue;
    }
    const { role, time } = message.fields;
    const at = readMoment(fieldsOf(time)['created']);
    const place = message.path;
    const texts: string[] = [];
    let isFollowed = false;
    for await (const part of source.parts(message.id)) {
      if ('reason' in part) {
        yield { kind: 'bad', ...part };
        continue;
      }
      const { type, text, synthetic, ignored, tool, callID } = part.fields;
      if (type === 'text' && synthetic !== true && ignored !== true) {
        texts.push(...[textOf(text) ?? []].flat());
        isFollowed = false;
      }
      if (type !== 'tool') continue;
      isFollowed = true;
      const event = toolUse(textOf(tool), fieldsOf(part.fields['state']));
      if (event === undefined) continue;
      const call = given({ callId: idOf(callID), turnId: message.id });
      const { end = fieldsOf(time)['created'] } = fieldsOf(fieldsOf(part.fields['state'])['time']);
      yield {
        ...{ kind: 'event', place: part.path, at: readMoment(end) ?? at, isDated: true },
        event: { ...base, kind: 'toolUse', eventName: 'tool.execute.after', ...event, ...call },
      };
    }
    const whole = textOf(texts.join('\n'));
    if (role === 'user') {
      if (whole === undefined || parent !== undefined) continue;
      if (answer !== undefined) yield answer;
      answer = undefined;
      const event = { ...base, kind: 'prompt' as const, eventName: 'chat.message', prompt: whole, turnId: message.id };
      yield { kind: 'event', place, at, isDated: true, event };
    } else if (role === 'assistant') {
      if (isFollowed) answer = undefined;
      else if (whole !== undefined && message.fields['error'] === undefined)
        answer = {
          kind: 'event',
          place,
          at,
          isDated: true,
          event: { ...base, kind: 'answer', eventName: 'session.idle', message: whole },
        };
    } else yield { kind: 'unknown', type: String(role) };
  }
  if (answer !== undefined) yield answer;
}

/** Of a call that ended. */
function toolUse(tool: string | undefined, { status, input, output, error, metadata }: Fields) {
  if (tool === undefined || (status !== 'completed' && status !== 'error')) return undefined;
  return status === 'error'
    ? { tool, input, output: error, failed: true }
    : { tool, input, output: { output, ...given({ metadata: metadata ?? undefined }) } };
}

function filesBelow(storage: string): OpencodeSource {
  const read = async (path: string, id: string): Promise<Read> => {
    try {
      return { id, path, fields: fieldsOf(JSON.parse(await readFile(path, 'utf8'))) };
    } catch (error) {
      return { place: path, reason: reasonOf(error) };
    }
  };
  async function* below(folder: string) {
    for (const file of await filesIn(folder, '.json')) yield read(join(folder, file), file.slice(0, -'.json'.length));
  }
  return {
    async *sessions() {
      for (const project of await foldersIn(join(storage, 'session')))
        for await (const session of below(join(storage, 'session', project))) if ('id' in session) yield session;
    },
    messages: (sessionId) => below(join(storage, 'message', sessionId)),
    parts: (messageId) => below(join(storage, 'part', messageId)),
    close: () => undefined,
  };
}

async function rowsOf(path: string): Promise<OpencodeSource> {
  const Database = await loadDriver();
  const driver = new Database(path, { readonly: true, fileMustExist: true });
  const rows = (sql: string) => {
    const statement = driver.prepare(sql);
    return async function* (of: string) {
      for (const row of statement.all(of)) yield read(fieldsOf(row));
    };
  };
  const read = ({ id, data }: Fields): Read => {
    const place = `${path}: ${id}`;
    try {
      return { id: String(id), path: place, fields: fieldsOf(JSON.parse(String(data))) };
    } catch (error) {
      return { place, reason: reasonOf(error) };
    }
  };
  return {
    async *sessions() {
      for (const row of driver.prepare('SELECT id, directory, parent_id AS parentID FROM session ORDER BY id').all()) {
        const fields = fieldsOf(row);
        yield { id: String(fields['id']), path: `${path}: ${fields['id']}`, fields };
      }
    },
    messages: rows('SELECT id, data FROM message WHERE session_id = ? ORDER BY id'),
    parts: rows('SELECT id, data FROM part WHERE message_id = ? ORDER BY id'),
    close: () => driver.close(),
  };
}
