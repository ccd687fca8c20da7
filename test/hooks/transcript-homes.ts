import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { HookProgram } from '../../src/hooks/event.ts';
import { nameOfPath } from '../../src/hooks/transcripts/folder-named.ts';

const FIXTURES = fileURLToPath(new URL('./transcripts', import.meta.url));
const FOLDERS: Readonly<Record<HookProgram, string>> = {
  ...{ 'claude-code': '.claude', codex: '.codex', cursor: '.cursor', gemini: '.gemini' },
  opencode: '.local/share/opencode',
};

/** Puts the transcripts of a program into a home folder, as if it had worked in `root`. */
export function plantTranscripts(program: HookProgram, home: string, root: string): string {
  const folder = join(home, FOLDERS[program]);
  mkdirSync(folder, { recursive: true });
  cpSync(join(FIXTURES, program), folder, { recursive: true });
  const slugs = { __SLUG__: root.replace(/[^A-Za-z0-9]/g, '-'), __PLAIN_SLUG__: nameOfPath(root) };
  for (const path of pathsBelow(folder).reverse()) {
    if (statSync(path).isFile()) writeFileSync(path, readFileSync(path, 'utf8').replaceAll('__ROOT__', root));
    const slug = slugs[basename(path) as keyof typeof slugs];
    if (slug !== undefined) renameSync(path, join(dirname(path), slug));
  }
  // A part whose writing was cut off; as a fixture, no tool that checks JSON would pass it.
  if (program === 'opencode')
    writeFileSync(join(folder, 'storage/part/msg_9e3f00003001/prt_9e3f00003002.json'), '{"id":"prt_9e3f');
  return folder;
}

const pathsBelow = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .sort()
    .map((path) => join(folder, path));
