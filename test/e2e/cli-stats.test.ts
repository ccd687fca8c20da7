import { expect, test } from 'vitest';
import { freshCli } from '../support/cli.ts';

const cli = freshCli();
const { plain } = cli;

async function activity() {
  const { stdout } = await plain('stats', '--json');
  return JSON.parse(stdout).activity;
}

test('stats omits activity that did not happen', async () => {
  await cli.given(async () => {});
  expect((await plain('stats')).stdout).toMatch(/to embed +0\nto read +0 turns\n$/);
  expect(await activity()).toBeUndefined();
});

test('stats add up over the processes of several commands', async () => {
  await plain('record', 'The beehives stand behind the old barn');
  await plain('consolidate');
  await plain('recall', 'beehives');
  await plain('recall', 'What is the boiling point of tungsten?');
  await plain('context', 'beehives');
  await plain('list');
  const counted = await activity();
  expect(counted).toMatchObject({
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
    recall: { answered: 2, silent: 1, latency: { count: 3 } },
    episodes: { recorded: 1, flushed: 1 },
    consolidation: { runs: 1 },
    missing: {},
  });
  expect(counted.memories.created).toBeGreaterThan(0);
  expect(await activity()).toEqual(counted);

  const ms = String.raw`\d+(\.\d)? ms`;
  const rows = [
    `counted since +${counted.since}, of every user and agent`,
    String.raw`queries +3, 67% answered, \d+ tokens on average`,
    `latency +p50 ${ms}, p95 ${ms}`,
    `slowest +([a-z]+ p95 ${ms}, ){2}[a-z]+ p95 ${ms}`,
    String.raw`written +\d+ [a-z]+(, \d+ [a-z]+)*`,
    'degraded +none',
    'failed +none',
  ];
  expect((await plain('stats')).stdout).toMatch(
    new RegExp(`\nto embed +0\nto read +0 turns\n${rows.join('\n')}\n$`, 'i'),
  );
});

test('stats shows the last cycle of any process', async () => {
  await plain('add', 'The beehives stand behind the old barn');
  expect((await plain('stats')).stdout).not.toContain('last cycle');
  await plain('cycle');
  const { lastCycleAt } = JSON.parse((await plain('stats', '--json')).stdout);
  expect((await plain('stats')).stdout).toMatch(new RegExp(`\nlast cycle +${lastCycleAt}\n`));
});
