import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { HookProgram } from '../../hooks/event.ts';
import { codexFolder, type HostEnvironment } from './host.ts';

/** How an agent program configures MCP servers, from its own documentation. */
export interface AgentProgram {
  readonly title: string;
  /** The name of its executable. */
  readonly executable?: string;
  readonly format: 'json' | 'toml';
  readonly section: string;
  /** How the entry of a server is written. */
  readonly entry?: 'typed' | 'oneList';
  readonly ofProject?: string | ((folder: string) => string);
  /** The configuration file of the user; undefined on a system where its path is unknown. */
  ofUser?(environment: HostEnvironment): string | undefined;
  /** The folder that exists if the program is installed; undefined on a system where it is unknown. */
  dataFolder(environment: HostEnvironment): string | undefined;
  /** The name of its hooks, if it has any that Souvenir uses. */
  readonly hooks?: HookProgram;
}

const roamingFolder = ({ home, variables }: HostEnvironment): string =>
  variables['APPDATA'] ?? join(home, 'AppData', 'Roaming');

const configFolder = ({ home, variables }: HostEnvironment): string =>
  variables['XDG_CONFIG_HOME'] || join(home, '.config');

/** The folder of an application that follows the rules of its system. */
const applicationFolder = (environment: HostEnvironment, name: string): string | undefined => {
  if (environment.platform === 'darwin') return join(environment.home, 'Library', 'Application Support', name);
  return environment.platform === 'win32'
    ? join(roamingFolder(environment), name)
    : join(configFolder(environment), name);
};

export const opencodeFolder = (environment: HostEnvironment): string => join(configFolder(environment), 'opencode');

/** OpenCode reads both names; a new file gets the plain one. */
const opencodeFile = (folder: string): string => {
  const [plain, commented] = ['opencode.json', 'opencode.jsonc'].map((name) => join(folder, name)) as [string, string];
  return !existsSync(plain) && existsSync(commented) ? commented : plain;
};

export const PROGRAMS = {
  'claude-code': {
    ...{ title: 'Claude Code', executable: 'claude', hooks: 'claude-code' },
    ...{ format: 'json', section: 'mcpServers', entry: 'typed', ofProject: '.mcp.json' },
    ofUser: ({ home }) => join(home, '.claude.json'),
    dataFolder: ({ home }) => join(home, '.claude'),
  },
  'claude-desktop': {
    ...{ title: 'Claude Desktop', format: 'json', section: 'mcpServers' },
    ofUser(environment) {
      const folder = environment.platform === 'linux' ? undefined : applicationFolder(environment, 'Claude');
      return folder && join(folder, 'claude_desktop_config.json');
    },
    dataFolder: (environment) => applicationFolder(environment, 'Claude'),
  },
  cursor: {
    ...{ title: 'Cursor', executable: 'cursor', hooks: 'cursor' },
    ...{ format: 'json', section: 'mcpServers', ofProject: join('.cursor', 'mcp.json') },
    ofUser: ({ home }) => join(home, '.cursor', 'mcp.json'),
    dataFolder: ({ home }) => join(home, '.cursor'),
  },
  vscode: {
    ...{ title: 'VS Code', executable: 'code' },
    ...{ format: 'json', section: 'servers', entry: 'typed', ofProject: join('.vscode', 'mcp.json') },
    dataFolder: (environment) => applicationFolder(environment, 'Code'),
  },
  codex: {
    ...{ title: 'Codex', executable: 'codex', hooks: 'codex' },
    ...{ format: 'toml', section: 'mcp_servers', ofProject: join('.codex', 'config.toml') },
    ofUser: (environment) => join(codexFolder(environment), 'config.toml'),
    dataFolder: codexFolder,
  },
  gemini: {
    ...{ title: 'Gemini CLI', executable: 'gemini', hooks: 'gemini' },
    ...{ format: 'json', section: 'mcpServers', ofProject: join('.gemini', 'settings.json') },
    ofUser: ({ home }) => join(home, '.gemini', 'settings.json'),
    dataFolder: ({ home }) => join(home, '.gemini'),
  },
  opencode: {
    ...{ title: 'OpenCode', executable: 'opencode', hooks: 'opencode' },
    ...{ format: 'json', section: 'mcp', entry: 'oneList', ofProject: opencodeFile },
    ofUser: (environment) => opencodeFile(opencodeFolder(environment)),
    dataFolder: opencodeFolder,
  },
  zed: {
    ...{ title: 'Zed', executable: 'zed', format: 'json', section: 'context_servers' },
    ofUser(environment) {
      if (environment.platform === 'win32') return join(roamingFolder(environment), 'Zed', 'settings.json');
      const own = environment.platform === 'linux' ? environment.variables['XDG_CONFIG_HOME'] : undefined;
      return join(own || join(environment.home, '.config'), 'zed', 'settings.json');
    },
    dataFolder: (environment) => applicationFolder(environment, environment.platform === 'linux' ? 'zed' : 'Zed'),
  },
  windsurf: {
    ...{ title: 'Windsurf', executable: 'windsurf', format: 'json', section: 'mcpServers' },
    ofUser: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    dataFolder: ({ home }) => join(home, '.codeium', 'windsurf'),
  },
} satisfies Record<string, AgentProgram>;

export type ProgramName = keyof typeof PROGRAMS;
