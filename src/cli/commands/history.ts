import type { Command } from 'commander';
import type { Cli } from '../cli.ts';
import { addCommand, answer, EXAMPLE_ID, optionsOf } from '../command.ts';
import { note } from '../in-out.ts';
import { dateValue } from '../options.ts';
import { diffLines, historyLines, rollbackLines } from '../render/memories.ts';

export function addHistory(program: Command, cli: Cli): void {
  const description = 'List every version of a memory with its reason.';
  const command = addCommand(program, 'history', description, [`history ${EXAMPLE_ID}`])
    .argument('<id>', 'the memory')
    .action(async (id: string) => {
      await answer(cli, optionsOf(command), 'memories.history', { input: { id }, render: historyLines });
    });
}

export function addDiff(program: Command, cli: Cli): void {
  const description = 'Show the memories that changed between two moments.';
  const command = addCommand(program, 'diff', description, ['diff 2026-03-03 2026-03-06'])
    .argument('<from>', 'the earlier moment, such as 2026-03-03 or 2026-03-03T12:00Z', dateValue)
    .argument('[to]', 'the later moment; now by default', dateValue)
    .action(async (from: Date, to = new Date()) => {
      const options = optionsOf(command);
      await answer(cli, options, 'memories.diff', {
        input: { from, to, sessionId: options.session },
        render: diffLines,
      });
    });
}

export function addRollback(program: Command, cli: Cli): void {
  const description = 'Return all memories to an earlier moment; nothing is erased.';
  const command = addCommand(program, 'rollback', description, ['rollback 2026-03-03T12:00Z'])
    .argument('<to>', 'the moment, such as 2026-03-03T12:00Z', dateValue)
    .option('--yes', 'apply it; without this, only print the changes')
    .action(async (to: Date) => {
      const options = optionsOf<{ yes?: boolean }>(command);
      const done = await answer(cli, options, 'memories.rollback', {
        input: { to, dryRun: !options.yes, sessionId: options.session },
        needs: { vectors: 'changed' },
        render: rollbackLines,
      });
      if (done.dryRun && done.restored.length + done.forgotten.length > 0)
        note('nothing was changed; pass --yes to apply it');
    });
}
