import { withHooks } from './hook-edits.ts';
import type { HooksInFile } from './hook-tables.ts';

const DESCRIPTION = 'Memory for coding agents: what was decided, tried and preferred, in one file of the repository.';
const START = ['-y', 'souvenir-memory'];

const json = (value: unknown): string => `${JSON.stringify(value, undefined, 2)}\n`;

const hooksFile = (program: HooksInFile): string =>
  withHooks('', program, ['npx', ...START, 'hook', program].join(' '));

/** The server finds the memory of the repository as the hooks do: from the folder in which it is started. */
const server = (more: object = {}): object => ({
  mcpServers: { souvenir: { command: 'npx', args: [...START, 'mcp', '--repository'], ...more } },
});

/** The files of the plugin for Claude Code and of the extension for Gemini CLI, by their paths. They start the package from npm. */
export function pluginFolders(version: string): Readonly<Record<string, string>> {
  const about = { name: 'souvenir', version, description: DESCRIPTION };
  return {
    'claude-code/.claude-plugin/plugin.json': json({
      ...about,
      homepage: 'https://github.com/souvenir-memory/souvenir',
      author: { name: 'Souvenir' },
      license: 'Apache-2.0',
      keywords: ['memory', 'mcp', 'hooks'],
    }),
    'claude-code/.mcp.json': json(server()),
    'claude-code/hooks/hooks.json': hooksFile('claude-code'),
    // biome-ignore lint/suspicious/noTemplateCurlyInString: Gemini CLI puts the folder in
    'gemini/gemini-extension.json': json({ ...about, ...server({ cwd: '${workspacePath}' }) }),
    'gemini/hooks/hooks.json': hooksFile('gemini'),
  };
}
