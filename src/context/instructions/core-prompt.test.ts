import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { corePromptOf } from './core-prompt.ts';

const folder = temporaryFolder();

it('corePrompt returns a frozen text and hash', async () => {
  const core = await corePromptOf('abc');
  expect(core.hash).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  expect(Object.isFrozen(core)).toBe(true);
  expect(await core.verify()).toEqual({ isSame: true, hash: core.hash });
});

it('corePrompt reads a file once and reports a change', async () => {
  const file = join(folder, 'SOUL.md');
  await writeFile(file, 'You are kind.');
  const core = await corePromptOf({ file });
  expect(await core.verify()).toMatchObject({ isSame: true });
  await writeFile(file, 'You are cruel.');
  expect(core.text).toBe('You are kind.');
  const check = await core.verify();
  expect(check.isSame).toBe(false);
  expect(check.hash).not.toBe(core.hash);
});

it('corePrompt reports a deleted file and refuses a missing one', async () => {
  const file = join(folder, 'identity.md');
  await expect(corePromptOf({ file })).rejects.toMatchObject({
    code: 'invalidInput',
    message: expect.stringContaining('corePrompt.file'),
  });
  await writeFile(file, 'You are kind.');
  const core = await corePromptOf({ file });
  await rm(file);
  expect(await core.verify()).toEqual({ isSame: false });
});
