import { mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { episodePages } from '../../src/contracts/store-pages.ts';
import { episodesOf, sessionIdOf } from '../../src/hooks/capture.ts';
import type { HookProgram } from '../../src/hooks/event.ts';
import { HOOK_FORMATS } from '../../src/hooks/programs/programs.ts';
import { projectAt } from '../../src/hooks/project.ts';
import { entriesOf, findTranscripts } from '../../src/hooks/transcripts/backfill.ts';
import { TRANSCRIPT_FORMATS } from '../../src/hooks/transcripts/formats.ts';
import { createSouvenir, memoryStore } from '../../src/index.ts';
import type { StoredEpisode } from '../../src/model/episode.ts';
import { DEFAULT_OWNER } from '../../src/model/scope.ts';
import { importEntries } from '../../src/operations/import-from.ts';
import { plantTranscripts } from './transcript-homes.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'souvenir-once-')));
const root = join(folder, 'shop');
mkdirSync(root);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Event = readonly [at: string, event: object];
const file = (name: string) => join(root, name);

const claude = (at: string, hook_event_name: string, fields: object): Event => [
  `2026-10-02T09:${at}Z`,
  { session_id: '7d3b1c52-5a0e-4a55-9f0e-2f1f0b6a9c01', cwd: root, hook_event_name, prompt_id: 'p-1', ...fields },
];
const codex = (at: string, hook_event_name: string, fields: object): Event => [
  `2026-10-03T10:${at}Z`,
  { session_id: '0199d2f0-0000-7000-8000-000000000001', turn_id: 'turn-1', cwd: root, hook_event_name, ...fields },
];
const cursor = (at: string, hook_event_name: string, fields: object): Event => [
  at,
  {
    ...{ conversation_id: '439110c7-f2a6-484a-bfa2-b1b10d6b8703', generation_id: 'gen-1', cursor_version: '3.1' },
    ...{ workspace_roots: [root], hook_event_name, ...fields },
  },
];
const gemini = (at: string, hook_event_name: string, fields: object): Event => [
  `2026-10-04T11:${at}Z`,
  { session_id: 'b2c4e6f8-1111-4222-8333-444455556666', cwd: root, hook_event_name, ...fields },
];
const opencode = (at: string, event: string, fields: object): Event => [
  at,
  { event, sessionID: 'ses_61c0ffee0ffeFixture0001', directory: root, ...fields },
];

/** What the hooks of each program are called with in the session of its transcript, a moment later than it is written there. */
const LIVE: Readonly<Record<HookProgram, readonly Event[]>> = {
  'claude-code': [
    claude('01:01', 'UserPromptSubmit', {
      prompt:
        'We use SQLite for the job queue, not Redis. The password is hunter2hunter2 and the key is AKIAIOSFODNN7EXAMPLE.',
    }),
    claude('01:09', 'PostToolUse', {
      ...{ tool_name: 'Edit', tool_use_id: 'toolu_1', tool_response: {} },
      tool_input: { file_path: file('src/queue.ts'), old_string: 'redis', new_string: 'sqlite' },
    }),
    claude('01:21', 'PostToolUseFailure', {
      ...{ tool_name: 'Bash', tool_use_id: 'toolu_2', tool_input: { command: 'npm test', description: 'Run tests' } },
      error: 'Exit code 1\nqueue.test.ts failed: database is locked',
    }),
    claude('01:51', 'Stop', { last_assistant_message: 'The queue uses SQLite now. Tests pass with --no-threads.' }),
  ],
  codex: [
    codex('00:02', 'UserPromptSubmit', { prompt: 'Name the cache folder .cache, as in the other services.' }),
    codex('00:22', 'PostToolUse', {
      ...{ tool_name: 'apply_patch', tool_use_id: 'call_3', tool_response: '' },
      tool_input: {
        command:
          '*** Begin Patch\n*** Update File: src/cache.ts\n@@\n-const folder = "tmp";\n+const folder = ".cache";\n*** End Patch',
      },
    }),
    codex('00:26', 'Stop', { last_assistant_message: 'The cache folder is .cache now.' }),
  ],
  cursor: [
    cursor('2026-09-01T10:00:00Z', 'beforeSubmitPrompt', { prompt: 'The API answers in snake_case; keep it so.' }),
    cursor('2026-09-01T10:00:30Z', 'afterFileEdit', {
      file_path: file('src/api.ts'),
      edits: [{ old_string: 'userId', new_string: 'user_id' }],
    }),
    cursor('2026-09-01T10:01:00Z', 'afterAgentResponse', { text: 'The API answers in snake_case.' }),
  ],
  gemini: [
    gemini('00:11', 'BeforeAgent', { prompt: 'Dates in the invoices are ISO dates. @README.md' }),
    gemini('00:31', 'AfterTool', {
      ...{ tool_name: 'replace', tool_response: { llmContent: 'Successfully modified file' } },
      tool_input: { file_path: file('src/invoice.ts'), old_string: 'a', new_string: 'b' },
    }),
    gemini('00:41', 'AfterAgent', { prompt_response: 'Invoices print ISO dates now.' }),
  ],
  opencode: [
    opencode('2026-10-04T10:33:21Z', 'chat.message', {
      input: { messageID: 'msg_9e3f00001001' },
      output: { parts: [{ type: 'text', text: 'The rate limit is 50 requests a minute for each key.' }] },
    }),
    opencode('2026-10-04T10:33:24Z', 'tool.execute.after', {
      input: { tool: 'bash', callID: 'call_a', args: { command: 'npm test', description: 'Run tests' } },
      output: { output: '1 failed', metadata: { output: '1 failed', exit: 1 } },
    }),
    opencode('2026-10-04T10:33:31Z', 'session.idle', { output: { message: 'The limit is 50 requests a minute.' } }),
  ],
};

async function memoryOf(program: HookProgram) {
  const home = mkdtempSync(join(folder, program));
  plantTranscripts(program, home, root);
  const format = TRANSCRIPT_FORMATS[program];
  const { projects } = await findTranscripts(format, { home, variables: {}, cwd: root, options: {} });
  const [transcripts] = projects;
  if (transcripts === undefined) throw new Error('there are no transcripts');
  const store = memoryStore();
  const souvenir = await createSouvenir({ store });
  const stored = async (sessionId: string) => {
    const episodes: StoredEpisode[] = [];
    for await (const page of episodePages(store, DEFAULT_OWNER, { sessionId, withHidden: true }))
      episodes.push(...page);
    return episodes;
  };
  const notes = { unknown: new Map<string, number>(), known: 0 };
  return {
    all: async () =>
      (await Promise.all((await souvenir.for({}).sessions.list()).map(({ sessionId }) => stored(sessionId)))).flat(),
    async capture(events: readonly Event[]) {
      for (const [at, json] of events) {
        const event = HOOK_FORMATS[program].read(json);
        if (event === undefined) throw new Error('the hook has nothing to do');
        await souvenir
          .for({ sessionId: sessionIdOf(event) })
          .recordAll(episodesOf(event, projectAt(event.cwd), new Date(at)));
      }
    },
    backfill: () =>
      importEntries(
        {
          ...{ entries: () => entriesOf(transcripts, stored, notes), nameOf: () => program, mayBeEmpty: true },
          ...{ settings: { own: true, bad: 'skip', dryRun: false }, scope: souvenir.for({}).scope },
        },
        { souvenir, store, memory: souvenir.for({}) },
      ),
  };
}

const contents = (episodes: readonly { readonly sessionId: string; readonly content: string }[]) =>
  episodes.map(({ sessionId, content }) => `${sessionId} ${content}`).sort();

describe('what hooks captured and a backfill reads', () => {
  it.each(Object.keys(LIVE) as HookProgram[])('is stored once for %s', async (program) => {
    const [alone, after] = [await memoryOf(program), await memoryOf(program)];
    await alone.backfill();
    const expected = contents(await alone.all());
    expect(new Set(expected).size).toBe(expected.length);
    await after.capture(LIVE[program]);
    expect((await after.all()).length).toBeGreaterThanOrEqual(LIVE[program].length);
    await after.backfill();
    expect(contents(await after.all())).toEqual(expected);
  });

  // Cursor writes no ids into its transcripts, so its hooks cannot know what a backfill has brought.
  it.each(['claude-code', 'codex', 'gemini', 'opencode'] as const)(
    'is stored once for %s also if the backfill comes first',
    async (program) => {
      const memory = await memoryOf(program);
      await memory.backfill();
      const expected = contents(await memory.all());
      await memory.capture(LIVE[program]);
      expect(contents(await memory.all())).toEqual(expected);
    },
  );

  it('is stored once where a version of Claude Code tells its hooks no id of the prompt', async () => {
    const memory = await memoryOf('claude-code');
    await memory.capture(LIVE['claude-code'].map(([at, event]) => [at, { ...event, prompt_id: undefined }]));
    await memory.backfill();
    const stored = contents(await memory.all());
    expect(new Set(stored).size).toBe(stored.length);
  });
});
