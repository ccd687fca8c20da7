import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Memory } from '../../src/index.ts';
import { freshCli } from '../support/cli.ts';
import { DAY } from '../support/manual-clock.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const cli = freshCli();
const temporary = temporaryFolder();
const { plain, souvenir } = cli;
const ID = /[0-9A-Z]{26}/;

const json = async (...args: string[]) => JSON.parse((await plain(...args, '--json')).stdout);
const output = async (...args: string[]) => {
  const { stdout, stderr, code } = await plain(...args);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  return stdout;
};
/** The ids of memories that say this, one learnt each day from 1 March 2026 on. */
async function holding(...contents: string[]): Promise<string[]> {
  const ids: string[] = [];
  await cli.given(async (memory, clock) => {
    for (const content of contents) {
      ids.push((await memory.for().memories.add(content)).memory.id);
      clock.advance(DAY);
    }
  });
  return ids;
}

const UNKNOWN = '01JB2XKQ7T4M8ZC5N9R3VW6HYD';

test('every command on a memory refuses an unknown id with advice', async () => {
  await holding('Ana drinks tea.');
  const commands = [
    ...['show', 'history', 'reinforce', 'archive', 'forget', 'restore'].map((command) => [command, UNKNOWN]),
    ...[
      ['correct', UNKNOWN, 'x', '--reason', 'y'],
      ['update', UNKNOWN, '--importance', '1'],
    ],
    ...[
      ['supersede', UNKNOWN, 'another'],
      ['link', UNKNOWN, 'another'],
      ['unlink', UNKNOWN, 'another'],
    ],
  ];
  const runs = await Promise.all(commands.map((args) => plain(...args)));
  for (const { stdout, stderr, code } of runs) {
    expect({ stdout, code }).toEqual({ stdout: '', code: 1 });
    expect(stderr).toMatch(/^souvenir: there is no memory "\w{26}" in this scope\n {2}\S.*\n$/);
  }
});

describe('add', () => {
  test('shows its effect with reasons, duplicates and superseded memories', async () => {
    expect(await output('add', 'Ana lives in Porto.')).toMatch(
      /^Created [0-9A-Z]{26} {2}Ana lives in Porto\.\n {2}semantic +\S.*\n {2}importance 0\.\d\d +\S.*\n$/,
    );
    expect(await output('add', 'Ana lives in Porto.')).toMatch(/^Already known, confidence raised: /);
    expect(await output('add', 'Ana lives in Lisbon.')).toMatch(/\n {2}superseded +\w{26} {2}Ana lives in Porto\.\n/);
    expect(await output('stats')).toMatch(/to embed +0\n/);
  });

  test('stores the value of every option', async () => {
    const options = '--type procedural --category rule --importance 0.2 --confidence 0.4 --valid-at 2025-01-01';
    const sources = '--invalid-at 2027-01-01 --entity Ana --document d --conversation c --turn-id t';
    const given = [...options.split(' '), ...sources.split(' '), '--learning-context', 'told', '--metadata', '{"a":1}'];
    const args = ['add', '-', ...given, '--project', 'p', '--session', 's', '--json', '--embedder', 'none'];
    const { memory } = JSON.parse((await souvenir(args, { input: 'from a pipe\n' })).stdout);
    expect(memory).toMatchObject({
      ...{ content: 'from a pipe', type: 'procedural', category: 'rule', importance: 0.2, confidence: 0.4 },
      ...{ validAt: '2025-01-01T00:00:00.000Z', invalidAt: '2027-01-01T00:00:00.000Z', metadata: { a: 1 } },
      ...{ projectId: 'p', sessionId: 's' },
      provenance: { documentId: 'd', conversationId: 'c', turnIds: ['t'], learningContext: 'told' },
    });
    expect((await output('show', memory.id)).split('\n')).toEqual(
      expect.arrayContaining([
        'mentions      Ana',
        'document      d',
        'metadata      {"trust":"document","a":1}',
        'project       p',
      ]),
    );
    expect(await plain('add', 'x', '--valid-at', '2026-01-02', '--invalid-at', '2026-01-01')).toMatchObject({
      ...{ code: 2, stderr: expect.stringMatching(/invalidAt: is not after validAt\n {2}name a moment after/) },
    });
  });
});

describe('list', () => {
  test('prints a page as a table with the next cursor', async () => {
    const [first = '', second = '', third = ''] = await holding(
      'Ana drinks\ttea.',
      'Ben sails.',
      'To deploy, run make.',
    );
    const { stdout, stderr } = await plain('list', '--limit', '2', '--sort', 'happened', '--descending');
    expect(stdout.split('\n')).toEqual([
      'id                          type        date        sure  content',
      `${third}  procedural  2026-03-03  0.90  To deploy, run make.`,
      `${second}  semantic    2026-03-02  0.90  Ben sails.`,
      '',
    ]);
    const cursor = /^souvenir: there are more: pass --cursor (\S+)\n$/.exec(stderr)?.[1] ?? '';
    const rest = await output('list', '--limit', '2', '--sort', 'happened', '--descending', '--cursor', cursor);
    expect(rest).toMatch(new RegExp(`^id.*\n${first}  semantic  2026-03-01  0.90  Ana drinks tea\\.\n$`));
    expect(await plain('list', '--cursor', cursor)).toMatchObject({
      ...{ code: 2, stdout: '', stderr: expect.stringContaining('with the same scope, filters and order') },
    });
  });

  test('filters memories', async () => {
    const [tea = ''] = await holding('Ana drinks tea.', 'Ben sails.', 'To deploy, run make.');
    await output('archive', tea);
    const matches = async (...options: string[]) =>
      (await json('list', ...options)).memories.map(({ content }: Memory) => content.split(' ')[0]);
    const kind = '--component remembered --category fact --entity ben --min-importance 0.1 --min-salience 0.1';
    expect(
      await Promise.all([
        matches('--type', 'procedural', '--type', 'working'),
        matches('--as-of', '2026-03-01T12:00Z'),
        matches('--from', '2026-03-02', '--to', '2026-03-03'),
        matches(...kind.split(' ')),
      ]),
    ).toEqual([['To'], ['Ana'], ['Ben'], ['Ben']]);
    expect(await output('list', '--status', 'archived')).toMatch(
      /^id +type +status .*\n\w{26} {2}semantic {2}archived /,
    );
    expect(await output('list', '--session', 'other')).toBe('There are none.\n');
  });
});

test('show, link and unlink print a memory with details and neighbours', async () => {
  const [tea = '', sails = '', deploy = ''] = await holding('Ana drinks tea.', 'Ben sails.', 'To deploy, run make.');
  expect(await output('link', tea, sails, '--type', 'reinforces', '--strength', '0.8')).toBe(
    `Linked ${tea} reinforces ${sails}, strength 0.80\n`,
  );
  await output('link', deploy, sails);
  const shown = await output('show', sails, '--depth', '2');
  expect(shown).toMatch(/^Ben sails\.\n\nid +\w{26}\ntype +semantic, remembered\/fact\nstatus +active\n/);
  expect(shown).toContain('learnt      2026-03-02T09:00:00.000Z\n');
  expect(
    shown
      .split('\nlinked\n')[1]
      ?.split('\n')
      .map((line) => line.trim()),
  ).toEqual([`← reinforces  0.80  ${tea}  Ana drinks tea.`, `← related     0.50  ${deploy}  To deploy, run make.`, '']);
  expect(await output('show', tea, '--depth', '2')).toMatch(/\n {2}reinforces → +0\.80 .*\n {2}2 steps +0\.40 /);
  expect(await output('unlink', tea, sails, '--type', 'related')).toBe('Removed 0 links.\n');
  expect(await output('unlink', tea, sails)).toBe('Removed 1 link.\n');
  expect((await json('show', sails)).neighbours).toHaveLength(1);
  expect(await plain('link', tea, tea)).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('cannot be linked to itself') },
  });
});

test('update, reinforce, correct and history print changes with time and reason', async () => {
  const [deploy = ''] = await holding('To deploy, run make prod.');
  const renamed = 'To deploy, run make release.';
  const change = ['--content', renamed, '--importance', '0.9', '--valid-at', 'none', '--reason', 'it was renamed'];
  expect(await output('update', deploy, ...change)).toBe(`Updated ${deploy}  ${renamed}\n`);
  expect(await output('reinforce', deploy)).toMatch(new RegExp(`^Now 0\\.9\\d sure of ${deploy} `));
  const corrected = await output('correct', deploy, 'To deploy, run make ship.', '--reason', 'Ben said so');
  expect(corrected).toMatch(/^Corrected by \w{26} {2}To deploy, run make ship\.\n$/);
  const by = ID.exec(corrected)?.[0];
  const at = String.raw`20\d\d-\d\d-\d\dT[\d:.]+Z`;
  expect(await output('history', deploy)).toMatch(
    new RegExp(
      [
        '^1  2026-03-01T09:00:00.000Z  created\n   content: To deploy, run make prod.',
        `2  ${at}  updated: it was renamed\n   content: To deploy, run make prod. → ${renamed}`,
        '   importance: 0.60 → 0.90\n   true since: 2026-03-01T09:00:00.000Z → none',
        `3  ${at}  reinforced: explicitConfirmation\n   confidence: 0.90 → 0.9\\d`,
        `4  ${at}  corrected by ${by}: Ben said so\n   status: active → superseded`,
        `   true until: none → ${at}\n   replaced by: none → ${by}\n$`,
      ].join('\n'),
    ),
  );
  expect(await output('show', by ?? '')).toMatch(/\nlinked\n {2}supersedes → .* To deploy, run make release\.\n/);
  const again = await plain('correct', deploy, 'To deploy, run make.', '--reason', 'x');
  expect(again).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/is superseded by .*\n {2}use \w{26} instead/),
  });
  expect(await plain('update', by ?? '', '--content', ' ')).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('update.change.content: is empty') },
  });
});

test('supersede marks a memory as superseded by another', async () => {
  const [red = '', blue = ''] = await holding('The logo is red.', 'Our brand colour is blue.');
  expect(await output('supersede', red, blue)).toBe(`Replaced by ${blue}: ${red}  The logo is red.\n`);
  expect(await json('show', red)).toMatchObject({ memory: { status: 'superseded', supersededBy: blue } });
  expect(await plain('supersede', blue, red)).toMatchObject({
    ...{ code: 2, stderr: expect.stringMatching(/itself replaced by .*\n {2}restore it/) },
  });
});

test('erase needs --yes and writes a receipt that can be verified', async () => {
  const [tea = ''] = await holding('Ana drinks tea.', 'Ben sails.');
  expect(await plain('erase', tea)).toMatchObject({
    ...{ code: 2, stdout: 'Would erase 1 memory:\n  Ana drinks tea.\n', stderr: expect.stringMatching(/pass --yes/) },
  });
  const receipt = join(temporary, 'receipt.json');
  expect(await output('erase', tea, '--yes', '--receipt', receipt)).toMatch(/^Erased 1 memory.*\nNot reached: backups/);
  expect(await plain('show', tea)).toMatchObject({ code: 1 });
  expect(await output('erase', '--verify', receipt)).toBe('Everything on the receipt is erased.\n');
  const changed = join(temporary, 'changed.json');
  await writeFile(changed, (await readFile(receipt, 'utf8')).replace('"backups', '"no backups'));
  expect(await plain('erase', '--verify', changed)).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('the receipt was modified'),
  });
  expect(await output('erase', '--verify', receipt, '--user', 'somebody')).toBe(
    'Everything on the receipt is erased.\n',
  );
  await writeFile(changed, 'null');
  expect(await plain('erase', '--verify', changed)).toMatchObject({ code: 2 });
  await writeFile(changed, 'no JSON');
  const refused = await plain('erase', '--verify', changed);
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining(`${changed} is not a receipt\n`) });
  const missing = await plain('erase', '--verify', 'nofile');
  expect(missing).toMatchObject({ code: 1, stderr: expect.stringMatching(/^souvenir: there is no file nofile$/m) });
  expect(await output('erase', tea, '--yes')).toBe('Nothing was erased: nothing matched.\n');
  expect(await output('erase', '--yes')).toMatch(/^Erased 1 memory/);
  expect((await json('stats')).memories).toMatchObject({ active: 0 });
});

test('erase --entity erases mentions of a name, and fails if there are none', async () => {
  await holding('They saw bobolink near the lake.', 'Ben sails.');
  expect(await plain('erase', '--entity', 'Bobolink')).toMatchObject({
    ...{ code: 2, stdout: 'Would erase 1 memory:\n  They saw bobolink near the lake.\n' },
  });
  expect(await output('erase', '--entity', 'Bobolink', '--yes')).toMatch(/^Erased 1 memory/);
  expect(await plain('erase', '--entity', 'Bobolink')).toMatchObject({
    code: 1,
    stdout: 'Nothing would be erased: nothing matches.\n',
  });
  const receipt = join(temporary, 'nothing.json');
  expect(await plain('erase', '--entity', 'Bobolink', '--yes', '--receipt', receipt)).toMatchObject({ code: 1 });
  expect(JSON.parse(await readFile(receipt, 'utf8'))).toMatchObject({ by: ['entities'], memoryIds: [] });
  expect((await json('stats')).memories).toMatchObject({ active: 1 });
  await holding(...Array.from({ length: 21 }, (_, at) => `The lamp ${at} is zamboni.`));
  const many = (await plain('erase', '--entity', 'zamboni')).stdout.split('\n');
  expect(many.filter((line) => line.includes('zamboni'))).toHaveLength(20);
  expect(many.at(-2)).toBe('  …');
});

test('an erasure preview counts data without text and marks shortened lists', async () => {
  await cli.given(async (memory) => {
    await memory.for().settings.set({ tests: [{ query: 'Who sails?', expected: [] }] });
  });
  expect((await plain('erase')).stdout).toBe('Would erase 1 owner.\n');
  await cli.given(async (memory) => {
    await memory.for().recordAll(Array.from({ length: 201 }, () => ({ content: 'Good morning.' })));
  });
  expect((await plain('erase')).stdout).toBe('Would erase 201 episodes, 2 owners:\n  Good morning.\n  …\n');
  expect(await output('erase', '--yes')).toMatch(/^Erased .*\b2 owners/);
});

test('archive, forget and restore one memory or all that pass filters', async () => {
  const [tea = '', sails = ''] = await holding('Ana drinks tea.', 'Ben sails.', 'To deploy, run make.');
  expect(await output('archive', tea)).toBe(`Archived ${tea}  Ana drinks tea.\n`);
  expect(await output('forget', sails)).toBe(`Forgot ${sails}  Ben sails.\n`);
  expect(await plain('show', sails)).toMatchObject({
    ...{ code: 2, stderr: expect.stringMatching(/is forgotten\n {2}restore it/) },
  });
  expect(await output('restore', sails)).toBe(`Restored ${sails}  Ben sails.\n`);
  expect(await output('forget', '--all', '--yes', '--type', 'procedural')).toBe('Forgot 1 memory.\n');
  expect(await json('forget', '--all', '--yes', '--status', 'archived', '--status', 'active')).toEqual({
    forgotten: 2,
  });
  expect((await json('stats')).memories).toMatchObject({ active: 0, archived: 0, forgotten: 3 });
});

test('forget shows remaining turns of the assistant about the memory', async () => {
  await cli.given(async (memory) => {
    const ana = memory.for();
    await ana.recordAll([
      { content: 'I was diagnosed with epilepsy last spring.' },
      { role: 'assistant', content: 'I am sorry to hear about the epilepsy.' },
    ]);
    await ana.consolidate();
  });
  const { memories } = await json('list');
  const { id } = memories.find(({ content }: Memory) => content.includes('diagnosed'));
  const { id: echo } = memories.find(({ content }: Memory) => content.includes('sorry'));
  expect(await output('forget', id)).toBe(
    `Forgot ${id}  I was diagnosed with epilepsy last spring.\n  the assistant still says  ${echo}  I am sorry to hear about the epilepsy.\n`,
  );
});
