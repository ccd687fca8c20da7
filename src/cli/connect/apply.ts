import { createTwoFilesPatch } from 'diff';
import type { Cli } from '../cli.ts';
import { note, print, printJson } from '../in-out.ts';
import { type FileChange, writeChanges } from './changes.ts';
import { isConfirmed, isTerminal } from './confirm.ts';
import type { Flags } from './session.ts';

/** Shows the changes, asks, and writes. */
export async function apply(
  cli: Cli,
  { json, yes, print: isShown }: Flags,
  program: string,
  changes: readonly FileChange[],
  backups: string,
  files: readonly string[],
): Promise<'left' | 'shown' | 'written'> {
  const finish = async (did: 'left' | 'shown' | 'written') => {
    const changed = changes.map(({ file, after }) => ({ file, removed: after === undefined }));
    if (json) await printJson({ program, did, files: [...new Set(files)], changes: changed });
    return did;
  };
  if (changes.length === 0) return finish('left');
  if (!json) await printDiffs(changes);
  // A program that reads JSON cannot answer questions.
  const canAsk = !json && !isShown && isTerminal();
  const question = changes.length === 1 ? `Write this to ${changes[0]?.file}?` : `Write these ${changes.length} files?`;
  if (isShown || (!yes && !(canAsk && (await isConfirmed(question, cli.signal))))) {
    if (!canAsk && !isShown) {
      note('there is no terminal to ask on: pass --yes to write, or --print to print the change');
      cli.fail();
    }
    if (!json) await print('Nothing was written.');
    return finish('shown');
  }
  await writeChanges(changes, backups);
  return finish('written');
}

async function printDiffs(changes: readonly FileChange[]): Promise<void> {
  for (const { file, before, after } of changes) {
    const [from, to] = [before === undefined ? '/dev/null' : file, after === undefined ? '/dev/null' : file];
    await print(createTwoFilesPatch(from, to, before ?? '', after ?? '', '', ''));
  }
}
