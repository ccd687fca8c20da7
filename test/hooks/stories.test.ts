import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { HOOK_PROGRAMS } from '../../src/hooks/event.ts';
import { storyOf, Workplace } from './support.ts';

let place: Workplace;
beforeEach(() => {
  place = new Workplace();
});
afterEach(() => place.remove());

it.each(HOOK_PROGRAMS)('A second session of %s knows a decision of the first', { tags: ['long'] }, async (program) => {
  place.occupyBackground();
  const answers = new Map<string, string>();
  for (const { name, text } of storyOf(program, place.repo)) {
    const { code, stdout, stderr } = await place.hook(program, text);
    expect({ name, code, stderr }).toEqual({ name, code: 0, stderr: '' });
    answers.set(name, stdout);
  }
  const given = [...answers].filter(([, answer]) => answer !== '');
  expect(given.map(([name]) => name).every((name) => name.startsWith('second-'))).toBe(true);
  const texts = given.map(([, answer]) => JSON.stringify(JSON.parse(answer))).join('\n');
  expect(texts).toContain('pnpm instead of npm');

  const turns = await place.recorded();
  const contents = turns.map(({ content }) => content);
  expect(contents.filter((content) => content.startsWith('We decided'))).toHaveLength(1);
  expect(contents.filter((content) => content.startsWith('Done: '))).toHaveLength(1);
  expect(contents.filter((content) => content.startsWith('Edited src/scripts.ts'))).toHaveLength(1);
  expect(contents.filter((content) => content.startsWith('Committed 3f2a9c1 on main'))).toHaveLength(1);
  expect(contents.filter((content) => /`pnpm test` failed with exit code 1/.test(content))).toHaveLength(1);
  if (program !== 'codex') expect(contents.filter((content) => / worked$/.test(content))).toHaveLength(1);
  expect(JSON.stringify(turns)).not.toContain('hunter2');
  if (program !== 'gemini')
    expect(turns.find(({ content }) => content.includes('calls npm in two places'))?.sessionId.split(':')).toHaveLength(
      3,
    );
  // Nothing but the spool and the log is left beside the memory, and nothing in the working tree.
  expect(existsSync(join(place.repo, '.souvenir'))).toBe(false);
});
