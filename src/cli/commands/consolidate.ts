import type { Command } from 'commander';
import { consolidateOperation } from '../../operations/consolidate.ts';
import { perform } from '../../operations/operation.ts';
import { type Cli, optionsOf, withExample } from '../cli.ts';
import { numberValue } from '../option-values.ts';
import { noteDegraded, print, printJson } from '../output.ts';
import { consolidationLines } from '../render/reports.ts';
import { withMemory } from '../with-memory.ts';

interface ConsolidateOptions {
  readonly minAge: number;
  readonly endSession?: boolean;
}

export function addConsolidate(program: Command, cli: Cli): void {
  const command = program
    .command(consolidateOperation.name)
    .description(consolidateOperation.summary)
    .option('--min-age <seconds>', 'leave younger episodes for later', numberValue, 0)
    .option('--end-session', 'mark the session as ended and take all of it')
    .action(async () => {
      const options = optionsOf<ConsolidateOptions>(command);
      const input = { minAgeMs: options.minAge * 1000, endSession: options.endSession };
      const report = await withMemory(cli, options, (context) => perform(consolidateOperation, context, input));
      noteDegraded(report.degraded);
      await (options.json ? printJson(report) : print(consolidationLines(report).join('\n')));
      if (report.components.some(({ failures }) => failures.length > 0)) cli.fail();
    });
  withExample(command, 'souvenir consolidate --session monday --end-session');
}
