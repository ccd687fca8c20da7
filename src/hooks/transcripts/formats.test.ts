import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { plantTranscripts } from '../../../test/hooks/transcript-homes.ts';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { loadDriver } from '../../stores/sqlite/cipher.ts';
import type { HookProgram } from '../event.ts';
import { TRANSCRIPT_FORMATS } from './formats.ts';
import type { Transcript, TranscriptItem } from './transcript.ts';

const folder = temporaryFolder();
const root = join(folder, 'shop.git-less');
mkdirSync(root);

let homes = 0;
const freshHome = () => join(folder, `home ${++homes}`);

async function itemsOf(program: HookProgram, roots: readonly string[] = [root]) {
  const home = freshHome();
  plantTranscripts(program, home, root);
  return itemsAt(program, home, roots);
}

async function itemsAt(program: HookProgram, home: string, roots: readonly string[]) {
  const format = TRANSCRIPT_FORMATS[program];
  const items: (TranscriptItem & { readonly of: Transcript })[] = [];
  for await (const of of format.list(format.folderOf({ home, variables: {} }), roots))
    for await (const item of of.items()) items.push({ ...item, of });
  return items;
}

/** Each event in a line: who, then what. */
const lines = (items: readonly TranscriptItem[]): string[] =>
  items.flatMap((item) => {
    if (item.kind !== 'event') return [];
    const { event } = item;
    const who = event.agentId === undefined ? '' : `${event.agentId}: `;
    if (event.kind === 'prompt') return [`${who}> ${event.prompt}`];
    if (event.kind === 'answer') return [`${who}< ${event.message}`];
    if (event.kind !== 'toolUse') return [];
    return [`${who}${event.failed ? '!' : '$'} ${event.tool} ${JSON.stringify(event.input).replaceAll(root, '.')}`];
  });

const named = (items: readonly TranscriptItem[]) =>
  items.flatMap((item) => (item.kind === 'bad' ? [`${item.place.replaceAll(folder, '')}: ${item.reason}`] : []));
const unknown = (items: readonly TranscriptItem[]) =>
  items.flatMap((item) => (item.kind === 'unknown' ? [item.type] : []));

describe('transcripts of Claude Code', () => {
  it('give prompts, calls with their outcome and last messages, and leave out what the program wrote', async () => {
    const items = await itemsOf('claude-code');
    const own = items.filter(({ of }) => of.cwd === root);
    expect(lines(own)).toEqual([
      '> We use SQLite for the job queue, not Redis. The password is hunter2hunter2 and the key is AKIAIOSFODNN7EXAMPLE.',
      '$ Edit {"file_path":"./src/queue.ts","old_string":"redis","new_string":"sqlite"}',
      '! Bash {"command":"npm test","description":"Run tests"}',
      '$ Bash {"command":"npm test -- --no-threads"}',
      '< The queue uses SQLite now. Tests pass with --no-threads.',
      '> /deploy staging only',
      '< Deployed to staging.',
      '> Always run the tests with --no-threads.',
      'a1b2c3: $ Bash {"command":"rg -l redis"}',
      'a1b2c3: < Only src/cache.ts uses Redis.',
    ]);
    expect(items.filter(({ of }) => of.cwd === '/somewhere/else')).toHaveLength(1);
  });

  it('name damaged, unfinished and unknown lines, and read the others', async () => {
    const items = await itemsOf('claude-code');
    expect(named(items)).toEqual([
      expect.stringMatching(/^line 23: .*JSON/),
      'line 25: is not complete: the program may still be writing it',
    ]);
    expect(unknown(items)).toEqual(['hologram']);
  });

  it('have the ids, the moment and the branch that hooks are called with', async () => {
    const [first, call] = (await itemsOf('claude-code')).filter(({ of }) => of.cwd === root);
    expect(first).toMatchObject({
      ...{ kind: 'event', branch: 'feat/queue', at: new Date('2026-10-02T09:01:00Z') },
      event: { sessionId: '7d3b1c52-5a0e-4a55-9f0e-2f1f0b6a9c01', turnId: 'p-1', cwd: root },
    });
    expect(call).toMatchObject({ event: { callId: 'toolu_1' } });
  });
});

describe('transcripts of Codex', () => {
  it('give prompts, commands under the name that hooks have for them, and last messages', async () => {
    const items = await itemsOf('codex');
    expect(lines(items)).toEqual([
      '> Name the cache folder .cache, as in the other services.',
      '! Bash {"command":"make build"}',
      '$ Bash {"command":"make all"}',
      expect.stringContaining('$ apply_patch {"command":"*** Begin Patch'),
      '< The cache folder is .cache now.',
      '> Now write the release notes.',
      '0199d2f0-0000-7000-8000-000000000002: < There are no other caches.',
    ]);
    expect(unknown(items)).toEqual(['telepathy']);
    expect(items[0]).toMatchObject({ branch: 'main', event: { turnId: 'turn-1' } });
    expect(items.at(-1)).toMatchObject({ event: { sessionId: '0199d2f0-0000-7000-8000-000000000001' } });
  });
});

describe('transcripts of Cursor', () => {
  it('give what the user wrote, edits and last messages, but no commands, whose outcome is not written', async () => {
    const items = await itemsOf('cursor');
    expect(lines(items)).toEqual([
      '> The API answers in snake_case; keep it so.',
      '$ StrReplace {"path":"./src/api.ts","old_string":"userId","new_string":"user_id"}',
      '< The API answers in snake_case.',
      '> Thanks, also for errors.',
    ]);
    expect(unknown(items)).toEqual(['aurora']);
    expect(items[0]).toMatchObject({ at: expect.any(Date), isDated: false, event: { cwd: root } });
  });

  it('belong to the folder that their own is named after, also if nobody asks about it', async () => {
    const [item] = await itemsOf('cursor', []);
    expect(item?.of.cwd).toBe(root);
  });
});

describe('transcripts of Gemini CLI', () => {
  it('give what the user wrote, calls with their outcome, and last messages, without what was taken back', async () => {
    const items = await itemsOf('gemini');
    expect(lines(items)).toEqual([
      '> Use tabs in Go files.',
      '< Tabs it is.',
      '> Dates in the invoices are ISO dates. @README.md',
      '! run_shell_command {"command":"npm run invoices"}',
      '$ replace {"file_path":"./src/invoice.ts","old_string":"a","new_string":"b"}',
      '< Invoices print ISO dates now.',
      '> Add the time zone.',
    ]);
    expect(unknown(items)).toEqual(['dream']);
    expect(items[0]?.of.cwd).toBe(root);
  });
});

describe('transcripts of OpenCode', () => {
  const EXPECTED = [
    '> The rate limit is 50 requests a minute for each key.',
    '$ bash {"command":"npm test","description":"Run tests"}',
    '$ edit {"filePath":"./src/limits.ts","oldString":"10","newString":"50"}',
    '! bash {"command":"npm run deploy"}',
    '< The limit is 50 requests a minute.',
    'ses_61c0ffee0ffeFixture0002: < Limits are in src/limits.ts.',
  ];

  it('give prompts, calls and last messages of files, and name a damaged one', async () => {
    const items = await itemsOf('opencode');
    expect(lines(items)).toEqual(EXPECTED);
    expect(named(items)).toEqual([expect.stringContaining('prt_9e3f00003002.json: ')]);
    expect(items[0]).toMatchObject({ event: { turnId: 'msg_9e3f00001001', sessionId: 'ses_61c0ffee0ffeFixture0001' } });
  });

  it('read the same of a database that the files were taken over into', async () => {
    const home = freshHome();
    await databaseOf(plantTranscripts('opencode', home, root));
    const items = await itemsAt('opencode', home, [root]);
    expect(lines(items)).toEqual(EXPECTED);
    expect(named(items)).toEqual([expect.stringContaining('opencode.db: prt_9e3f00003002: ')]);
  });
});

/** As OpenCode takes them over: what is no column of its own is JSON. */
async function databaseOf(data: string): Promise<void> {
  const Database = await loadDriver();
  const driver = new Database(join(data, 'opencode.db'));
  driver.exec(`
    CREATE TABLE session (id TEXT PRIMARY KEY, directory TEXT, parent_id TEXT);
    CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, data TEXT);
    CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, data TEXT)`);
  const below = (kind: string) => {
    const at = join(data, 'storage', kind);
    return readdirSync(at).flatMap((of) =>
      readdirSync(join(at, of)).map(
        (file) => [file.slice(0, -5), of, readFileSync(join(at, of, file), 'utf8')] as const,
      ),
    );
  };
  for (const [id, , text] of below('session')) {
    const { directory, parentID = null } = JSON.parse(text);
    driver.prepare('INSERT INTO session VALUES (?, ?, ?)').run(id, directory, parentID);
  }
  for (const row of below('message')) driver.prepare('INSERT INTO message VALUES (?, ?, ?)').run(...row);
  for (const row of below('part')) driver.prepare('INSERT INTO part VALUES (?, ?, ?)').run(...row);
  driver.close();
  rmSync(join(data, 'storage'), { recursive: true });
}

it('A program that was never used has no transcripts', async () => {
  for (const format of Object.values(TRANSCRIPT_FORMATS)) {
    const home = { home: freshHome(), variables: {} };
    const listed: Transcript[] = [];
    for await (const each of format.list(format.folderOf(home), [])) listed.push(each);
    expect(listed).toEqual([]);
  }
});

it.runIf(process.platform !== 'win32')('A pipe or a link among transcripts is passed over', async () => {
  const home = freshHome();
  const own = plantTranscripts('claude-code', home, root);
  const project = join(own, 'projects', root.replace(/[^A-Za-z0-9]/g, '-'));
  execFileSync('mkfifo', [join(project, 'pipe.jsonl')]);
  execFileSync('ln', ['-s', '/etc/passwd', join(project, 'link.jsonl')]);
  const format = TRANSCRIPT_FORMATS['claude-code'];
  const paths: string[] = [];
  for await (const { path } of format.list(format.folderOf({ home, variables: {} }), [])) paths.push(path);
  expect(paths.filter((path) => /pipe|link/.test(path))).toEqual([]);
});
