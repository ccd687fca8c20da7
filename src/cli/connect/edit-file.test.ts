import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../test/support/temporary-folder.ts';
import { replaceText, textOf } from './edit-file.ts';

const folder = temporaryFolder();

test('a file that changed during the edit is not overwritten', async () => {
  const file = join(folder, 'changed.json');
  const before = await textOf(file);
  expect(before).toBeUndefined();
  await writeFile(file, '{"other":1}');
  await expect(replaceText(file, before, '{}')).rejects.toMatchObject({ code: 'overtaken' });
  expect(await readFile(file, 'utf8')).toBe('{"other":1}');
});

test('a byte order mark is kept', async () => {
  const file = join(folder, 'marked.json');
  await writeFile(file, '\ufeff{}');
  expect(await textOf(file)).toBe('\ufeff{}');
  await replaceText(file, '\ufeff{}', '\ufeff{"a":1}');
  expect(await readFile(file, 'utf8')).toBe('\ufeff{"a":1}');
});
