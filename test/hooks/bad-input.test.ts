import { appendFileSync, chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDriver } from './locked-database.ts';
import { type HookResult, Workplace } from './support.ts';

let place: Workplace;
beforeEach(() => {
  place = new Workplace();
  place.occupyBackground();
});
afterEach(() => place.remove());

const SILENT: HookResult = { code: 0, stdout: '', stderr: '' };
const event = (name: string, more: object = {}) => ({
  hook_event_name: name,
  session_id: 's1',
  cwd: place.repo,
  ...more,
});
const prompt = (text: string, more: object = {}) => event('UserPromptSubmit', { prompt: text, ...more });

describe('a hook ends with 0 and without an answer, and logs why', () => {
  it.each([
    ['an empty event', ''],
    ['broken JSON', '{"hook_event_name":"Stop","session_id":"s1"'],
    ['an unknown event of a newer version', '{"hook_event_name":"Dreaming","session_id":"s1","x":{"y":[1]}}'],
  ])('for %s', async (_, text) => {
    expect(await place.hook('claude-code', text)).toEqual(SILENT);
    expect(place.log()).toMatch(/^\S+ claude-code: .+\n$/);
  });

  it('for an unknown program and unknown options', async () => {
    expect(await place.run(['hook', 'emacs'], '{}')).toEqual(SILENT);
    expect(await place.run(['hook', 'claude-code', '--later', '--time', 'soon'], '{}')).toEqual(SILENT);
    expect(place.log().split('\n').filter(Boolean)).toHaveLength(2);
  });
});

describe('nothing is lost that can be kept', () => {
  it('of a prompt of 5 MB', { tags: ['long'] }, async () => {
    expect(await place.hook('claude-code', prompt(`Use tabs. ${'x '.repeat(2_500_000)}`))).toEqual(SILENT);
    expect(place.spooled()).toHaveLength(1);
  });

  it('of an event with fields of a newer version', async () => {
    expect(await place.hook('codex', prompt('Use tabs.', { turn_id: 't', mood: { a: [1] } }))).toEqual(SILENT);
    expect(place.spooled()).toHaveLength(1);
  });

  it('of a transcript that is being written', async () => {
    const transcript = join(place.folder, 'transcript.jsonl');
    const message = { type: 'assistant', message: { content: [{ type: 'text', text: 'The parser is fixed.' }] } };
    writeFileSync(transcript, `${JSON.stringify(message)}\n`);
    appendFileSync(transcript, '{"type":"assistant","mess');
    expect(await place.hook('claude-code', event('Stop', { transcript_path: transcript }))).toEqual(SILENT);
    expect(place.spooled()).toHaveLength(1);
  });

  it('without a home', async () => {
    expect(await place.hook('claude-code', prompt('Use tabs.'), { HOME: undefined })).toEqual(SILENT);
    const result = await place.hook('claude-code', prompt('Use spaces.'), { HOME: '/nonexistent' });
    expect(result).toMatchObject({ code: 0, stderr: '' });
    expect(place.spooled()).toHaveLength(1);
    expect((await place.recorded()).map(({ content }) => content)).toEqual(['Use tabs.']);
  });

  it('while another program has locked the database', { tags: ['long'] }, async () => {
    expect(await place.hook('claude-code', prompt('We use tabs in this repository.'))).toEqual(SILENT);
    expect(await place.hook('claude-code', event('SessionStart', { source: 'startup' }))).toMatchObject({ code: 0 });
    const unlock = openDriver(join(place.state, 'memory.db'));
    const result = await place.hook('claude-code', prompt('We use spaces now.'));
    unlock();
    expect(result).toMatchObject({ code: 0, stderr: '' });
    await place.hook('claude-code', event('SessionStart', { source: 'startup', session_id: 's2' }));
    const contents = (await place.recorded()).map(({ content }) => content);
    expect(contents).toEqual(['We use tabs in this repository.', 'We use spaces now.']);
  });

  it('except where a file may be encrypted and no key is given: nothing is written beside it', {
    tags: ['long'],
  }, async () => {
    mkdirSync(place.state, { recursive: true });
    writeFileSync(join(place.state, 'memory.db'), 'this is a text\n'.repeat(1000));
    expect(await place.hook('claude-code', prompt('Use tabs.'))).toEqual(SILENT);
    expect(place.log()).toContain('gets no context');
    expect(place.spooled()).toEqual([]);
  });

  it('when a repository is moved', { tags: ['long'] }, async () => {
    await place.hook('claude-code', prompt('We decided to use tabs in this repository.'));
    const moved = join(place.folder, 'moved');
    renameSync(place.repo, moved);
    mkdirSync(place.repo);
    const question = prompt('Did we decide to use tabs or spaces in this repository?', { session_id: 's2' });
    const { code, stdout } = await place.hook('claude-code', { ...question, cwd: moved });
    expect(code).toBe(0);
    expect(existsSync(join(moved, '.git/souvenir/memory.db'))).toBe(true);
    expect(stdout).toContain('use tabs');
  });

  it('by two sessions of two programs in one repository at once', { tags: ['long'] }, async () => {
    const programs = ['claude-code', 'codex'] as const;
    const say = (program: string, number: number) =>
      place.hook(
        program,
        prompt(`${program} decided on step ${number}.`, { turn_id: `t${number}`, session_id: program }),
      );
    for (let number = 0; number < 3; number += 1)
      for (const { code } of await Promise.all(programs.map((program) => say(program, number)))) expect(code).toBe(0);
    // Both take in the same spool.
    await Promise.all(
      programs.map((program) => place.hook(program, event('SessionStart', { session_id: `${program} 2` }))),
    );
    const turns = await place.recorded();
    expect(turns.map(({ content }) => content).sort()).toEqual(
      programs.flatMap((program) => [0, 1, 2].map((number) => `${program} decided on step ${number}.`)),
    );
    expect(place.spooled()).toEqual([]);
  });
});

describe('a disk that takes nothing', () => {
  it('is no failure of the agent', async () => {
    // A file where the folder would be: as final as a full or read-only disk, also for root.
    writeFileSync(place.state, '');
    expect(await place.hook('claude-code', prompt('Use tabs.'))).toEqual(SILENT);
    expect(await place.hook('claude-code', event('Stop', { last_assistant_message: 'Done.' }))).toEqual(SILENT);
  });

  it.skipIf(process.getuid?.() === 0)('with a read-only home is no failure of the agent', async () => {
    chmodSync(join(place.folder, 'home'), 0o500);
    expect(await place.run(['hook', 'claude-code', '--global'], JSON.stringify(prompt('Use tabs.')))).toEqual(SILENT);
  });

  it.skipIf(!existsSync('/dev/full'))('because it is full is no failure of the agent', async () => {
    const full = join(import.meta.dirname, 'full-disk.mjs');
    const env = { NODE_OPTIONS: `--import=${full}` };
    expect(await place.hook('claude-code', prompt('Use tabs.'), env)).toEqual(SILENT);
    expect(place.spooled()).toEqual([]);
    expect(await place.hook('claude-code', prompt('Use tabs.'))).toEqual(SILENT);
    expect(place.spooled()).toHaveLength(1);
  });
});
