import { SouvenirError } from '../../errors.ts';
import { apply, type Edit, editsIn, refuseLoss } from '../../operations/markdown/edits.ts';
import { MANIFEST, markdownOf, PAGES } from '../../operations/markdown/pages.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { isConfirmed, isTerminal } from '../connect/confirm.ts';
import { print, printResult } from '../in-out.ts';
import { readFolder, writeFolder } from '../markdown-folder.ts';
import { withMemory } from '../memory.ts';

export async function exportFolder(
  cli: Cli,
  options: GlobalOptions & { readonly force: boolean },
  folder: string,
): Promise<void> {
  const files = await withMemory(cli, options, {}, async ({ memory }) => {
    const pages = await markdownOf(memory);
    await writeFolder(folder, pages, async (existing) => {
      if (!options.force) await refuseLoss(existing, memory);
    });
    return pages;
  });
  const names = [...files.keys()].filter((name) => name !== MANIFEST);
  await printResult(options, { folder, files: names }, () => [`Wrote ${names.join(', ')} to ${folder}.`]);
}

export async function importFolder(
  cli: Cli,
  options: GlobalOptions & { readonly yes: boolean; readonly dryRun: boolean },
  folder: string,
): Promise<void> {
  const files = await readFolder(folder, PAGES);
  await withMemory(cli, options, { vectors: 'changed' }, async ({ memory }) => {
    const edits = await editsIn(files, memory);
    const isDone = edits.length > 0 && !options.dryRun && (options.yes || (await confirmEdits(edits, cli)));
    if (isDone) await apply(edits, memory);
    const outcome = isDone ? 'Done.' : 'Nothing was changed.';
    const shown = isDone && !options.yes ? [] : edits.map(editLine);
    await printResult(options, { edits, done: isDone }, () => [
      ...shown,
      edits.length === 0 ? 'Nothing was edited.' : outcome,
    ]);
  });
}

const SIGNS = { correct: '~', set: '~', instruct: '~', add: '+', forget: '-', clear: '-' } as const;

/** The text on one line, so that it cannot look like another edit. */
function editLine(edit: Edit): string {
  const target = 'id' in edit ? edit.id : 'field' in edit ? edit.field : '';
  const texts = [edit.before, edit.after].flatMap((text) => (text === undefined ? [] : [JSON.stringify(text)]));
  return [SIGNS[edit.do], edit.file, target, texts.join(' → ')].filter((part) => part !== '').join('  ');
}

async function confirmEdits(edits: readonly Edit[], { signal }: Cli): Promise<boolean> {
  await print(edits.map(editLine).join('\n'));
  if (isTerminal()) return isConfirmed('Do this?', signal);
  throw new SouvenirError('invalidInput', 'nothing was changed: there is no terminal to ask on', {
    advice: 'read the changes above, then pass --yes',
  });
}
