import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openUnwritable } from './unwritable/unwritable.ts';

const folder = temporaryFolder();

it('a file that an ordinary user may not write is read as it is, older schemas and encrypted files too, and not a byte of it changes', async () => {
  const { files, wrong } = await openUnwritable(folder);
  expect(wrong).toEqual([]);
  expect(files).toBeGreaterThan(40);
});
