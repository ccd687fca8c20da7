import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Embedder } from '../../contracts/embedder.ts';
import { entryFor, fileOf, hookCommand, shellLine, snippetOf } from './connection.ts';
import type { HostEnvironment } from './host.ts';
import { type AgentProgram, PROGRAMS, type ProgramName } from './programs.ts';

const places: HostEnvironment = { home: '/home/ana', folder: '/projects/site', platform: 'linux', variables: {} };
const options = {
  ...{ db: './souvenir.db', tenant: 'default', user: 'default', agent: 'default' },
  ...{ embedder: 'souvenir' as const, llmModel: 'default', settings: {} },
};
const of = (name: ProgramName): AgentProgram => PROGRAMS[name];

test.each<[ProgramName, boolean, Partial<HostEnvironment>, string]>([
  ['claude-code', false, {}, '/projects/site/.mcp.json'],
  ['claude-code', true, {}, '/home/ana/.claude.json'],
  [
    'claude-desktop',
    false,
    { platform: 'darwin' },
    '/home/ana/Library/Application Support/Claude/claude_desktop_config.json',
  ],
  [
    'claude-desktop',
    false,
    { platform: 'win32', variables: { APPDATA: '/roaming' } },
    '/roaming/Claude/claude_desktop_config.json',
  ],
  ['cursor', false, {}, '/projects/site/.cursor/mcp.json'],
  ['cursor', true, {}, '/home/ana/.cursor/mcp.json'],
  ['vscode', false, {}, '/projects/site/.vscode/mcp.json'],
  ['codex', false, {}, '/projects/site/.codex/config.toml'],
  ['codex', true, {}, '/home/ana/.codex/config.toml'],
  ['codex', true, { variables: { CODEX_HOME: '/codex' } }, '/codex/config.toml'],
  ['gemini', false, {}, '/projects/site/.gemini/settings.json'],
  ['gemini', true, {}, '/home/ana/.gemini/settings.json'],
  ['opencode', false, {}, '/projects/site/opencode.json'],
  ['opencode', true, {}, '/home/ana/.config/opencode/opencode.json'],
  ['opencode', true, { variables: { XDG_CONFIG_HOME: '/xdg' } }, '/xdg/opencode/opencode.json'],
  ['zed', false, {}, '/home/ana/.config/zed/settings.json'],
  ['zed', false, { variables: { XDG_CONFIG_HOME: '/xdg' } }, '/xdg/zed/settings.json'],
  ['zed', false, { platform: 'win32' }, '/home/ana/AppData/Roaming/Zed/settings.json'],
  ['windsurf', false, {}, '/home/ana/.codeium/windsurf/mcp_config.json'],
])('the settings file of %s (global: %s) on %j is %s', (name, isGlobal, given, file) =>
  expect(fileOf(of(name), { ...places, ...given }, isGlobal)).toBe(join(file)),
);

test.each<[ProgramName, boolean, string]>([
  ['vscode', true, 'where VS Code keeps its settings for all projects'],
  ['claude-desktop', false, 'where Claude Desktop keeps its settings on this system'],
])('%s (global: %s) is refused if its settings file is unknown', (name, isGlobal, message) =>
  expect(() => fileOf(of(name), places, isGlobal)).toThrow(message),
);

test('the entry starts this program with absolute paths and the given options', () => {
  expect(entryFor(of('cursor'), options, places, '/lib/bin.js')).toEqual({
    command: process.execPath,
    args: ['/lib/bin.js', 'mcp', '--db', '/projects/site/souvenir.db'],
  });
  const given = { ...options, db: '/a.db', keyFile: 'k', user: 'ana', project: 'site', embedder: 'none' as const };
  const { type, args } = entryFor(of('vscode'), given, places, '/lib/bin.js');
  expect(type).toBe('stdio');
  expect(args).toEqual([
    ...['/lib/bin.js', 'mcp', '--db', '/a.db', '--key-file', '/projects/site/k', '--user', 'ana'],
    ...['--project', 'site', '--embedder', 'none'],
  ]);
});

test('the entry names the configuration file and the flags that override it', () => {
  const configFile = '/projects/site/souvenir.config.json';
  const given = { ...options, configFile, embedder: { id: 'own' } as Embedder };
  expect(entryFor(of('cursor'), given, places, '/lib/bin.js')['args']).toEqual([
    ...['/lib/bin.js', 'mcp', '--config', configFile, '--db', '/projects/site/souvenir.db'],
    ...['--tenant', 'default', '--user', 'default', '--agent', 'default', '--llm-model', 'default'],
  ]);
  expect(entryFor(of('cursor'), { ...given, embedder: 'souvenir' }, places)['args']).toContain('--embedder');
});

test('a program started by npx is connected through npx', () =>
  expect(entryFor(of('cursor'), options, places, '/home/ana/.npm/_npx/1/bin.js')).toEqual({
    command: 'npx',
    args: ['-y', 'souvenir-memory', 'mcp', '--db', '/projects/site/souvenir.db'],
  }));

test('--print shows the entry to add', () => {
  const entry = { command: 'node', args: ['mcp'] };
  expect(JSON.parse(snippetOf(of('zed'), entry))).toEqual({ context_servers: { souvenir: entry } });
  expect(snippetOf(of('codex'), entry)).toBe('[mcp_servers.souvenir]\ncommand = "node"\nargs = ["mcp"]');
});

test('the server and the hooks of a repository use one memory, which the hooks find by themselves', () => {
  const memory = { kind: 'repository', db: '/projects/site/.git/souvenir/memory.db' } as const;
  expect(entryFor(of('cursor'), options, places, '/lib/bin.js', memory)['args']).toEqual([
    ...['/lib/bin.js', 'mcp', '--db', memory.db],
  ]);
  expect(hookCommand('cursor', options, places, '/lib/bin.js', memory)).toEqual([
    ...[process.execPath, '/lib/bin.js', 'hook', 'cursor'],
  ]);
});

test('the server and the hooks of all projects use one memory', () => {
  const memory = { kind: 'global' } as const;
  expect(entryFor(of('opencode'), options, places, '/a/_npx/1/bin.js', memory)).toEqual({
    ...{ type: 'local', enabled: true, command: ['npx', '-y', 'souvenir-memory', 'mcp', '--global'] },
  });
  expect(hookCommand('gemini', options, places, '/a/_npx/1/bin.js', memory).join(' ')).toBe(
    'npx -y souvenir-memory hook gemini --global',
  );
});

test('the server and the hooks of a named memory have the same flags', () => {
  const given = { ...options, db: 'team.db' };
  const { args } = entryFor(of('cursor'), given, places, '/lib/bin.js') as { args: string[] };
  expect(args.slice(2)).toEqual(['--db', '/projects/site/team.db']);
  expect(hookCommand('cursor', given, places, '/lib/bin.js').slice(4)).toEqual(args.slice(2));
});

test.each([
  [['node', '/lib/bin.js', 'hook'], 'linux', 'node /lib/bin.js hook'],
  [['/my node', "/o'brien/bin.js"], 'darwin', `'/my node' '/o'\\''brien/bin.js'`],
  [['C:\\Program Files\\node.exe', 'hook'], 'win32', '"C:\\Program Files\\node.exe" hook'],
] as const)('the command %j is quoted for the shell of %s', (command, platform, line) =>
  expect(shellLine(command, platform)).toBe(line),
);
