import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { Workplace } from './support.ts';

let place: Workplace;
beforeEach(() => {
  place = new Workplace();
  place.occupyBackground();
  mkdirSync(place.state);
  writeFileSync(join(place.state, 'souvenir.config.json'), '{"embedder":"none"}');
});
afterEach(() => place.remove());

const event = (name: string, more: object) => ({ hook_event_name: name, session_id: 's1', cwd: place.repo, ...more });
const SESSION_START = { source: 'startup', session_id: 's2' };
const db = () => join(place.state, 'memory.db');
const filesWith = (text: string) =>
  readdirSync(place.state, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(place.state, name)).isFile())
    .filter((name) => readFileSync(join(place.state, name)).includes(text));

/** A decision that was given to a second session, one that waits in the spool, and a command that failed. */
async function work(): Promise<void> {
  await place.hook('claude-code', event('UserPromptSubmit', { prompt: 'We decided to keep the quiverbox in Graz.' }));
  await place.hook('claude-code', event('SessionStart', SESSION_START));
  await place.run(['consolidate', '--db', db(), '--embedder', 'none']);
  expect((await place.hook('claude-code', event('SessionStart', SESSION_START))).stdout).toContain('quiverbox');
  await place.hook('claude-code', event('UserPromptSubmit', { prompt: 'The quiverbox is blue.' }));
  const failure = { tool_name: 'Bash', tool_input: { command: 'make quiverbox' }, error: 'Exit code 2\nno quiverbox' };
  await place.hook('claude-code', event('PostToolUseFailure', failure));
}

it('An erasure leaves no text of it in any file of the hooks, and nothing that the next hook would record again', {
  tags: ['long'],
}, async () => {
  await work();
  expect(filesWith('quiverbox').length).toBeGreaterThan(2);
  expect(await place.run(['erase', '--db', db(), '--yes'])).toMatchObject({ code: 0 });
  expect(filesWith('quiverbox')).toEqual([]);
  const { stdout } = await place.hook('claude-code', event('SessionStart', { ...SESSION_START, session_id: 's3' }));
  expect(stdout).not.toContain('quiverbox');
  expect((await place.run(['hook', 'explain'])).stdout).not.toContain('quiverbox');
});

it('An injection is explained with the texts that are stored, without those that are forgotten since', {
  tags: ['long'],
}, async () => {
  await work();
  const { stdout } = await place.run(['hook', 'explain', '--json']);
  const [first, , second, third] = JSON.parse(stdout);
  expect(first).toMatchObject({ event: 'prompt', prompt: 'We decided to keep the quiverbox in Graz.', items: [] });
  expect(second.items[0]).toMatchObject({ content: expect.stringContaining('quiverbox') });
  expect(third).toMatchObject({ prompt: 'The quiverbox is blue.' });
  expect(await place.run(['forget', '--db', db(), second.items[0].memoryId])).toMatchObject({ code: 0 });
  const explained = (await place.run(['hook', 'explain'])).stdout;
  expect(explained).toContain('forgotten or erased');
  expect(explained).not.toContain('Graz');
  expect(filesWith('quiverbox').filter((name) => name.startsWith('injections'))).toEqual([]);
});
