import { chmod, readdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshCli } from '../support/cli.ts';

const cli = freshCli();
const KEY = 'ab'.repeat(32);
const variables = { SOUVENIR_KEY: KEY };
const HASH = ['--embedder', 'hash'];
const keyed = (...args: string[]) => cli.souvenir([...args, ...HASH], { variables });
const bytes = (name: string) => readFile(join(cli.folder, name));
const add = (run: typeof keyed, text: string) => run('add', text);

describe('an encrypted memory', () => {
  test('works like any other with the key in a variable or a file', async () => {
    expect(await add(keyed, 'The beehives stand behind the old barn')).toMatchObject({ code: 0, stderr: '' });
    await keyed('record', 'I keep bees.');
    await keyed('consolidate');
    expect((await keyed('recall', 'beehives')).stdout).toContain('old barn');
    expect((await bytes('souvenir.db')).includes('beehives')).toBe(false);
    await writeFile(join(cli.folder, 'memory.key'), `${KEY}\n`);
    expect((await cli.plain('list', '--key-file', 'memory.key')).stdout).toContain('old barn');
    const byFile = { variables: { SOUVENIR_KEY_FILE: 'memory.key' } };
    expect((await cli.souvenir(['export', ...HASH], byFile)).stdout).toContain('old barn');
    await keyed('erase', '--yes', '--receipt', 'receipt.json');
    expect((await keyed('erase', '--verify', 'receipt.json')).stdout).toBe('Everything on the receipt is erased.\n');
  });

  test('refuses a missing and a wrong key with advice, without revealing a key', async () => {
    await add(keyed, 'The beehives stand behind the old barn');
    const missing = await cli.plain('list');
    expect(missing).toMatchObject({ code: 1, stdout: '' });
    expect(missing.stderr).toMatch(/is encrypted.*\n.*--key-file.*SOUVENIR_KEY/);
    const wrong = await cli.souvenir(['list', '--debug'], { variables: { SOUVENIR_KEY: 'my own secret' } });
    expect(wrong).toMatchObject({ code: 1, stdout: '' });
    expect(wrong.stderr).toContain('cannot be read with this key');
    expect(wrong.stderr).not.toContain('my own secret');
    expect(await cli.plain('list', '--key-file', 'none.key')).toMatchObject({ code: 2 });
  });

  test('is encrypted, rekeyed and decrypted in place', async () => {
    await add(cli.plain, 'The beehives stand behind the old barn');
    expect((await keyed('list')).stderr).toMatch(/is not encrypted.*\n.*souvenir encrypt/);
    expect(await cli.plain('encrypt')).toMatchObject({ code: 2, stderr: expect.stringContaining('SOUVENIR_KEY') });
    expect(await keyed('encrypt')).toMatchObject({ code: 0, stdout: 'Encrypted ./souvenir.db.\n' });
    expect((await bytes('souvenir.db')).includes('beehives')).toBe(false);
    const again = await keyed('encrypt');
    expect(again).toMatchObject({ code: 1, stderr: expect.stringMatching(/is already encrypted.*\n.*souvenir rekey/) });
    expect(await keyed('rekey')).toMatchObject({ code: 2, stderr: expect.stringContaining('--new-key-file') });
    await writeFile(join(cli.folder, 'new.key'), 'another passphrase');
    expect(await keyed('rekey', '--new-key-file', 'new.key')).toMatchObject({ code: 0 });
    expect((await keyed('list')).stderr).toContain('cannot be read with this key');
    expect((await cli.plain('list', '--key-file', 'new.key')).stdout).toContain('old barn');
    const unmade = await cli.plain('decrypt', '--key-file', 'new.key', '--json');
    expect(JSON.parse(unmade.stdout)).toEqual({ path: './souvenir.db', isEncrypted: false });
    expect((await cli.plain('list')).stdout).toContain('old barn');
    expect((await readdir(cli.folder)).sort()).toEqual(['new.key', 'souvenir.db']);
  });
});

test('doctor shows whether the file is encrypted and who can read it', async () => {
  await add(cli.plain, 'The beehives stand behind the old barn');
  expect((await cli.plain('doctor')).stdout).toMatch(/✓ file .*not encrypted\n✓ access .*only its owner/);
  await keyed('encrypt');
  expect((await keyed('doctor')).stdout).toMatch(/✓ file .*encrypted with SQLCipher 4 \(AES-256\)\n/);
  expect(await cli.plain('doctor')).toMatchObject({ code: 1, stdout: expect.stringMatching(/✗ file .*is encrypted/) });
  await chmod(join(cli.folder, 'souvenir.db'), 0o644);
  const open = await keyed('doctor');
  expect(open).toMatchObject({ code: 1 });
  expect(open.stdout).toMatch(/✗ access .*other users can read .*souvenir\.db \(644\)\n +chmod 600/);
});

describe('a backup', () => {
  test('is created and restored completely, readable only by its owner', async () => {
    await add(keyed, 'The beehives stand behind the old barn');
    const { stdout } = await keyed('backup', 'safe/monday.db');
    expect(stdout).toMatch(/^Copied .* to safe\/monday\.db: .*1 memory, .*, encrypted\.\n$/);
    expect((await stat(join(cli.folder, 'safe', 'monday.db'))).mode & 0o777).toBe(0o600);
    expect((await bytes('safe/monday.db')).includes('beehives')).toBe(false);
    await add(keyed, 'The goats stand in front of it');
    expect((await keyed('backup', 'safe/monday.db')).stderr).toMatch(/exists already.*\n.*--force/);
    expect((await keyed('restore-backup', 'safe/monday.db')).stderr).toMatch(/is a memory already.*\n.*--force/);
    const restored = await keyed('restore-backup', 'safe/monday.db', '--force', '--json');
    expect(JSON.parse(restored.stdout)).toMatchObject({ memories: 1, isEncrypted: true });
    expect((await keyed('list')).stdout).not.toContain('goats');
    await keyed('restore-backup', 'safe/monday.db', '--db', 'elsewhere.db');
    expect((await keyed('list', '--db', 'elsewhere.db')).stdout).toContain('beehives');
  });

  test('replaces a damaged file or a lost key after the file is moved away', async () => {
    await add(keyed, 'The beehives stand behind the old barn');
    await keyed('backup', 'monday.db');
    const lost = { variables: { SOUVENIR_KEY: 'another passphrase' } };
    expect((await cli.souvenir(['doctor', ...HASH], lost)).stdout).toMatch(/✗ file .*\n.*move the file away.*-wal/);
    const file = join(cli.folder, 'souvenir.db');
    await writeFile(file, (await bytes('souvenir.db')).fill(7, 4096 * 3, 4096 * 5));
    expect((await keyed('doctor')).stdout).toMatch(/✗ file .*\n +[Mm]ove it away with its -wal/);
    await writeFile(file, (await bytes('souvenir.db')).fill(7, 0, 4096));
    const refused = await keyed('restore-backup', 'monday.db', '--force');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('move it away') });
    await rename(file, `${file}.away`);
    expect(await keyed('restore-backup', 'monday.db')).toMatchObject({ code: 0 });
  });

  test('of a missing memory, or from a missing backup, is refused and leaves no file', async () => {
    expect(await cli.plain('backup', 'monday.db')).toMatchObject({ code: 1 });
    expect(await cli.plain('restore-backup', 'monday.db')).toMatchObject({ code: 1 });
    expect(await readdir(cli.folder)).toEqual([]);
  });
});
