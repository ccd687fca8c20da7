import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOOK_PROGRAMS, type HookProgram } from '../../src/hooks/event.ts';
import { storyOf, Workplace } from './support.ts';

let place: Workplace;
beforeEach(() => {
  place = new Workplace();
});
afterEach(() => place.remove());

const FILES: Readonly<Record<HookProgram, string>> = {
  ...{ 'claude-code': '.claude/settings.local.json', codex: '.codex/hooks.json', cursor: '.cursor/hooks.json' },
  ...{ gemini: '.gemini/settings.json', opencode: '.opencode/plugins/souvenir.ts' },
};

/** The command line that was installed, as the program runs it. */
function installedCommand(program: HookProgram): string {
  const installed = readFileSync(join(place.repo, FILES[program]), 'utf8');
  if (program === 'opencode') return JSON.parse(/^const COMMAND = (.*);$/m.exec(installed)?.[1] ?? '[]').join(' ');
  return JSON.parse(/"command": (".* hook .*")/.exec(installed)?.[1] ?? '""');
}

/** Without a limit of time: the machine of the test may be busy. */
async function runInstalled(command: string, input: string): Promise<string> {
  const env = { ...process.env, HOME: join(place.folder, 'home'), TMPDIR: join(place.folder, 'tmp') };
  const child = spawn(`${command} --time 60000`, { shell: true, cwd: place.repo, env });
  child.stdin.end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return stdout;
}

async function connectedStory(program: HookProgram): Promise<void> {
  place.occupyBackground();
  const before = readdirSync(place.repo);
  expect(await place.run(['connect', program, '--yes'])).toMatchObject({ code: 0 });
  const command = installedCommand(program);
  const answers: string[] = [];
  for (const { text: event } of storyOf(program, place.repo)) answers.push(await runInstalled(command, event));
  expect(answers.join('\n')).toContain('pnpm instead of npm');
  expect(await place.run(['disconnect', program, '--yes'])).toMatchObject({ code: 0 });
  expect(readdirSync(place.repo)).toEqual(before);
  expect(readdirSync(place.state)).not.toContain('connect');
  expect(readdirSync(place.state)).toContain('memory.db');
}

it('claude-code that is connected knows a decision in its second session, and disconnect leaves the memory alone', () =>
  connectedStory('claude-code'));

it.each(HOOK_PROGRAMS.filter((program) => program !== 'claude-code'))(
  '%s that is connected knows a decision in its second session, and disconnect leaves the memory alone',
  { tags: ['long'] },
  connectedStory,
);
