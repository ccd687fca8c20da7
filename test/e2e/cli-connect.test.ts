import { execFileSync } from 'node:child_process';
import { chmod, lstat, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { expect, test } from 'vitest';
import { freshCli } from '../support/cli.ts';

const cli = freshCli();
const variables = () => ({ HOME: join(cli.folder, 'home'), CODEX_HOME: '', XDG_CONFIG_HOME: '' });
const connect = (...args: string[]) => cli.souvenir(['connect', ...args], { variables: variables() });
const at = (...path: string[]) => join(cli.folder, ...path);

async function holding(path: string, text: string): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, text);
  return path;
}

test('connect without a terminal shows the diff, writes nothing and fails', async () => {
  const { stdout, stderr, code } = await connect('claude-code');
  expect(code).toBe(1);
  expect(stdout).toMatch(/^\+ {4}"souvenir": \{$/m);
  expect(stdout).toContain('Nothing was written.');
  expect(stderr).toMatch(/--yes .*--print/);
  expect(await readdir(cli.folder)).toEqual([]);
});

test('connect reports a memory that does not exist yet', async () => {
  expect((await connect('cursor', '--print', '--mcp-only', '--db', 'new.db')).stderr).toContain(
    'new.db does not exist yet',
  );
  await holding(at('old.db'), '');
  expect((await connect('cursor', '--print', '--mcp-only', '--db', 'old.db')).stderr).toBe('');
});

test('the entry that connect writes serves the memory', async () => {
  await connect('claude-code', '--yes', '--mcp-only', '--user', 'ana', '--embedder', 'none');
  const { mcpServers } = JSON.parse(await readFile(at('.mcp.json'), 'utf8'));
  expect(mcpServers.souvenir.type).toBe('stdio');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ ...mcpServers.souvenir, cwd: '/', stderr: 'pipe' }));
  await client.callTool({ name: 'memory_add', arguments: { content: 'The lamp is by the door.' } });
  await client.close();
  const { stdout } = await cli.souvenir(['list', '--db', at('.souvenir', 'memory.db'), '--user', 'ana', '--json']);
  expect(JSON.parse(stdout).memories).toMatchObject([{ content: 'The lamp is by the door.' }]);
});

test('connect keeps the rest of the file, its mode and symbolic links', async () => {
  const text = '{\n  // mine\n  "theme": "dark", // night\n}\n';
  const real = await holding(at('dotfiles', 'zed.json'), text);
  await chmod(real, 0o640);
  const linked = at('home', '.config', 'zed', 'settings.json');
  await mkdir(dirname(linked), { recursive: true });
  await symlink(real, linked);
  expect((await connect('zed', '--yes')).stdout).toContain('Written.');
  const changed = await readFile(real, 'utf8');
  expect(changed.startsWith('{\n  // mine\n  "theme": "dark", // night\n  "context_servers": {')).toBe(true);
  expect((await stat(real)).mode & 0o777).toBe(0o640);
  expect((await lstat(linked)).isSymbolicLink()).toBe(true);
  expect(await readdir(at('dotfiles'))).toEqual(['zed.json']);
});

test('connect keeps an existing entry unless forced', async () => {
  const text = '[mcp_servers.souvenir]\ncommand = "mine"\n';
  const file = await holding(at('home', '.codex', 'config.toml'), text);
  const left = await connect('codex', '--yes', '--global', '--mcp-only');
  expect(left).toMatchObject({ code: 0, stderr: expect.stringContaining('pass --force to replace it') });
  expect(await readFile(file, 'utf8')).toBe(text);
  await connect('codex', '--yes', '--global', '--mcp-only', '--force');
  expect(await readFile(file, 'utf8')).toMatch(/^\[mcp_servers\.souvenir\]\ncommand = "(?!mine)/);
  expect((await connect('codex', '--yes', '--global', '--mcp-only', '--json')).stdout).toContain('"did": "left"');
});

test('connect refuses an invalid file and does not change it', async () => {
  const file = await holding(at('home', '.gemini', 'settings.json'), '{ "a": 1\n');
  const { code, stderr } = await connect('gemini', '--yes', '--global');
  expect(code).toBe(2);
  expect(stderr).toContain(`${file}: line 2 is not JSON`);
  expect(await readFile(file, 'utf8')).toBe('{ "a": 1\n');
  await writeFile(file, new Uint8Array([0x7b, 0xff, 0x7d]));
  expect((await connect('gemini', '--yes', '--global')).stderr).toContain('is not UTF-8 text');
});

test('connect --print only prints', async () => {
  const { stdout } = await connect('vscode', '--print', '--db', 'team.db');
  expect(JSON.parse(stdout).servers.souvenir.args).toContain(at('team.db'));
  expect(await readdir(cli.folder)).toEqual([]);
});

test('connect --json reports its result', async () => {
  const shown = await connect('cursor', '--json');
  expect(shown).toMatchObject({ code: 1, stderr: expect.stringContaining('--yes') });
  expect(JSON.parse(shown.stdout)).toMatchObject({ did: 'shown' });
  const { stdout } = await connect('cursor', '--global', '--yes', '--json');
  expect(JSON.parse(stdout)).toMatchObject({
    program: 'cursor',
    did: 'written',
    files: [at('home', '.cursor', 'mcp.json'), at('home', '.cursor', 'hooks.json')],
  });
});

const inProcess = (...args: string[]) => cli.process(args, { variables: variables() });

test('connect installs hooks that run as a process, and disconnect leaves no trace of them', async () => {
  await mkdir(at('.git', 'refs'), { recursive: true });
  await holding(at('.git', 'HEAD'), 'ref: refs/heads/main\n');
  const settings = await holding(at('.claude', 'settings.local.json'), '{\n  // mine\n  "model": "opus"\n}\n');
  const before = await readdir(cli.folder, { recursive: true });
  const { stdout, code } = await inProcess('connect', 'claude-code', '--yes');
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\+ +"SessionStart": \[$/m);
  expect(stdout).toContain(`Memory: ${at('.git', 'souvenir', 'memory.db')}`);
  expect(stdout).toContain('souvenir import --from claude-code');
  const { hooks } = JSON.parse((await readFile(settings, 'utf8')).replace('// mine', ''));
  expect(hooks.Stop[0].hooks[0].command).toMatch(/bin\.ts hook claude-code$/);
  expect(hooks.PostToolUse[0]).toMatchObject({ matcher: expect.stringContaining('Edit'), hooks: [{ async: true }] });
  const { mcpServers } = JSON.parse(await readFile(at('.mcp.json'), 'utf8'));
  expect(mcpServers.souvenir.args).toContain(at('.git', 'souvenir', 'memory.db'));
  expect((await inProcess('connect', 'claude-code', '--yes')).stdout).toContain('is connected already');
  const ended = await inProcess('disconnect', 'claude-code', '--yes');
  expect(ended).toMatchObject({ code: 0, stdout: expect.stringContaining('The memory itself was not changed.') });
  expect(await readdir(cli.folder, { recursive: true })).toEqual(before);
  expect(await readFile(settings, 'utf8')).toBe('{\n  // mine\n  "model": "opus"\n}\n');
});

test('connect installs in every worktree of the repository, and git lists none of the files that it makes', async () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: cli.folder, encoding: 'utf8' });
  git('init', '--quiet', '--initial-branch', 'main');
  git('-c', 'user.name=A', '-c', 'user.email=a@example.com', 'commit', '--quiet', '--allow-empty', '-m', 'Begin');
  git('worktree', 'add', '--quiet', at('second'));
  const exclude = await readFile(at('.git', 'info', 'exclude'), 'utf8');
  const listed = () =>
    git('status', '--porcelain', '--untracked-files=all') + git('-C', at('second'), 'status', '--porcelain');
  const before = listed();
  await connect('claude-code', '--yes');
  for (const folder of [cli.folder, at('second')]) {
    const { hooks } = JSON.parse(await readFile(join(folder, '.claude', 'settings.local.json'), 'utf8'));
    expect(hooks.Stop[0].hooks[0].command).toMatch(/hook claude-code$/);
  }
  expect(listed()).toBe(before);
  expect((await connect('claude-code', '--yes')).stdout).toContain('is connected already');
  await cli.souvenir(['disconnect', 'claude-code', '--yes'], { variables: variables() });
  expect(await readdir(at('second'))).toEqual(['.git']);
  expect(await readFile(at('.git', 'info', 'exclude'), 'utf8')).toBe(exclude);
});

test('connect codex as a process says how to trust the hooks, and disconnect takes out its own part of edited files', async () => {
  const config = await holding(at('home', '.codex', 'config.toml'), '# mine\nmodel = "o5"\n');
  const { stdout } = await inProcess('connect', 'codex', '--global', '--yes');
  expect(stdout).toContain('run /hooks in Codex and trust');
  expect(stdout).toContain('Memory: ~/.souvenir/memory.db');
  const hooks = JSON.parse(await readFile(at('home', '.codex', 'hooks.json'), 'utf8'));
  expect(hooks.hooks.Stop[0].hooks[0].command).toMatch(/bin\.ts hook codex --global$/);
  await writeFile(config, `${await readFile(config, 'utf8')}\n[added]\nlater = true\n`);
  await inProcess('disconnect', 'codex', '--global', '--yes');
  expect(await readFile(config, 'utf8')).toBe('# mine\nmodel = "o5"\n\n[added]\nlater = true\n');
  expect(await readdir(at('home'), { recursive: true })).toEqual(['.codex', join('.codex', 'config.toml')]);
});

test('connect without a name lists the programs with the files in which they are connected', async () => {
  await mkdir(at('home', '.gemini'), { recursive: true });
  await connect('cursor', '--yes');
  const { stdout } = await connect();
  expect(stdout).toMatch(/^gemini +installed +not connected$/m);
  expect(stdout).toContain(`hooks in ${at('.cursor', 'hooks.json')}`);
  const { programs } = JSON.parse((await connect('--json')).stdout);
  expect(programs).toContainEqual(
    expect.objectContaining({
      program: 'cursor',
      mcp: [at('.cursor', 'mcp.json')],
      hooks: [at('.cursor', 'hooks.json')],
    }),
  );
});

test.each([[['connect', 'codex', '--project']], [['connect', '--project', 'codex']]])(
  '%j connects the memory of the repository',
  async (args) => {
    const { stdout } = await cli.souvenir([...args, '--yes', '--json'], { variables: variables() });
    expect(JSON.parse(stdout)).toMatchObject({ program: 'codex', did: 'written' });
    expect(await readFile(at('.codex', 'config.toml'), 'utf8')).not.toContain('--project');
  },
);

test('connect in a folder of a repository changes the settings of its root, and a named file is one of the folder', async () => {
  await holding(at('.git', 'HEAD'), 'ref: refs/heads/main\n');
  await mkdir(at('src', 'deep'), { recursive: true });
  const { folder } = cli;
  cli.folder = at('src', 'deep');
  const { stdout } = await connect('gemini', '--db', 'team.db', '--print');
  cli.folder = folder;
  expect(stdout).toContain(`${at('.gemini', 'settings.json')}:`);
  expect(stdout).toContain(`hook gemini --db ${at('src', 'deep', 'team.db')}`);
});

test('connect keeps a project that is named in the server', async () => {
  const { stdout } = await connect('gemini', '--project', 'site', '--mcp-only', '--print');
  expect(JSON.parse(stdout).mcpServers.souvenir.args.slice(-2)).toEqual(['--project', 'site']);
});

test.each([
  [['gemini', '--project', '--global'], '--project and --global cannot be combined'],
  [['gemini', '--mcp-only', '--hooks-only'], '--mcp-only and --hooks-only cannot be combined'],
  [['zed', '--hooks-only'], 'Zed has no hooks'],
  [['codex', '--user', 'ana'], 'the hooks have no --user'],
  [['codex', '--project', 'site'], 'the hooks have no --project'],
  [['codex', '--embedder', 'none'], 'the hooks have no --embedder'],
])('connect %j is refused', async (args, message) => {
  const { code, stderr } = await connect(...args, '--yes');
  expect(code).toBe(2);
  expect(stderr).toContain(message);
});

test('disconnect names the other settings in which a program is connected', async () => {
  const disconnect = (...args: string[]) => cli.souvenir(['disconnect', ...args], { variables: variables() });
  expect((await disconnect('opencode', '--yes')).stdout).toBe('OpenCode is not connected.\n');
  await connect('opencode', '--global', '--yes');
  expect((await disconnect('opencode', '--yes')).stdout).toContain('pass --global if it is that one');
  const shown = await disconnect('opencode', '--global', '--print');
  expect(shown.stdout).toMatch(/^\+\+\+ \/dev\/null$/m);
  expect(shown).toMatchObject({ code: 0, stdout: expect.stringContaining('Nothing was written.') });
  expect(JSON.parse((await disconnect('opencode', '--global', '--yes', '--json')).stdout)).toMatchObject({
    did: 'written',
    changes: [{ removed: true }, { removed: true }],
  });
  expect(await readdir(cli.folder)).toEqual([]);
});

test('mcp --global serves the memory of all projects as the project of this folder', async () => {
  await connect('claude-code', '--global', '--mcp-only', '--yes', '--embedder', 'none');
  const { mcpServers } = JSON.parse(await readFile(at('home', '.claude.json'), 'utf8'));
  const client = new Client({ name: 'test', version: '1' });
  const env = { ...process.env, ...variables() } as Record<string, string>;
  await client.connect(new StdioClientTransport({ ...mcpServers.souvenir, env, cwd: cli.folder, stderr: 'pipe' }));
  await client.callTool({ name: 'memory_add', arguments: { content: 'The lamp is by the door.' } });
  await client.close();
  const { stdout } = await cli.souvenir(['list', '--db', at('home', '.souvenir', 'memory.db'), '--json']);
  const ofThisFolder = expect.stringMatching(/^souvenir-cli-.*-[0-9a-f]{8}$/);
  expect(JSON.parse(stdout).memories).toMatchObject([{ projectId: ofThisFolder }]);
});
