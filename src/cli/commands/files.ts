import type { Command } from 'commander';
import type { StoreBackup } from '../../contracts/store.ts';
import { SouvenirError } from '../../errors.ts';
import type { RekeyOptions } from '../../stores/sqlite/sqlite-store.ts';
import type { Cli, GlobalOptions } from '../cli.ts';
import { addCommand, optionsOf } from '../command.ts';
import { keyOf, newKeyOf } from '../config.ts';
import { note, printResult } from '../in-out.ts';
import { pathValue } from '../options.ts';
import { readableBytes } from '../render/reports.ts';
import { count } from '../render/text.ts';
import { refuseDatabase } from '../store-location.ts';

interface ForceFlag {
  readonly force?: boolean;
}

export function addBackup(program: Command, cli: Cli): void {
  const description = 'Back up the whole memory to a file while it is in use.';
  const command = addCommand(program, 'backup', description, ['backup monday.db'])
    .argument('<file>', 'the file to write', pathValue)
    .option('--force', 'overwrite an existing file')
    .action(async (file: string) => {
      const options = optionsOf<ForceFlag>(command);
      refuseDatabase(
        options,
        'backup',
        'use pg_dump for the database, or `souvenir copy` to copy its memories to a file',
      );
      const { withMemory } = await import('../memory.ts');
      const force = options.force === true;
      const backup = await withMemory(cli, options, {}, ({ souvenir }) => souvenir.backup(file, { force }));
      await printResult(options, backup, () => copyLines(`Copied ${options.db} to ${file}`, backup));
    });
}

export function addRestoreBackup(program: Command): void {
  const description = 'Check a backup and replace the memory with it.';
  const command = addCommand(program, 'restore-backup', description, ['restore-backup monday.db --force'])
    .argument('<file>', 'the backup', pathValue)
    .option('--force', 'overwrite the existing memory')
    .action(async (backup: string) => {
      const options = optionsOf<ForceFlag>(command);
      refuseDatabase(options, 'restore-backup', 'use `souvenir copy` to copy a backup into a database');
      const { restoreSqlite } = await import('../../stores/sqlite/sqlite-store.ts');
      const key = keyOf(options);
      const input = { path: options.db, backup, force: options.force === true };
      const restored = await restoreSqlite({ ...input, ...(key !== undefined && { key }) });
      await printResult(options, restored, () => copyLines(`Restored ${options.db} from ${backup}`, restored));
    });
}

function copyLines(did: string, { bytes, episodes, memories, isEncrypted }: StoreBackup): string[] {
  const contents = `${count(episodes, 'episode')}, ${count(memories, 'memory', 'memories')}`;
  return [`${did}: ${contents}, ${readableBytes(bytes)}${isEncrypted ? ', encrypted' : ''}.`];
}

const NO_KEY = 'error: no key is given: pass --key-file, or set SOUVENIR_KEY_FILE or SOUVENIR_KEY';

export function addEncrypt(program: Command): void {
  const description = 'Encrypt the memory file.';
  const command = addCommand(program, 'encrypt', description, ['encrypt --key-file memory.key']).action(async () => {
    const options = optionsOf(command);
    const to = keyOf(options) ?? command.error(NO_KEY);
    await rekey(options, { to }, `Encrypted ${options.db}.`).catch((error) => {
      if (!SouvenirError.is(error) || error.code !== 'storeEncrypted') throw error;
      throw new SouvenirError('storeEncrypted', `${options.db} is already encrypted, or is not a database.`, {
        advice: 'Use `souvenir rekey` to change the key. The file was not changed.',
      });
    });
    note('nobody can read the memory without the key: keep a copy of the key elsewhere');
  });
}

export function addDecrypt(program: Command): void {
  const description = 'Decrypt the memory file.';
  const command = addCommand(program, 'decrypt', description, ['decrypt --key-file memory.key']).action(async () => {
    const options = optionsOf(command);
    const from = keyOf(options) ?? command.error(NO_KEY);
    await rekey(options, { from }, `Decrypted ${options.db}.`);
  });
}

export function addRekey(program: Command): void {
  const description = 'Encrypt the memory file with another key.';
  const example = 'rekey --key-file memory.key --new-key-file new.key';
  const command = addCommand(program, 'rekey', description, [example])
    .option('--new-key-file <path>', 'the file with the new key, or set SOUVENIR_NEW_KEY', pathValue)
    .action(async () => {
      const options = optionsOf<{ newKeyFile?: string }>(command);
      const from = keyOf(options) ?? command.error(NO_KEY);
      const to = newKeyOf(options.newKeyFile) ?? command.error('error: no new key is given: pass --new-key-file');
      await rekey(options, { from, to }, `Changed the key of ${options.db}.`);
    });
}

async function rekey(options: GlobalOptions, keys: Omit<RekeyOptions, 'path'>, did: string): Promise<void> {
  refuseDatabase(options, 'encrypt', 'encrypt the disk of the server, or pass a file with --db');
  const { rekeySqlite } = await import('../../stores/sqlite/sqlite-store.ts');
  await rekeySqlite({ path: options.db, ...keys });
  await printResult(options, { path: options.db, isEncrypted: keys.to !== undefined }, () => [did]);
}
