import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { freshCli } from '../support/cli.ts';

const cli = freshCli();

test('a key is made, listed without itself, and revoked', async () => {
  const made = await cli.plain('keys', 'create', 'phone', '--bind-user', 'ana', '--read-only', '--rate', '60');
  expect(made).toMatchObject({ code: 0, stdout: expect.stringMatching(/^sv_[\w-]{43}\n$/) });
  const id = /keys revoke (\w+)/.exec(made.stderr)?.[1] as string;
  const listed = await cli.plain('keys');
  expect(listed.stdout).toMatch(new RegExp(`^${id} {2}phone: tenant default, user ana, read only, 60 a minute, made \\d{4}-`));
  expect(listed.stdout).not.toContain(made.stdout.trim());
  expect((await readFile(join(cli.folder, 'souvenir.db'))).includes(made.stdout.trim())).toBe(false);
  expect((await cli.plain('keys', 'revoke', id)).stdout).toBe('Revoked phone.\n');
  const [key] = JSON.parse((await cli.plain('keys', 'list', '--json')).stdout);
  expect(key).toMatchObject({ id, isValid: false, userId: 'ana' });
  expect(key).not.toHaveProperty('hash');
  expect(await cli.plain('keys', 'revoke', 'nobody')).toMatchObject({ code: 1 });
});

test('a memory without keys says so, and none is made for that', async () => {
  expect((await cli.plain('keys', 'list')).stdout).toBe('There are no keys.\n');
  await expect(readFile(join(cli.folder, 'souvenir.db'))).rejects.toThrow();
});
