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
  expect((await connect('cursor', '--print', '--db', 'new.db')).stderr).toContain('new.db does not exist yet');
  await holding(at('old.db'), '');
  expect((await connect('cursor', '--print', '--db', 'old.db')).stderr).toBe('');
});

test('the entry that connect writes serves the memory', async () => {
  await connect('claude-code', '--yes', '--user', 'ana', '--embedder', 'none');
  const { mcpServers } = JSON.parse(await readFile(at('.mcp.json'), 'utf8'));
  expect(mcpServers.souvenir.type).toBe('stdio');
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(new StdioClientTransport({ ...mcpServers.souvenir, cwd: '/', stderr: 'pipe' }));
  await client.callTool({ name: 'memory_add', arguments: { content: 'The lamp is by the door.' } });
  await client.close();
  const { stdout } = await cli.souvenir(['list', '--user', 'ana', '--json']);
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
  const left = await connect('codex', '--yes');
  expect(left).toMatchObject({ code: 0, stdout: expect.stringContaining('pass --force to replace it') });
  expect(await readFile(file, 'utf8')).toBe(text);
  await connect('codex', '--yes', '--force');
  expect(await readFile(file, 'utf8')).toMatch(/^\[mcp_servers\.souvenir\]\ncommand = "(?!mine)/);
  expect((await connect('codex', '--yes', '--json')).stdout).toContain('"did": "left"');
});

test('connect refuses an invalid file and does not change it', async () => {
  const file = await holding(at('home', '.gemini', 'settings.json'), '{ "a": 1\n');
  const { code, stderr } = await connect('gemini', '--yes');
  expect(code).toBe(2);
  expect(stderr).toContain(`${file}: line 2 is not JSON`);
  expect(await readFile(file, 'utf8')).toBe('{ "a": 1\n');
  await writeFile(file, new Uint8Array([0x7b, 0xff, 0x7d]));
  expect((await connect('gemini', '--yes')).stderr).toContain('is not UTF-8 text');
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
    file: at('home', '.cursor', 'mcp.json'),
  });
});
