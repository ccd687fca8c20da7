import { join } from 'node:path';

export interface HostEnvironment {
  readonly home: string;
  readonly folder: string;
  readonly platform: NodeJS.Platform;
  readonly variables: Readonly<Record<string, string | undefined>>;
}

/** How an agent program configures MCP servers, from its own documentation. */
export interface AgentProgram {
  readonly title: string;
  readonly format: 'json' | 'toml';
  readonly section: string;
  /** Whether an entry must state that its transport is stdio. */
  readonly isTyped?: boolean;
  readonly ofProject?: string;
  /** The configuration file of the user; undefined on a system where its path is unknown. */
  ofUser?(environment: HostEnvironment): string | undefined;
}

const roamingFolder = ({ home, variables }: HostEnvironment): string =>
  variables['APPDATA'] ?? join(home, 'AppData', 'Roaming');

export const PROGRAMS = {
  'claude-code': {
    ...{ title: 'Claude Code', format: 'json', section: 'mcpServers', isTyped: true, ofProject: '.mcp.json' },
    ofUser: ({ home }) => join(home, '.claude.json'),
  },
  'claude-desktop': {
    ...{ title: 'Claude Desktop', format: 'json', section: 'mcpServers' },
    ofUser(environment) {
      const file = 'claude_desktop_config.json';
      if (environment.platform === 'darwin')
        return join(environment.home, 'Library', 'Application Support', 'Claude', file);
      return environment.platform === 'win32' ? join(roamingFolder(environment), 'Claude', file) : undefined;
    },
  },
  cursor: {
    ...{ title: 'Cursor', format: 'json', section: 'mcpServers', ofProject: join('.cursor', 'mcp.json') },
    ofUser: ({ home }) => join(home, '.cursor', 'mcp.json'),
  },
  vscode: {
    ...{ title: 'VS Code', format: 'json', section: 'servers', isTyped: true, ofProject: join('.vscode', 'mcp.json') },
  },
  codex: {
    ...{ title: 'Codex', format: 'toml', section: 'mcp_servers' },
    ofUser: ({ home, variables }) => join(variables['CODEX_HOME'] || join(home, '.codex'), 'config.toml'),
  },
  gemini: {
    ...{ title: 'Gemini CLI', format: 'json', section: 'mcpServers' },
    ofUser: ({ home }) => join(home, '.gemini', 'settings.json'),
  },
  zed: {
    ...{ title: 'Zed', format: 'json', section: 'context_servers' },
    ofUser(environment) {
      if (environment.platform === 'win32') return join(roamingFolder(environment), 'Zed', 'settings.json');
      const own = environment.platform === 'linux' ? environment.variables['XDG_CONFIG_HOME'] : undefined;
      return join(own || join(environment.home, '.config'), 'zed', 'settings.json');
    },
  },
  windsurf: {
    ...{ title: 'Windsurf', format: 'json', section: 'mcpServers' },
    ofUser: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
  },
} satisfies Record<string, AgentProgram>;

export type ProgramName = keyof typeof PROGRAMS;
