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
  const description = 'Show or migrate the tables of the file or database.';
  const group = addGroup(program, 'db', description, 'db status --store postgres://localhost/memory');
  addStatus(group);
  addMigrate(group);
  addSql(group);
  addMove(group, cli);
}

interface DatabaseStatus extends SchemaStatus {
  readonly nodes?: Readonly<Record<string, SchemaStatus>>;
}

/** The oldest schema of several databases; an unreachable database is an error. */
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
  const description = 'Show the current and the newest schema; changes nothing.';
  const command = addCommand(group, 'status', description, ['db status'], { isDefault: true }).action(async () => {
    const options = optionsOf(command);
    const status = await readStatus(options);
    await printResult(options, { place: shownLocation(options), ...status, isReady: isReady(status) }, () => [
      `${shownLocation(options)}: ${status.engine}`,
      `schema ${status.schema} of ${status.newest}${isReady(status) ? '' : '; run `souvenir db migrate`'}`,
      ...(status.hasJobs === undefined ? [] : [`tables for jobs: ${status.hasJobs ? 'there' : 'not yet'}`]),
      ...Object.entries(status.nodes ?? {}).map(([name, { schema }]) => `${name}: schema ${schema}`),
    ]);
  });
}

function addMigrate(group: Command): void {
  const description = 'Create or update the tables.';
  const command = addCommand(group, 'migrate', description, ['db migrate'])
    .option('--distribute', 'distribute the tables and their rows by tenant over the workers of Citus')
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
              'The tables are distributed by tenant. Use a role that does not own them for serving: row-level security does not apply to the owner.',
            ]
          : []),
      ]);
    });
}

async function distributeTables(options: GlobalOptions): Promise<void> {
  if (options.store === undefined || areNodes(options))
    throw new SouvenirError('invalidInput', '--distribute needs a PostgreSQL database with Citus', {
      advice: 'Pass the Citus coordinator with --store, and remove `nodes` from the configuration file.',
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
    note(`no job tables: they need the package pg-boss, which is not installed (${error.advice})`);
  } finally {
    await jobs?.stop();
  }
}

function addSql(group: Command): void {
  const description = 'Print the SQL that creates the tables in an empty PostgreSQL database.';
  const command = addCommand(group, 'sql', description, ['db sql | psql postgres://localhost/memory'])
    .option('--jobs', 'print the job tables of the package pg-boss instead')
    .action(async () => {
      const options = optionsOf<{ jobs?: boolean }>(command);
      const { jobsScript } = await import('../../stores/postgres/open-boss.ts');
      const { schemaScript } = await import('../../stores/postgres/migrations.ts');
      const sql = options.jobs === true ? await jobsScript('souvenir') : schemaScript('souvenir');
      await printResult(options, { sql }, () => [sql]);
    });
}

function addMove(group: Command, cli: Cli): void {
  const description = 'Move a tenant to another database while it is in use.';
  const command = addCommand(group, 'move', description, ['db move acme --to two'])
    .argument('<tenant>', 'whose memories')
    .requiredOption('--to <node>', 'the target database, a name under `nodes` in the configuration file')
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
