import type { Command } from 'commander';
import type { Cli, GlobalOptions } from '../cli.ts';
import { addCommand, addGroup, optionsOf } from '../command.ts';
import { keyOf } from '../config.ts';
import { printResult } from '../in-out.ts';
import { placeOf, shownPlace, storeAt } from '../place.ts';
import type { SchemaStatus } from '../schema-status.ts';

export function addDb(program: Command, _: Cli): void {
  const description = 'See and migrate the tables of the file or the database.';
  const group = addGroup(program, 'db', description, 'db status --store postgres://localhost/memory');
  addStatus(group);
  addMigrate(group);
}

async function look(options: GlobalOptions): Promise<SchemaStatus> {
  const { schemaStatus } = await import('../schema-status.ts');
  return schemaStatus(placeOf(options), keyOf(options));
}

const isReady = ({ schema, newest }: SchemaStatus): boolean => schema === newest;

function addStatus(group: Command): void {
  const description = 'Tell which schema there is and which is known, and change nothing.';
  const command = addCommand(group, 'status', description, ['db status'], { isDefault: true }).action(async () => {
    const options = optionsOf(command);
    const status = await look(options);
    await printResult(options, { place: shownPlace(options), ...status, isReady: isReady(status) }, () => [
      `${shownPlace(options)}: ${status.engine}`,
      `schema ${status.schema} of ${status.newest}${isReady(status) ? '' : '; `souvenir db migrate` makes it ready'}`,
    ]);
  });
}

function addMigrate(group: Command): void {
  const description = 'Make the tables, or bring them up to date.';
  const command = addCommand(group, 'migrate', description, ['db migrate']).action(async () => {
    const options = optionsOf(command);
    const { schema: from } = await look(options);
    const store = await storeAt(placeOf(options), keyOf(options));
    await store.open();
    await store.close();
    const status = await look(options);
    const place = shownPlace(options);
    await printResult(options, { place, ...status, from, isReady: isReady(status) }, () => [
      from === status.schema
        ? `${place} is up to date: schema ${from}.`
        : `Migrated ${place} from schema ${from} to ${status.schema}.`,
    ]);
  });
}
