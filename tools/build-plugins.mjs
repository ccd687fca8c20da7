// Writes the plugin for Claude Code and the extension for Gemini CLI to dist/plugins.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pluginFolders } from '../src/cli/connect/plugin-folders.ts';

const root = join(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
for (const [path, text] of Object.entries(pluginFolders(version))) {
  const file = join(root, 'dist', 'plugins', path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}
