import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { killMigrations } from './migrations/migrations.ts';
import { OLDER_SCHEMAS } from './migrations/older-file.ts';

const folder = temporaryFolder();

it('a file of an older schema has every row it had, and opens, when a process is killed while it migrates the file', async () => {
  const { kills, older, newest, wrong } = await killMigrations(OLDER_SCHEMAS.length, 20260301, 2000, folder);
  expect(wrong).toEqual([]);
  expect([kills, older + newest]).toEqual([OLDER_SCHEMAS.length, OLDER_SCHEMAS.length]);
});
