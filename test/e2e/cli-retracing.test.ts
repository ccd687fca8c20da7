import { expect, test } from 'vitest';
import { freshCli } from '../support/cli.ts';

const cli = freshCli();
const { plain } = cli;

const output = async (...args: string[]) => {
  const { stdout, code } = await plain(...args);
  expect(code).toBe(0);
  return stdout;
};

/** The week of docs/guide/time-travel.md, and the ids of it. */
async function week() {
  const ids = { keys: '', deploy: '', oauth: '' };
  await cli.given(async (memory, clock) => {
    clock.set('2026-03-02T09:00:00Z');
    ids.keys = (await memory.for().memories.add('The payments API uses API keys.')).memory.id;
    ids.deploy = (await memory.for().memories.add('To deploy, run make prod.')).memory.id;
    clock.set('2026-03-04T09:00:00Z');
    ids.oauth = (
      await memory
        .for()
        .memories.correct(ids.keys, { content: 'The payments API uses OAuth.', reason: 'Ben looked it up' })
    ).id;
    clock.set('2026-03-06T09:00:00Z');
    await memory
      .for()
      .memories.update(ids.deploy, { content: 'To deploy, run make release.', reason: 'it was renamed' });
  });
  return ids;
}

test('diff prints changes by kind, with before, after and cause', async () => {
  const { keys, deploy, oauth } = await week();
  expect((await output('diff', '2026-03-03T12:00Z', '2026-03-07')).split('\n')).toEqual([
    '3 memories changed between 2026-03-03T12:00:00.000Z and 2026-03-07T00:00:00.000Z.',
    '',
    'created (1)',
    `  ${oauth}  The payments API uses OAuth.`,
    '',
    'updated (1)',
    `  ${deploy}  To deploy, run make prod.`,
    '    updated: it was renamed',
    '    content: To deploy, run make prod. → To deploy, run make release.',
    '',
    'corrected (1)',
    `  ${keys}  The payments API uses API keys.`,
    `    corrected by ${oauth}: Ben looked it up`,
    '    status: active → superseded',
    '    true until: none → 2026-03-04T09:00:00.000Z',
    `    replaced by: none → ${oauth}`,
    '',
  ]);
  expect(JSON.parse(await output('diff', '2026-03-05', '--json'))).toMatchObject({
    ...{ created: [], updated: [{ memoryId: deploy, before: { content: 'To deploy, run make prod.' } }] },
  });
  expect(await output('diff', '2026-03-07')).toMatch(/^Nothing changed between 2026-03-07T00:00:00\.000Z and 20/);
  expect(await plain('diff', '2026-03-07', '2026-03-06')).toMatchObject({
    ...{ code: 2, stdout: '', stderr: expect.stringContaining('diff.from: is after `to`') },
  });
});

test('rollback prints its changes and applies them only with --yes', async () => {
  const { keys, oauth } = await week();
  const plan = await plain('rollback', '2026-03-03T12:00Z');
  expect(plan).toMatchObject({ code: 0, stderr: 'souvenir: nothing was changed; pass --yes to apply it\n' });
  expect(plan.stdout).toMatch(/^Would restore 2 memories and forget 1 created since 2026-03-03T12:00:00\.000Z\.\n/);
  expect(plan.stdout).toContain('    content: To deploy, run make release. → To deploy, run make prod.\n');
  expect(plan.stdout).toMatch(new RegExp(`\nforgotten\n  ${oauth}  The payments API uses OAuth\\.\n$`));
  expect(await plain('rollback', '2026-03-03T12:00Z', '--yes')).toMatchObject({
    ...{ code: 0, stderr: '', stdout: expect.stringMatching(/^Restored 2 memories and forgot 1 created since /) },
  });
  expect(await output('stats')).toMatch(/to embed +0\n/);
  expect(await output('history', keys)).toContain('rolledBack: back to 2026-03-03T12:00:00.000Z');
  expect(await plain('rollback', '2026-03-03T12:00Z')).toMatchObject({
    ...{ stderr: '', stdout: 'Nothing has changed since 2026-03-03T12:00:00.000Z.\n' },
  });
  expect(await plain('rollback', '2020-01-01', '--yes')).toMatchObject({
    ...{ code: 2, stderr: expect.stringMatching(/the first memory is of 2026-03-02.*\n {2}name a later moment/) },
  });
});

test('cycle maintains the memory and prints a report', async () => {
  await cli.given(async (memory) => {
    for (const day of ['Monday', 'Tuesday', 'Wednesday'])
      await memory
        .for()
        .memories.add(`On ${day} the deploy to Porto failed on the database migration.`, { type: 'episodic' });
  });
  expect(await output('cycle')).toMatch(/^Cycled: .*\.\n$/);
  const report = JSON.parse(await output('cycle', '--skip', 'link', '--skip', 'prune', '--max-age', '30', '--json'));
  expect(report).toMatchObject([{ linksMade: 0, memoriesArchived: 0, resumed: false }]);
  expect(await plain('cycle', '--max-age', '0')).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('It must be a number above 0') },
  });
});
