import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { HOOK_TABLES } from './hook-tables.ts';
import { pluginFolders } from './plugin-folders.ts';

const root = join(import.meta.dirname, '../../..');
const files = pluginFolders('1.2.3');
const read = (path: string) => JSON.parse(files[path] ?? '');

test('the plugin for Claude Code has a name, a version, a server and every hook of the table', () => {
  expect(read('claude-code/.claude-plugin/plugin.json')).toMatchObject({ name: 'souvenir', version: '1.2.3' });
  expect(read('claude-code/.mcp.json').mcpServers.souvenir).toEqual({
    command: 'npx',
    args: ['-y', 'souvenir-memory', 'mcp', '--repository'],
  });
  const { hooks } = read('claude-code/hooks/hooks.json');
  expect(Object.keys(hooks)).toEqual(HOOK_TABLES['claude-code'].events.map(({ event }) => event));
  expect(hooks.UserPromptSubmit).toEqual([
    { hooks: [{ type: 'command', command: 'npx -y souvenir-memory hook claude-code', timeout: 10 }] },
  ]);
});

test('the extension for Gemini CLI has a server in its workspace and every hook of the table', () => {
  const { name, version, mcpServers } = read('gemini/gemini-extension.json');
  expect([name, version, mcpServers.souvenir.cwd]).toEqual(['souvenir', '1.2.3', `\${workspacePath}`]);
  const { hooks } = read('gemini/hooks/hooks.json');
  expect(Object.keys(hooks)).toEqual(HOOK_TABLES.gemini.events.map(({ event }) => event));
  expect(hooks.BeforeAgent[0].hooks[0]).toMatchObject({ name: 'souvenir', type: 'command', timeout: 10_000 });
});

test('the build writes the folders as they are made here, with the version of the package', () => {
  execFileSync(process.execPath, [join(root, 'tools/build-plugins.mjs')]);
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  for (const [path, text] of Object.entries(pluginFolders(version))) {
    const file = join(root, 'dist/plugins', path);
    expect(existsSync(file) && readFileSync(file, 'utf8')).toBe(text);
  }
});
