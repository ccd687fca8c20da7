import type { Command } from 'commander';
import type { z } from 'zod';
import { cycleOperation, cycleTaskSchema } from '../../operations/cycle.ts';
import { perform } from '../../operations/operation.ts';
import { type Cli, commandFor, optionsOf, withExample } from '../cli.ts';
import { amountValue, listValue } from '../option-values.ts';
import { noteDegraded, printResult } from '../output.ts';
import { cycleLines } from '../render/cycle.ts';
import { withMemory } from '../with-memory.ts';

const DAY_MS = 86_400_000;

interface CycleFlags {
  readonly maxAge?: number;
  readonly skip?: z.infer<typeof cycleTaskSchema>[];
}

export function addCycle(program: Command, cli: Cli): void {
  const command = commandFor(program, cycleOperation)
    .option('--max-age <days>', 'how long ago something may have happened to be gone over for what recurs', amountValue)
    .option(
      '--skip <task>',
      `leave out ${cycleTaskSchema.options.join(', ')}; several by repeating`,
      listValue(cycleTaskSchema.options),
    )
    .action(async () => {
      const options = optionsOf<CycleFlags>(command);
      const { maxAge, skip } = options;
      const input = { skip, maxAgeMs: maxAge === undefined ? undefined : maxAge * DAY_MS };
      const work = { awaitVectors: true };
      const report = await withMemory(cli, options, (context) => perform(cycleOperation, context, input), work);
      noteDegraded(report.degraded);
      await printResult(options, report, cycleLines);
    });
  withExample(command, 'souvenir cycle --max-age 30 --skip prune');
}
