import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { episodesOf, sessionIdOf } from '../../src/hooks/capture.ts';
import { HOOK_PROGRAMS, type HookEvent, type HookProgram } from '../../src/hooks/event.ts';
import { projectAt } from '../../src/hooks/project.ts';
import { Spool } from '../../src/hooks/spool.ts';
import { freshCli } from '../support/cli.ts';
import { plantTranscripts } from './transcript-homes.ts';

const cli = freshCli();
let home: string;
let root: string;

const git = (...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=Ana Lopez', '-c', 'user.email=ana@example.com', ...args], {
    ...{ cwd: root, stdio: 'ignore' },
    env: { ...process.env, GIT_AUTHOR_DATE: '2026-03-01T10:00:00Z', GIT_COMMITTER_DATE: '2026-03-01T10:00:00Z' },
  });

beforeEach(() => {
  home = join(realpathSync(cli.folder), 'home');
  root = join(realpathSync(cli.folder), 'shop');
  mkdirSync(join(root, 'src'), { recursive: true });
  mkdirSync(home);
  git('init', '--initial-branch', 'main');
  cli.folder = root;
  return () => {
    cli.folder = join(root, '..');
  };
});

const run = (...args: string[]) =>
  cli.souvenir([...args, '--embedder', 'hash'], { variables: { HOME: home, USERPROFILE: home } });
const backfill = async (program: string, ...args: string[]) => {
  const { stdout, stderr, code } = await run('import', '--from', program, '--no-consolidate', '--json', ...args);
  expect(code, stderr).toBe(0);
  return { ...JSON.parse(stdout), stderr };
};
const memory = () => join(root, '.git/souvenir/memory.db');
const stored = async (...args: string[]): Promise<string> => (await run('export', '--db', memory(), ...args)).stdout;
const episodes = async () =>
  (await stored())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line))
    .filter(({ kind }) => kind === 'episode');

describe('the backfill of a program', () => {
  it.each(HOOK_PROGRAMS)(
    'brings the sessions of %s into the memory of the repository, once',
    async (program: HookProgram) => {
      plantTranscripts(program, home, root);
      const {
        projects: [first],
      } = await backfill(program);
      expect(first).toMatchObject({ root, memory: memory(), known: 0 });
      expect(first.turns).toBeGreaterThan(3);
      const before = await episodes();
      expect(before).toHaveLength(first.turns);
      for (const { sessionId } of before) expect(sessionId).toMatch(new RegExp(`^${program}:`));
      const {
        projects: [second],
      } = await backfill(program);
      expect(second).toMatchObject({ turns: 0, known: first.turns });
      expect(await episodes()).toEqual(before);
    },
  );

  it('leaves out what was erased from this memory, and brings what was not', async () => {
    plantTranscripts('claude-code', home, root);
    const { projects: first } = await backfill('claude-code');
    const [{ sessionId }] = await episodes();
    const ofSession = (await episodes()).filter((each) => each.sessionId === sessionId).length;
    expect(await run('erase', '--db', memory(), '--session', sessionId, '--yes')).toMatchObject({ code: 0 });
    const { projects: second } = await backfill('claude-code');
    expect(second[0]).toMatchObject({ turns: 0, erased: ofSession, known: first[0].turns - ofSession });
    expect((await episodes()).filter((each) => each.sessionId === sessionId)).toEqual([]);
    expect(await run('erase', '--db', memory(), '--yes')).toMatchObject({ code: 0 });
    const { projects: third } = await backfill('claude-code');
    expect(third[0]).toMatchObject({ turns: 0, erased: first[0].turns });
  });

  it('shows with --dry-run what it would bring, and writes nothing', async () => {
    plantTranscripts('claude-code', home, root);
    const {
      projects: [report],
    } = await backfill('claude-code', '--dry-run');
    expect(report.turns).toBeGreaterThan(3);
    expect(existsSync(memory())).toBe(false);
    const { stdout } = await run('import', '--from', 'claude-code', '--dry-run');
    expect(stdout).toContain(
      `Would import ${report.turns} turns in 2 sessions of ${root} (claude-code; 2 invalid skipped).`,
    );
  });

  it('stores no secret that a transcript has', async () => {
    plantTranscripts('claude-code', home, root);
    await backfill('claude-code');
    expect(await stored()).not.toContain('AKIAIOSFODNN7EXAMPLE');
    expect(await stored()).toContain('We use SQLite for the job queue');
  });

  it("believes the user's prompts as the user's own, and output as a tool's", async () => {
    plantTranscripts('claude-code', home, root);
    await backfill('claude-code');
    const all = await episodes();
    const ofUser = all.filter(({ role }) => role === 'user');
    expect(ofUser).toHaveLength(3);
    for (const { metadata } of ofUser) expect(metadata.trust).toBeUndefined();
    expect(all.filter(({ role }) => role === 'tool').length).toBeGreaterThan(1);
    expect(all[0]).toMatchObject({
      ...{ occurredAt: '2026-10-02T09:01:00.000Z', role: 'user' },
      metadata: { program: 'claude-code', branch: 'feat/queue', cwd: '.' },
    });
  });

  it('names what cannot be read and brings the rest, unless --bad fail wants all or nothing', async () => {
    plantTranscripts('claude-code', home, root);
    const refused = await run('import', '--from', 'claude-code', '--bad', 'fail', '--no-consolidate');
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('line 23 of ');
    const { stderr } = await backfill('claude-code');
    expect(stderr).toContain('line 23 of ');
    expect(stderr).toContain('is not complete: the program may still be writing it');
    expect(stderr).toContain('1 record of the unknown type "hologram" was passed over');
    expect(await episodes()).not.toHaveLength(0);
  });

  it('takes in first what hooks reported and nobody has recorded yet', async () => {
    plantTranscripts('codex', home, root);
    const event: HookEvent & { readonly kind: 'prompt' } = {
      ...{
        program: 'codex' as const,
        sessionId: '0199d2f0-0000-7000-8000-000000000001',
        cwd: root,
        kind: 'prompt' as const,
      },
      ...{ eventName: 'UserPromptSubmit', prompt: 'Name the cache folder .cache, as in the other services.' },
    };
    const project = projectAt(root);
    const now = new Date('2026-10-03T10:00:04Z');
    const spool = new Spool(project.folder);
    spool.write({ sessionId: sessionIdOf(event), episodes: episodesOf(event, project, now) }, now);
    const {
      projects: [report],
    } = await backfill('codex');
    expect(report.known).toBe(1);
    expect(spool.names()).toEqual([]);
    const prompts = (await episodes()).filter(({ content }) => content === event.prompt);
    expect(prompts).toMatchObject([{ occurredAt: now.toISOString() }]);
  });

  it('goes on with a session that has grown', async () => {
    const folder = plantTranscripts('claude-code', home, root);
    const [file = ''] = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) =>
      /7d3b[^/]+jsonl$/.test(path),
    );
    const {
      projects: [before],
    } = await backfill('claude-code');
    const more = {
      ...{ type: 'user', sessionId: '7d3b1c52-5a0e-4a55-9f0e-2f1f0b6a9c01', cwd: root, uuid: 'u-99' },
      ...{
        timestamp: '2026-10-02T10:00:00.000Z',
        message: { role: 'user', content: 'The staging server is called heron.' },
      },
    };
    appendFileSync(join(folder, file), `\n${JSON.stringify(more)}\n`);
    const {
      projects: [after],
    } = await backfill('claude-code');
    expect(after).toMatchObject({ turns: 1, known: before.turns });
  });

  it('reads other repositories only with --all, each into its own memory', async () => {
    const other = join(root, '../other');
    mkdirSync(other);
    execFileSync('git', ['init'], { cwd: other, stdio: 'ignore' });
    plantTranscripts('codex', home, root);
    plantTranscripts('cursor', home, other);
    expect((await backfill('cursor')).projects).toEqual([]);
    const { projects } = await backfill('cursor', '--all');
    expect(projects).toMatchObject([{ root: other, memory: join(other, '.git/souvenir/memory.db') }]);
    expect(existsSync(memory())).toBe(false);
  });

  it('makes no memory where a project was, and names its sessions', async () => {
    plantTranscripts('claude-code', home, root);
    const { projects, stderr } = await backfill('claude-code', '--all');
    expect(projects).toMatchObject([{ root }]);
    expect(stderr).toContain('1 transcript of folders that are gone or not named, such as ');
    expect(existsSync('/somewhere/else')).toBe(false);
  });

  it('keeps repositories apart by project in the memory of all projects, and in a memory that is named', async () => {
    plantTranscripts('codex', home, root);
    await backfill('codex', '--global');
    const inAll = (await run('export', '--db', join(home, '.souvenir/memory.db'))).stdout;
    expect(inAll).toMatch(/"projectId":"shop-[0-9a-f]{8}"/);
    const named = join(root, '../named.db');
    await backfill('codex', '--all', '--db', named);
    expect((await run('export', '--db', named)).stdout).toMatch(/"projectId":"shop-[0-9a-f]{8}"/);
    expect(existsSync(memory())).toBe(false);
  });

  it('goes to the user of the hooks, also where other commands have a user and a memory of their own', async () => {
    plantTranscripts('codex', home, root);
    const variables = { HOME: home, USERPROFILE: home, SOUVENIR_USER: 'ana', SOUVENIR_DB: join(root, '../notes.db') };
    await cli.souvenir(['import', '--from', 'codex', '--no-consolidate', '--embedder', 'hash'], { variables });
    expect(existsSync(join(root, '../notes.db'))).toBe(false);
    for (const { userId } of await episodes()) expect(userId).toBe('default');
  });

  it('says that there is nothing if the program was never used', async () => {
    const { code, stdout, stderr } = await run('import', '--from', 'gemini');
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining('gemini has nothing about this project'),
    });
    expect(stderr).toContain('does not exist');
  });
});

describe('the backfill of git', () => {
  it('brings commits as dated facts about files, which are trusted as an import, once', async () => {
    writeFileSync(join(root, 'src/queue.ts'), 'queue');
    git('add', '.');
    git(
      'commit',
      '-m',
      'Use SQLite for the queue',
      '-m',
      'Redis was one server more. The key is AKIAIOSFODNN7EXAMPLE.',
    );
    const {
      projects: [first],
    } = await backfill('git');
    expect(first).toMatchObject({ memories: 1, known: 0 });
    const text = await stored();
    expect(text).not.toContain('AKIAIOSFODNN7EXAMPLE');
    const records = text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line)]));
    expect(records.find(({ kind }) => kind === 'memory')).toMatchObject({
      ...{ category: 'commit', createdAt: '2026-03-01T10:00:00.000Z' },
      content: expect.stringMatching(
        /^Commit [0-9a-f]{10} of 2026-03-01 by Ana Lopez: Use SQLite for the queue\nRedis .*\nFiles: src\/queue\.ts$/s,
      ),
      metadata: { trust: 'import', git: { files: ['src/queue.ts'], author: 'Ana Lopez' } },
    });
    expect(records.find(({ kind }) => kind === 'entity')).toMatchObject({ name: 'src/queue.ts', type: 'file' });
    const {
      projects: [second],
    } = await backfill('git');
    expect(second).toMatchObject({ memories: 0, known: 1 });
  });

  it('says what to do where there is no repository, or no commit', async () => {
    const { code, stderr } = await run('import', '--from', 'git');
    expect(code).not.toBe(0);
    expect(stderr).toContain('run it in a git repository with at least one commit');
    rmSync(join(root, '.git'), { recursive: true });
    expect((await run('import', '--from', 'git')).code).not.toBe(0);
  });
});

it('--from goes with no file, and --all with --from alone', async () => {
  expect(await run('import', 'chat.txt', '--from', 'codex')).toMatchObject({ code: 2 });
  expect(await run('import', 'chat.txt', '--all')).toMatchObject({ code: 2 });
});
