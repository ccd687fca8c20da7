import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Keys } from '../../src/server/keys.ts';
import { sqliteStore } from '../../src/stores/sqlite/sqlite-store.ts';
import { freshCli } from '../support/cli.ts';

const cli = freshCli();

test('keys creates, lists and revokes a key', async () => {
  const made = await cli.plain('keys', 'create', 'phone', '--bind-user', 'ana', '--read-only', '--rate', '60');
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sv_[\w-]{43}\n$/) });
  const id = /keys revoke (\w+)/.exec(made.stderr)?.[1] as string;
  const listed = await cli.plain('keys');
  expect(listed.stdout).toMatch(
    new RegExp(`^${id} {2}phone: tenant default, user ana, read only, 60 a minute, made \\d{4}-`),
  );
  expect(listed.stdout).not.toContain(made.stdout.trim());
  expect((await readFile(join(cli.folder, 'souvenir.db'))).includes(made.stdout.trim())).toBe(false);
  expect((await cli.plain('keys', 'revoke', id)).stdout).toBe('Revoked phone.\n');
  const [key] = JSON.parse((await cli.plain('keys', 'list', '--json')).stdout);
  expect(key).toMatchObject({ id, isValid: false, userId: 'ana' });
  expect(key).not.toHaveProperty('hash');
  expect(await cli.plain('keys', 'revoke', 'nobody')).toMatchObject({ code: 1 });
});

test('keys create refuses invalid options', async () => {
  const refused = await cli.plain('keys', 'create', 'phone', '--user', 'ana');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--bind-user') });
  expect((await cli.plain('keys', 'create', 'phone', '--plan', 'constructor')).stderr).toContain('personal, team');
  await writeFile(join(cli.folder, 'souvenir.config.json'), '{ "serve": { "plans": { "small": ["recall"] } } }');
  expect((await cli.plain('keys', 'create', 'phone', '--plan', 'team')).stderr).toContain('there are small;');
  expect((await cli.plain('keys')).stdout).toBe('There are no keys.\n');
  expect((await cli.plain('keys', 'create', 'phone', '--plan', 'small')).code).toBe(0);
});

test('serve refuses a user', async () => {
  expect((await cli.plain('serve', '--port', '0', '--user', 'ana')).stderr).toContain('--bind-user');
});

test('keys revoke takes a unique name or end of an id', async () => {
  for (const name of ['phone', 'phone', 'desk']) await cli.plain('keys', 'create', name);
  const ids = (JSON.parse((await cli.plain('keys', 'list', '--json')).stdout) as { id: string }[]).map(({ id }) => id);
  expect(await cli.plain('keys', 'revoke', 'phone')).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('matches 2 keys') },
  });
  expect((await cli.plain('keys', 'revoke', ids[0]?.slice(-8) ?? '')).stdout).toBe('Revoked phone.\n');
  expect((await cli.plain('keys', 'revoke', 'phone')).stdout).toBe('Revoked phone.\n');
  expect((await cli.plain('keys', 'revoke', 'desk')).stdout).toBe('Revoked desk.\n');
  expect((await cli.plain('keys', 'revoke', 'desk')).stdout).toMatch(/^desk was already revoked on \d{4}-/);
});

test('keys create refuses a past expiry, and an expired key is listed as expired', async () => {
  expect(await cli.plain('keys', 'create', 'old', '--expires', '2020-01-01')).toMatchObject({
    ...{ code: 2, stderr: expect.stringContaining('the date is in the past') },
  });
  const store = sqliteStore({ path: join(cli.folder, 'souvenir.db') });
  await store.open();
  await new Keys(store).create({ name: 'old', expiresAt: '2020-01-01' });
  await store.close();
  expect((await cli.plain('keys')).stdout).toContain('expired 2020-01-01');
});

test('keys list of a memory without keys says so and creates no file', async () => {
  expect((await cli.plain('keys', 'list')).stdout).toBe('There are no keys.\n');
  await expect(readFile(join(cli.folder, 'souvenir.db'))).rejects.toThrow();
});
