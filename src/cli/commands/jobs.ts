import type { Command } from 'commander';
import type { DeadJob, Job, JobRunner } from '../../contracts/jobs.ts';
import { SouvenirError } from '../../errors.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { addCommand, addGroup, optionsOf } from '../command.ts';
import { printResult } from '../in-out.ts';
import { count, oneLine, terminalWidth, textTable } from '../render/text.ts';
import { jobsAt } from '../store-location.ts';

export function addJobs(program: Command, _: Cli): void {
  const description = 'List and retry background jobs that failed repeatedly.';
  const group = addGroup(program, 'jobs', description, 'jobs list --store postgres://localhost/memory');
  addList(group);
  addRedrive(group);
}

async function withJobs<Result>(options: GlobalOptions, action: (jobs: JobRunner) => Promise<Result>): Promise<Result> {
  const { jobs } = await jobsAt(options);
  if (jobs === undefined)
    throw new SouvenirError('invalidInput', 'a file has no job table: its jobs belong to the process that serves it', {
      advice: 'ask that process with `POST /v1/stats`, or pass a database with --store',
    });
  try {
    return await action(jobs);
  } finally {
    await jobs.stop();
  }
}

const ownerText = ({ owner }: Job): string =>
  owner === undefined ? 'everybody' : `${owner.tenantId}, ${owner.userId}, ${owner.agentId}`;

const deadLines = (dead: readonly DeadJob[]): readonly string[] =>
  dead.length === 0
    ? ['There are no failed jobs.']
    : textTable(
        ['job', 'of', 'failed', 'reason'],
        dead.map((job) => [job.kind, oneLine(ownerText(job)), job.failedAt.toISOString(), job.reason]),
        terminalWidth(),
      );

function addList(group: Command): void {
  const description = 'List the jobs of all users that failed ten times in a row.';
  const command = addCommand(group, 'list', description, ['jobs list'], { isDefault: true }).action(async () => {
    const options = optionsOf(command);
    await printResult(options, { dead: await withJobs(options, (jobs) => jobs.dead()) }, ({ dead }) => deadLines(dead));
  });
}

function addRedrive(group: Command): void {
  const description = 'Queue the failed jobs again for any worker or server.';
  const command = addCommand(group, 'redrive', description, ['jobs redrive']).action(async () => {
    const options = optionsOf(command);
    const redriven = await withJobs(options, async (jobs) => {
      const dead = await jobs.dead();
      for (const job of dead) await jobs.redrive(job);
      return dead.length;
    });
    await printResult(options, { redriven }, () => [`${count(redriven, 'job')} queued again.`]);
  });
}
