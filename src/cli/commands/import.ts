import { parse as parsePath } from 'node:path';
import { type Command, Option } from 'commander';
import { importOperation } from '../../operations/import.ts';
import { perform } from '../../operations/operation.ts';
import { type TurnFormat, turnFormatSchema } from '../../operations/turns/read-turns.ts';
import { type Cli, commandFor, optionsOf, withExample } from '../cli.ts';
import { printResult } from '../output.ts';
import { readText } from '../read-text.ts';
import { importLines } from '../render/reports.ts';
import { tellShortfall } from '../tell-shortfall.ts';
import { withMemory } from '../with-memory.ts';

interface ImportOptions {
  readonly format?: TurnFormat;
  readonly consolidate: boolean;
}

export function addImport(program: Command, cli: Cli): void {
  const command = commandFor(program, importOperation)
    .argument('<file>', 'JSONL or a "Name: text" transcript; - reads stdin')
    .addOption(new Option('--format <format>', 'told from the text unless given').choices(turnFormatSchema.options))
    .option('--no-consolidate', 'only record')
    .action(async (file: string) => {
      const options = optionsOf<ImportOptions>(command);
      const { format, consolidate, session } = options;
      const text = await readText(file, cli.signal);
      const sessionId = session ?? (file === '-' ? undefined : parsePath(file).name);
      const result = await withMemory(
        cli,
        options,
        (context) => perform(importOperation, context, { text, format, consolidate, sessionId }),
        { create: true, embedInBackground: true },
      );
      if (result.report !== undefined) tellShortfall(cli, result.report);
      await printResult(options, result, importLines);
    });
  withExample(command, 'souvenir import chat.txt');
}
