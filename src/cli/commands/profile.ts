import { Argument, type Command } from 'commander';
import { defaultProfileSchema, elementOf } from '../../context/profile/schema.ts';
import {
  clearProfileOperation,
  profileHistoryOperation,
  profileOperation,
  type ShownProfile,
  setProfileOperation,
} from '../../operations/profile.ts';
import { type Cli, commandFor, commandGroup, optionsOf, withExample } from '../cli.ts';
import { dateValue } from '../option-values.ts';
import { noteDegraded } from '../output.ts';
import { profileHistoryLines, profileLines } from '../render/profile.ts';
import { answer } from './answer.ts';

const FIELDS = defaultProfileSchema.shape;
type Field = keyof typeof FIELDS;

const fieldArgument = (name: string, description: string): Argument =>
  new Argument(name, description).choices(Object.keys(FIELDS));

const render = (profile: ShownProfile): string[] => profileLines(profile, process.stdout.columns);

export function addProfile(program: Command, cli: Cli): void {
  const group = commandGroup(program, 'profile', 'See and set what is known of the user, in fields.');
  withExample(group, 'souvenir profile set name Ana');
  for (const add of [addShow, addSet, addClear, addHistory]) add(group, cli);
}

function addShow(group: Command, cli: Cli): void {
  const command = commandFor(group, { ...profileOperation, name: 'show' }, { isDefault: true })
    .option('--as-of <date>', 'as it was then', dateValue)
    .action(async () => {
      const options = optionsOf<{ asOf?: Date }>(command);
      const input = { asOf: options.asOf };
      const { invalid } = await answer(cli, options, { operation: profileOperation, input, render });
      noteDegraded(invalid.map(({ name, reason }) => ({ part: name, reason })));
    });
  withExample(command, 'souvenir profile show --as-of 2026-03-03');
}

function addSet(group: Command, cli: Cli): void {
  const command = commandFor(group, { ...setProfileOperation, name: 'set' })
    .addArgument(fieldArgument('<field>', 'which field'))
    .argument('<value...>', 'what it is from now on; of a list, all of it')
    .option('--reason <text>', 'why, for its history')
    .action(async (field: Field, said: string[]) => {
      const options = optionsOf<{ reason?: string }>(command);
      const input = { values: { [field]: valueFor(field, said) }, reason: options.reason };
      const memory = { create: true, embedder: null };
      await answer(cli, options, { operation: setProfileOperation, input, memory, render });
    });
  withExample(command, 'souvenir profile set style "short answers" "code before prose"');
}

/** A list, or one value; several for a field that is no list are refused by the schema. */
function valueFor(field: Field, said: string[]): string | string[] {
  const [first = '', ...others] = said;
  return others.length === 0 && elementOf(FIELDS[field]) === undefined ? first : said;
}

function addClear(group: Command, cli: Cli): void {
  const command = commandFor(group, { ...clearProfileOperation, name: 'clear' })
    .addArgument(fieldArgument('<field...>', 'which fields'))
    .option('--reason <text>', 'why, for its history')
    .action(async (fields: string[]) => {
      const options = optionsOf<{ reason?: string }>(command);
      const input = { fields, reason: options.reason };
      await answer(cli, options, { operation: clearProfileOperation, input, render });
    });
  withExample(command, 'souvenir profile clear level --reason "it was long ago"');
}

function addHistory(group: Command, cli: Cli): void {
  const command = commandFor(group, { ...profileHistoryOperation, name: 'history' })
    .addArgument(fieldArgument('<field>', 'which field'))
    .action(async (field: string) => {
      const asked = { operation: profileHistoryOperation, input: { field }, render: profileHistoryLines };
      await answer(cli, optionsOf(command), asked);
    });
  withExample(command, 'souvenir profile history style');
}
