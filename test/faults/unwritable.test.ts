import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openUnwritable } from './unwritable/unwritable.ts';

const folder = temporaryFolder();

it('a read-only file of any schema is readable, encrypted or not, and does not change', async () => {
  const { files, wrong } = await openUnwritable(folder);
  expect(wrong).toEqual([]);
  expect(files).toBeGreaterThan(40);
});
