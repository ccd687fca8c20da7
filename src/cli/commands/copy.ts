import { realpathSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { SouvenirError } from '../../errors.ts';
import type { CopyReport } from '../../transfer/copy-store.ts';
import { isAddress, withoutPassword } from '../address.ts';
import type { Cli } from '../cli.ts';
import { addCommand, optionsOf } from '../command.ts';
import { keyOf } from '../config.ts';
import { note, printResult } from '../in-out.ts';
import { pathValue } from '../options.ts';
import { count, countsText, progressBar } from '../render/text.ts';
import { locationOf, storeAt, storeOf } from '../store-location.ts';

interface CopyFlags {
  readonly from?: string;
  readonly to?: string;
}

export function addCopy(program: Command, cli: Cli): void {
  const description = 'Copy the memories of all users to another file or database and verify the copy.';
  const command = addCommand(program, 'copy', description, ['copy --from souvenir.db --to postgres://localhost/memory'])
    .option('--from <place>', 'a file, sqlite:PATH or a database URL; by default the memory in use', locationValue)
    .option('--to <place>', 'the same; at least one of the two is required', locationValue)
    .action(async () => {
      const options = optionsOf<CopyFlags>(command);
      const { from = locationOf(options), to = locationOf(options) } = options;
      if (isSameLocation(from, to))
        return command.error(
          'error: source and target are the same memory: give --from, --to or both, with different ones',
        );
      if (!isAddress(from) && !pathExists(from))
        throw new SouvenirError('notFound', `there is no memory at ${from}`, {
          advice: 'pass another one with --from',
        });
      const { copyStore } = await import('../../transfer/copy-store.ts');
      const key = keyOf(options);
      const open = async (location: string) => {
        const isCurrentStore = location === options.store;
        const store = await (isCurrentStore
          ? storeOf(options, key)
          : storeAt(location, isAddress(location) ? undefined : key));
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
          const locations = { from: withoutPassword(from), to: withoutPassword(to) };
          await printResult(options, { ...locations, ...report }, () => reportLines(locations, report));
          if (report.differences.length > 0) reportDifferences(cli, report);
        } finally {
          await target.close();
        }
      } finally {
        bar.clear();
        await source.close();
      }
    });
}

const locationValue = (location: string): string => pathValue(location.replace(/^sqlite:/, ''));

const pathExists = (path: string): boolean => realPath(path) !== undefined;

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

const isSameLocation = (one: string, other: string): boolean =>
  one === other ||
  (!isAddress(one) && !isAddress(other) && (realPath(one) ?? resolve(one)) === (realPath(other) ?? resolve(other)));

function reportLines(
  locations: { from: string; to: string },
  { owners, episodes, memories, stored }: CopyReport,
): string[] {
  return [
    `Copied ${locations.from} to ${locations.to}: ${count(owners, 'owner')}, with ${count(episodes, 'turn')} and ${count(memories, 'memory', 'memories')} new.`,
    `There now: ${countsText(stored)}.`,
  ];
}

const MAX_SHOWN = 10;

function reportDifferences(cli: Cli, { differences }: CopyReport): void {
  for (const { tenantId, userId, agentId, kind, from, to } of differences.slice(0, MAX_SHOWN))
    note(
      `differs: ${kind} of ${JSON.stringify({ tenantId, userId, agentId })}, ${from.count} (${from.checksum}) and ${to.count} (${to.checksum})`,
    );
  note(
    `${count(differences.length, 'difference')}: the target had content before, or one side was written during the copy`,
  );
  cli.fail();
}
