import { parse as parsePath } from 'node:path';
import type { Command } from 'commander';
import type { ImportFormat } from '../../operations/formats/formats.ts';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf, refuseScope } from '../command.ts';
import { note, print, printResult, readText } from '../in-out.ts';
import { CHOICES, choiceOption } from '../options.ts';
import { importLines } from '../render/reports.ts';
import type { BackfillSource } from './backfill.ts';
import { reportShortfall } from './record.ts';

interface ImportFlags {
  readonly format?: ImportFormat;
  readonly bad: 'fail' | 'skip';
  readonly consolidate: boolean;
  readonly own: boolean;
  readonly dryRun: boolean;
  readonly markdown?: string;
  readonly yes: boolean;
  readonly from?: BackfillSource;
  readonly all?: boolean;
  readonly global?: boolean;
}

export function addImport(program: Command, cli: Cli): void {
  const description = 'Import conversations, or memories of another program.';
  const examples = ['import chat.txt', 'import chatgpt-export.zip --dry-run', 'import --from claude-code'];
  const command = addCommand(program, 'import', description, examples)
    .argument('[file]', 'an export (.zip, .json), JSONL, a JSON array or a "Name: text" transcript; - reads stdin')
    .addOption(choiceOption('--format <format>', 'the format; detected by default', CHOICES.importFormat))
    .addOption(choiceOption('--bad <what>', 'on invalid entries, fail or skip them', CHOICES.bad).default('fail'))
    .option('--dry-run', 'show what would be imported and write nothing', false)
    .option('--markdown <folder>', 'import the edits of a folder that `export --markdown` wrote; shows them first')
    .option('--yes', 'apply the edits of the folder without asking', false)
    .addOption(
      choiceOption('--from <program>', 'what this program has on disk about this repository', CHOICES.importSource),
    )
    .option('--all', 'with --from: of all repositories, each into its own memory')
    .option('--global', 'with --from: into the memory of all projects')
    .option('--no-consolidate', 'only record')
    .option('--own', "trust the user's turns fully: they change the profile and supersede earlier facts", false)
    .action(async (file: string | undefined) => {
      const options = optionsOf<ImportFlags>(command);
      if (options.from !== undefined) {
        if (file !== undefined || options.markdown !== undefined || options.format !== undefined)
          return command.error(
            'error: --from reads what a program has on disk: leave out the file, --format and --markdown',
          );
        return (await import('./backfill.ts')).backfill(cli, options, options.from, command);
      }
      if (options.all || options.global) return command.error('error: --all and --global go with --from');
      if (options.markdown !== undefined && file === undefined)
        return (await import('./markdown.ts')).importFolder(cli, options, options.markdown);
      if (file === undefined || options.markdown !== undefined)
        return command.error(
          `error: ${file === undefined ? 'missing' : 'too many: give'} required argument 'file', or --markdown`,
        );
      const { format, consolidate, own, session, dryRun, bad } = options;
      const [{ withMemory }, { importAll }, { fileSource, textSource }] = await Promise.all([
        import('../memory.ts'),
        import('../../operations/transfer.ts'),
        import('../../operations/formats/source.ts'),
      ]);
      const source = file === '-' ? textSource(await readText(file, cli.signal)) : fileSource(file);
      const sessionId = session ?? (file === '-' ? undefined : parsePath(file).name);
      const needs = dryRun ? ({ absent: 'empty' } as const) : ({ absent: 'made', vectors: 'changed' } as const);
      const result = await withMemory(cli, options, needs, (memory) =>
        importAll(source, memory, { format, consolidate, own, dryRun, bad, sessionId }),
      );
      for (const { place, reason } of result.bad) note(`${place}: ${reason}`);
      await printResult(options, result, importLines);
      if (result.report !== undefined) reportShortfall(cli, result.report);
    });
}

export function addExport(program: Command, cli: Cli): void {
  const description = 'Export everything stored of a user, as JSON lines or Markdown.';
  const command = addCommand(program, 'export', description, ['export > ana.jsonl', 'export --markdown notes'])
    .option('--forgotten', 'include forgotten memories')
    .option('--readable', 'a readable report of the user over all agents, in Markdown')
    .option('--markdown <folder>', 'write memories, profile and instructions as Markdown files to edit and import')
    .option('--force', 'overwrite edits in the folder', false)
    .action(async () => {
      const { markdown } = optionsOf<{ markdown?: string }>(command);
      if (markdown !== undefined)
        return (await import('./markdown.ts')).exportFolder(cli, optionsOf(command), markdown);
      const { forgotten = false, readable = false } = optionsOf<{ forgotten?: boolean; readable?: boolean }>(command);
      const [{ withMemory }, { operations }] = await Promise.all([
        import('../memory.ts'),
        import('../../operations/operations.ts'),
      ]);
      refuseScope(
        command,
        readable ? ['agent', 'project', 'session'] : ['session'],
        'export writes all projects and sessions',
      );
      await withMemory(cli, optionsOf(command), { ofAllProjects: true }, async ({ onProgress, ...memory }) => {
        // An export to a terminal shows its own progress, and a bar would mix with the records.
        const progressOptions = process.stdout.isTTY || onProgress === undefined ? {} : { onProgress };
        const { tenantId, userId } = memory.memory.scope;
        if (readable)
          for await (const piece of memory.souvenir.exportUser({ tenantId, userId }))
            await print(piece.replace(/\n$/, ''));
        else
          for await (const record of operations.export.handler({ ...memory, ...progressOptions }, { forgotten })) {
            cli.signal.throwIfAborted();
            await print(JSON.stringify(record));
          }
      });
    });
}
