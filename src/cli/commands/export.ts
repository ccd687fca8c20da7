import type { Command } from 'commander';
import { exportOperation } from '../../operations/export.ts';
import { type OperationContext, perform } from '../../operations/operation.ts';
import { type Cli, commandFor, optionsOf, withExample } from '../cli.ts';
import { print } from '../output.ts';
import { withMemory } from '../with-memory.ts';

export function addExport(program: Command, cli: Cli): void {
  const command = commandFor(program, exportOperation).action(async () => {
    const writeOut = async (records: AsyncIterable<object>) => {
      for await (const record of records) {
        cli.signal.throwIfAborted();
        await print(JSON.stringify(record));
      }
    };
    const options = optionsOf(command);
    const exportAll = ({ onProgress, ...context }: OperationContext) => {
      // Records on a terminal show the progress themselves, and a bar would stand in between.
      const seen = process.stdout.isTTY || onProgress === undefined ? {} : { onProgress };
      return writeOut(perform(exportOperation, { ...context, ...seen }, {}));
    };
    await withMemory(cli, options, exportAll, { embedder: null });
  });
  withExample(command, 'souvenir export > backup.jsonl');
}
