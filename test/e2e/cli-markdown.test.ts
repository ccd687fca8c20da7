import { readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { freshCli } from '../support/cli.ts';

const cli = freshCli();
const { plain } = cli;
const at = (...names: string[]) => join(cli.folder, ...names);

describe('a folder of Markdown', () => {
  test('is written, edited, shown, and imported only with --yes', async () => {
    await plain('add', 'Ana keeps bees.', '--type', 'semantic');
    expect((await plain('export', '--markdown', 'notes')).stdout).toContain('facts.md');
    expect((await plain('import', '--markdown', 'notes')).stdout).toBe('Nothing was edited.\n');
    const facts = at('notes', 'facts.md');
    await writeFile(facts, (await readFile(facts, 'utf8')).replace('bees', 'hens'));
    const shown = await plain('import', '--markdown', 'notes');
    expect(shown).toMatchObject({ code: 2, stderr: expect.stringContaining('pass --yes') });
    expect(shown.stdout).toMatch(/^~ {2}facts\.md {2}\S+ {2}"Ana keeps bees\." → "Ana keeps hens\."\n$/);
    expect((await plain('import', '--markdown', 'notes', '--dry-run')).stdout).toMatch(/Nothing was changed\.\n$/);
    expect((await plain('list')).stdout).toContain('Ana keeps bees.');
    expect((await plain('import', '--markdown', 'notes', '--yes')).stdout).toMatch(/Done\.\n$/);
    expect((await plain('list')).stdout).toContain('Ana keeps hens.');
    await plain('add', 'Ana sings alto.', '--type', 'semantic');
    expect(await plain('export', '--markdown', 'notes')).toMatchObject({ code: 0, stderr: '' });
    expect(await readFile(facts, 'utf8')).toMatch(/hens(.|\n)*sings alto/);
  });

  test('is not overwritten with edits or foreign files unless forced', async () => {
    await plain('add', 'Ana keeps bees.', '--type', 'semantic');
    await plain('export', '--markdown', 'notes');
    await writeFile(at('notes', 'own.md'), 'mine');
    await plain('add', 'Ana sings alto.', '--type', 'semantic');
    expect(await plain('export', '--markdown', 'notes')).toMatchObject({ code: 0, stderr: '' });
    const facts = at('notes', 'facts.md');
    expect(await readFile(facts, 'utf8')).toContain('sings alto');
    expect((await plain('import', '--markdown', 'notes')).stdout).toBe('Nothing was edited.\n');
    await writeFile(facts, 'edited');
    expect(await plain('export', '--markdown', 'notes')).toMatchObject({
      ...{ code: 1, stdout: '', stderr: expect.stringMatching(/facts\.md was edited[^;]*\n.*--force/s) },
    });
    expect(await readFile(facts, 'utf8')).toBe('edited');
    expect((await plain('export', '--markdown', 'notes', '--force')).code).toBe(0);
    expect(await readFile(facts, 'utf8')).toContain('sings alto');
    expect(await readFile(at('notes', 'own.md'), 'utf8')).toBe('mine');
    for (const others of [
      ['--user', 'ben', '--markdown', 'notes'],
      ['--markdown', '.'],
    ])
      expect((await plain('export', ...others)).stderr).toContain('does not belong to this memory');
  });

  test('is neither read nor written through a symbolic link', async () => {
    await plain('add', 'Ana keeps bees.');
    await plain('export', '--markdown', 'notes');
    await symlink(at('notes'), at('linked'));
    for (const way of ['export', 'import'])
      expect((await plain(way, '--markdown', 'linked')).stderr).toContain('symbolic links are not followed');
    await writeFile(at('outside.md'), '- secret\n');
    await symlink(at('outside.md'), at('notes', 'more.md'));
    expect((await plain('import', '--markdown', 'notes')).stdout).toBe('Nothing was edited.\n');
    await plain('export', '--markdown', 'second');
    await rm(at('second', 'facts.md'));
    await symlink(at('outside.md'), at('second', 'facts.md'));
    expect(await plain('import', '--markdown', 'second')).toMatchObject({
      ...{ code: 2, stdout: '', stderr: expect.stringContaining('symbolic links are not followed') },
    });
  });
});
