import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { SouvenirError } from '../../errors.ts';
import type { CopyReport } from '../../souvenir/copy-store.ts';
import { isAddress, withoutPassword } from '../address.ts';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf } from '../command.ts';
import { keyOf } from '../config.ts';
import { note, printResult } from '../in-out.ts';
import { pathValue } from '../options.ts';
import { placeOf, storeAt, storeOf } from '../place.ts';
import { count, countsText, progressBar } from '../render/text.ts';

interface CopyFlags {
  readonly from?: string;
  readonly to?: string;
}

export function addCopy(program: Command, cli: Cli): void {
  const description = 'Copy all memories of all users to another file or database, and compare.';
  const command = addCommand(program, 'copy', description, ['copy --from souvenir.db --to postgres://localhost/memory'])
    .option(
      '--from <place>',
      'a file, also as sqlite:PATH, or a database by its address; the memory in use unless given',
      placeValue,
    )
    .option('--to <place>', 'the same; one of the two has to be given', placeValue)
    .action(async () => {
      const options = optionsOf<CopyFlags>(command);
      const { from = placeOf(options), to = placeOf(options) } = options;
      if (isSame(from, to))
        return command.error('error: names one memory twice: give --from, --to or both, and another with each');
      if (!isAddress(from) && !isThere(from))
        throw new SouvenirError('notFound', `there is no memory at ${from}`, { advice: 'name another with --from' });
      const { copyStore } = await import('../../souvenir/copy-store.ts');
      const key = keyOf(options);
      const open = async (place: string) => {
        const isHere = place === options.store;
        const store = await (isHere ? storeOf(options, key) : storeAt(place, isAddress(place) ? undefined : key));
        await store.open();
        return store;
      };
      const bar = progressBar(process.stderr);
      const source = await open(from);
      try {
        const target = await open(to);
        try {
          const report = await copyStore(source, target, { signal: cli.signal, onProgress: bar.draw });
          bar.clear();
          const places = { from: withoutPassword(from), to: withoutPassword(to) };
          await printResult(options, { ...places, ...report }, () => reportLines(places, report));
          if (report.differences.length > 0) tellDifferences(cli, report);
        } finally {
          await target.close();
        }
      } finally {
        bar.clear();
        await source.close();
      }
    });
}

const placeValue = (place: string): string => pathValue(place.replace(/^sqlite:/, ''));

const isThere = (path: string): boolean => realPath(path) !== undefined;

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

const isSame = (one: string, other: string): boolean =>
  one === other ||
  (!isAddress(one) && !isAddress(other) && (realPath(one) ?? resolve(one)) === (realPath(other) ?? resolve(other)));

function reportLines(places: { from: string; to: string }, { owners, episodes, memories, held }: CopyReport): string[] {
  return [
    `Copied ${places.from} to ${places.to}: ${count(owners, 'owner')}, with ${count(episodes, 'turn')} and ${count(memories, 'memory', 'memories')} not there before.`,
    `There now: ${countsText(held)}.`,
  ];
}

const MOST_TOLD = 10;

function tellDifferences(cli: Cli, { differences }: CopyReport): void {
  for (const { tenantId, userId, agentId, kind, from, to } of differences.slice(0, MOST_TOLD))
    note(
      `differs: ${kind} of ${JSON.stringify({ tenantId, userId, agentId })}, ${from.count} (${from.checksum}) and ${to.count} (${to.checksum})`,
    );
  note(`${count(differences.length, 'difference')}: something was there before, or was written meanwhile on one side`);
  cli.fail();
}
