import { parse as parsePath } from 'node:path';
import type { Command } from 'commander';
import type { ImportFormat } from '../../operations/transfer.ts';
import type { Cli } from '../cli.ts';
import { addCommand, answer, optionsOf } from '../command.ts';
import { print, readText } from '../in-out.ts';
import { CHOICES, choiceOption } from '../options.ts';
import { importLines } from '../render/reports.ts';
import { tellShortfall } from './record.ts';

interface ImportFlags {
  readonly format?: ImportFormat;
  readonly consolidate: boolean;
  readonly own: boolean;
}

export function addImport(program: Command, cli: Cli): void {
  const description = 'Record a whole conversation, then turn it into memories.';
  const command = addCommand(program, 'import', description, ['import chat.txt'])
    .argument('<file>', 'JSONL, a JSON array or a "Name: text" transcript; - reads stdin')
    .addOption(choiceOption('--format <format>', 'told from the text unless given', CHOICES.importFormat))
    .option('--no-consolidate', 'only record')
    .option(
      '--own',
      "the user's turns are their own word: they change the profile and replace what was said before",
      false,
    )
    .action(async (file: string) => {
      const options = optionsOf<ImportFlags>(command);
      const { format, consolidate, own, session } = options;
      const text = await readText(file, cli.signal);
      const sessionId = session ?? (file === '-' ? undefined : parsePath(file).name);
      const input = { text, format, consolidate, own, sessionId };
      const needs = { absent: 'made', vectors: 'all' } as const;
      const { report } = await answer(cli, options, 'import', { input, needs, render: importLines });
      if (report !== undefined) tellShortfall(cli, report);
    });
}

export function addExport(program: Command, cli: Cli): void {
  const description = 'Hand out all that is held of a user: one JSON object a line, or to be read.';
  const command = addCommand(program, 'export', description, ['export > ana.jsonl', 'export --readable > ana.md'])
    .option('--forgotten', 'also what is forgotten')
    .option('--readable', 'everything of the user, whichever agent holds it, in Markdown')
    .action(async () => {
      const { forgotten = false, readable = false } = optionsOf<{ forgotten?: boolean; readable?: boolean }>(command);
      const [{ withMemory }, { operations }] = await Promise.all([
        import('../memory.ts'),
        import('../../operations/operations.ts'),
      ]);
      await withMemory(cli, optionsOf(command), {}, async ({ onProgress, ...memory }) => {
        // Records on a terminal show the progress themselves, and a bar would stand in between.
        const seen = process.stdout.isTTY || onProgress === undefined ? {} : { onProgress };
        const { tenantId, userId } = memory.memory.scope;
        if (readable)
          for await (const piece of memory.souvenir.exportUser({ tenantId, userId }))
            await print(piece.replace(/\n$/, ''));
        else
          for await (const record of operations.export.handler({ ...memory, ...seen }, { forgotten })) {
            cli.signal.throwIfAborted();
            await print(JSON.stringify(record));
          }
      });
    });
}
