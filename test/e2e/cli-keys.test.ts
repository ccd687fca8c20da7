import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshCli } from '../support/cli.ts';

const cli = freshCli();

test('a key is made, listed without itself, and revoked', async () => {
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

test('a key is made as it was meant, or not at all', async () => {
  const refused = await cli.plain('keys', 'create', 'phone', '--user', 'ana');
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining('--bind-user') });
  expect((await cli.plain('keys', 'create', 'phone', '--plan', 'constructor')).stderr).toContain('personal, team');
  await writeFile(join(cli.folder, 'souvenir.config.json'), '{ "serve": { "plans": { "small": ["recall"] } } }');
  expect((await cli.plain('keys', 'create', 'phone', '--plan', 'team')).stderr).toContain('there are small;');
  expect((await cli.plain('keys')).stdout).toBe('There are no keys.\n');
  expect((await cli.plain('keys', 'create', 'phone', '--plan', 'small')).code).toBe(0);
});

test('a server is of all users', async () => {
  expect((await cli.plain('serve', '--port', '0', '--user', 'ana')).stderr).toContain('--bind-user');
});

test('a memory without keys says so, and none is made for that', async () => {
  expect((await cli.plain('keys', 'list')).stdout).toBe('There are no keys.\n');
  await expect(readFile(join(cli.folder, 'souvenir.db'))).rejects.toThrow();
});
