import { Argument, type Command } from 'commander';
import type { Cli, GlobalOptions } from '../cli.ts';
import { addCommand, addGroup, answer, optionsOf } from '../command.ts';
import { noteDegraded, printResult } from '../in-out.ts';
import { CHOICES, dateValue, wholeValue } from '../options.ts';
import { summaryLines } from '../render/agent.ts';
import type { ShownProfile } from '../render/context.ts';
import { terminalWidth } from '../render/text.ts';

type Field = (typeof CHOICES.profileField)[number];

const fieldArgument = (name: string, description: string): Argument =>
  new Argument(name, description).choices(CHOICES.profileField);

const loadRendering = () => import('../render/context.ts');
const render = async (profile: ShownProfile): Promise<string[]> =>
  (await loadRendering()).profileLines(profile, terminalWidth());

export function addProfile(program: Command, cli: Cli): void {
  const description = 'Show and set the profile of the user.';
  const group = addGroup(program, 'profile', description, 'profile set name Ana');
  for (const add of [addShow, addSummary, addSet, addClear, addHistory]) add(group, cli);
}

function addShow(group: Command, cli: Cli): void {
  const description = 'Show the profile: each field with its confidence and source.';
  const example = 'profile show --as-of 2026-03-03';
  const command = addCommand(group, 'show', description, [example], { isDefault: true })
    .option('--as-of <date>', 'the profile of that moment', dateValue)
    .action(async () => {
      const options = optionsOf<{ asOf?: Date }>(command);
      const shown = await readProfile(cli, options);
      await printResult(options, shown, render);
      noteDegraded(shown.invalid.map(({ name, reason }) => ({ part: name, reason })));
    });
}

function addSummary(group: Command, cli: Cli): void {
  const description = 'Write the profile as text within a token budget.';
  const command = addCommand(group, 'summary', description, ['profile summary --budget 100'])
    .option('--budget <tokens>', 'the token budget', wholeValue)
    .action(async () => {
      const options = optionsOf<{ budget?: number }>(command);
      const input = options.budget === undefined ? {} : { budget: options.budget };
      await answer(cli, options, 'profile.summary', { input, render: summaryLines });
    });
}

async function readProfile(cli: Cli, options: GlobalOptions & { asOf?: Date }): Promise<ShownProfile> {
  const [{ withMemory }, { operations }] = await Promise.all([
    import('../memory.ts'),
    import('../../operations/operations.ts'),
  ]);
  return withMemory(cli, options, {}, async (memory) => {
    const details = await operations['profile.details'].handler(memory, { asOf: options.asOf });
    if (options.asOf !== undefined) return details;
    return { ...details, summary: await operations['profile.summary'].handler(memory, {}) };
  });
}

function addSet(group: Command, cli: Cli): void {
  const description = 'Set a field by hand; consolidation never changes it.';
  const command = addCommand(group, 'set', description, ['profile set directives "short answers" "code before prose"'])
    .addArgument(fieldArgument('<field>', 'which field'))
    .argument('<value...>', 'the new value; for a list, all values')
    .option('--reason <text>', 'the reason, stored in the history')
    .action(async (field: Field, values: string[]) => {
      const options = optionsOf<{ reason?: string }>(command);
      const [first = '', ...others] = values;
      // Only the name is no list: the schema refuses several values for it.
      const value = field === 'name' && others.length === 0 ? first : values;
      const input = { values: { [field]: value }, reason: options.reason };
      await answer(cli, options, 'profile.set', { input, needs: { absent: 'made' }, render });
    });
}

function addClear(group: Command, cli: Cli): void {
  const description = 'Clear fields; only later episodes fill them again.';
  const command = addCommand(group, 'clear', description, ['profile clear level --reason "it was long ago"'])
    .addArgument(fieldArgument('<field...>', 'which fields'))
    .option('--reason <text>', 'the reason, stored in the history')
    .action(async (fields: string[]) => {
      const options = optionsOf<{ reason?: string }>(command);
      await answer(cli, options, 'profile.clear', { input: { names: fields, reason: options.reason }, render });
    });
}

function addHistory(group: Command, cli: Cli): void {
  const description = 'List every value of a field with its source.';
  const command = addCommand(group, 'history', description, ['profile history directives'])
    .addArgument(fieldArgument('<field>', 'which field'))
    .action(async (field: string) => {
      await answer(cli, optionsOf(command), 'profile.history', {
        input: { name: field },
        render: async (versions) => (await loadRendering()).profileHistoryLines(versions),
      });
    });
}
