import type { Command } from 'commander';
import { SouvenirError } from '../../errors.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { addCommand, addGroup, optionsOf } from '../command.ts';
import { keyOf } from '../config.ts';
import { note, printResult } from '../in-out.ts';
import { count, progressBar } from '../render/text.ts';
import type { SchemaStatus } from '../schema-status.ts';
import { areNodes, jobsAt, locationOf, nodesOf, shownLocation, storeOf } from '../store-location.ts';

export function addDb(program: Command, cli: Cli): void {
  const description = 'See and migrate the tables of the file or the database.';
  const group = addGroup(program, 'db', description, 'db status --store postgres://localhost/memory');
  addStatus(group);
  addMigrate(group);
  addSql(group);
  addMove(group, cli);
}

interface DatabaseStatus extends SchemaStatus {
  readonly nodes?: Readonly<Record<string, SchemaStatus>>;
}

/** Of several databases, the schema furthest behind counts; an unreachable database is an error. */
async function readStatus(options: GlobalOptions): Promise<DatabaseStatus> {
  const { schemaStatus } = await import('../schema-status.ts');
  const status = await schemaStatus(locationOf(options), keyOf(options));
  if (!areNodes(options)) return status;
  const nodes: Record<string, SchemaStatus> = {};
  for (const [name, url] of Object.entries(options.settings.nodes ?? {}))
    nodes[name] = await schemaStatus(url, undefined);
  return { ...status, schema: Math.min(...Object.values(nodes).map(({ schema }) => schema)), nodes };
}

const isReady = ({ schema, newest }: SchemaStatus): boolean => schema === newest;

function addStatus(group: Command): void {
  const description = 'Tell which schema there is and which is known, and change nothing.';
  const command = addCommand(group, 'status', description, ['db status'], { isDefault: true }).action(async () => {
    const options = optionsOf(command);
    const status = await readStatus(options);
    await printResult(options, { place: shownLocation(options), ...status, isReady: isReady(status) }, () => [
      `${shownLocation(options)}: ${status.engine}`,
      `schema ${status.schema} of ${status.newest}${isReady(status) ? '' : '; `souvenir db migrate` makes it ready'}`,
      ...(status.hasJobs === undefined ? [] : [`tables for jobs: ${status.hasJobs ? 'there' : 'not yet'}`]),
      ...Object.entries(status.nodes ?? {}).map(([name, { schema }]) => `${name}: schema ${schema}`),
    ]);
  });
}

function addMigrate(group: Command): void {
  const description = 'Make the tables, or bring them up to date.';
  const command = addCommand(group, 'migrate', description, ['db migrate'])
    .option('--distribute', 'distribute them by tenant over the workers of Citus, with the rows they contain')
    .action(async () => {
      const options = optionsOf<{ distribute?: boolean }>(command);
      const { schema: from } = await readStatus(options);
      if (options.distribute === true) await distributeTables(options);
      const store = await storeOf(options, keyOf(options));
      await store.open();
      await store.close();
      await createJobTables(options);
      const status = await readStatus(options);
      const location = shownLocation(options);
      await printResult(options, { place: location, ...status, from, isReady: isReady(status) }, () => [
        from === status.schema
          ? `${location} is up to date: schema ${from}.`
          : `Migrated ${location} from schema ${from} to ${status.schema}.`,
        ...(options.distribute === true
          ? [
              'Its tables are distributed by tenant. Serve by a role that does not own them: row-level security does not apply to their owner.',
            ]
          : []),
      ]);
    });
}

async function distributeTables(options: GlobalOptions): Promise<void> {
  if (options.store === undefined || areNodes(options))
    throw new SouvenirError('invalidInput', '--distribute needs one PostgreSQL database with Citus', {
      advice:
        'Name its coordinator with --store, and no `nodes` in the configuration file: Citus distributes instead of them.',
    });
  const { distributeDatabase } = await import('../../stores/postgres/distribute.ts');
  await distributeDatabase(options.store);
}

/** Opening the job queue creates its tables. */
async function createJobTables(options: GlobalOptions): Promise<void> {
  const { jobs } = await jobsAt(options);
  try {
    await jobs?.dead();
  } catch (error) {
    if (!SouvenirError.is(error) || error.code !== 'missingPackage') throw error;
    note(`no tables for jobs: they are those of the package pg-boss, which is not installed (${error.advice})`);
  } finally {
    await jobs?.stop();
  }
}

function addSql(group: Command): void {
  const description = 'Print the SQL that makes the tables in an empty PostgreSQL database, for psql.';
  const command = addCommand(group, 'sql', description, ['db sql | psql postgres://localhost/memory'])
    .option('--jobs', 'the tables of jobs instead, which are those of the package pg-boss')
    .action(async () => {
      const options = optionsOf<{ jobs?: boolean }>(command);
      const { jobsScript } = await import('../../stores/postgres/open-boss.ts');
      const { schemaScript } = await import('../../stores/postgres/migrations.ts');
      const sql = options.jobs === true ? await jobsScript('souvenir') : schemaScript('souvenir');
      await printResult(options, { sql }, () => [sql]);
    });
}

function addMove(group: Command, cli: Cli): void {
  const description = 'Move a tenant, whole, to another of several databases, while it is used.';
  const command = addCommand(group, 'move', description, ['db move acme --to two'])
    .argument('<tenant>', 'whose memories')
    .requiredOption('--to <node>', 'the name of a database under `nodes` in the configuration file')
    .action(async (tenant: string) => {
      const options = optionsOf<{ to: string }>(command);
      const store = await nodesOf(options);
      const { moveTenant } = await import('../../transfer/move-tenant.ts');
      const bar = progressBar(process.stderr);
      await store.open();
      try {
        const report = await moveTenant(store, tenant, options.to, { signal: cli.signal, onProgress: bar.draw });
        bar.clear();
        await printResult(options, report, ({ from, to, owners, stored }) => [
          `Moved ${tenant} from ${from} to ${to}: ${count(owners, 'owner')}, ${count(stored.memories, 'memory', 'memories')}, compared.`,
        ]);
      } finally {
        bar.clear();
        await store.close();
      }
    });
}
