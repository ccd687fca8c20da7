import type { Command } from 'commander';
import { consolidateOperation } from '../../operations/consolidate.ts';
import { perform } from '../../operations/operation.ts';
import { type Cli, commandFor, optionsOf, withExample } from '../cli.ts';
import { amountValue } from '../option-values.ts';
import { printResult } from '../output.ts';
import { consolidationLines } from '../render/reports.ts';
import { tellShortfall } from '../tell-shortfall.ts';
import { withMemory } from '../with-memory.ts';

interface ConsolidateOptions {
  readonly minAge: number;
  readonly endSession?: boolean;
}

export function addConsolidate(program: Command, cli: Cli): void {
  const command = commandFor(program, consolidateOperation)
    .option('--min-age <seconds>', 'leave younger episodes for later', amountValue, 0)
    .option('--end-session', 'mark the session as ended and take all of it')
    .action(async () => {
      const options = optionsOf<ConsolidateOptions>(command);
      const { session: sessionId, endSession, minAge } = options;
      const input = { sessionId, endSession, minAgeMs: minAge * 1000 };
      const work = { embedInBackground: true };
      const report = await withMemory(cli, options, (context) => perform(consolidateOperation, context, input), work);
      tellShortfall(cli, report);
      await printResult(options, report, consolidationLines);
    });
  withExample(command, 'souvenir consolidate --session monday --end-session');
}
