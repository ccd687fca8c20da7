import { type Command, Option } from 'commander';
import { type ReinforcementReason, reinforcementReasonSchema } from '../../model/revision.ts';
import { reinforceOperation } from '../../operations/reinforce.ts';
import { type Cli, EXAMPLE_ID, memoryCommand, optionsOf, withExample } from '../cli.ts';
import { revise } from './revise.ts';

export function addReinforce(program: Command, cli: Cli): void {
  const reasons = new Option('--reason <reason>', 'why it is surer').choices(reinforcementReasonSchema.options);
  const command = memoryCommand(program, reinforceOperation)
    .addOption(reasons.default('explicitConfirmation'))
    .action(async (id: string) => {
      const options = optionsOf<{ reason: ReinforcementReason }>(command);
      await revise(
        cli,
        options,
        reinforceOperation,
        { id, reason: options.reason },
        ({ confidence }) => `Now ${confidence.toFixed(2)} sure of`,
      );
    });
  withExample(command, `souvenir reinforce ${EXAMPLE_ID} --reason successfulApplication`);
}
