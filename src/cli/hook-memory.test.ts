import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.ts';
import { hookConfig } from './hook-memory.ts';

const root = temporaryFolder();
afterEach(() => vi.unstubAllEnvs());

const withConfig = (folder: string, sessionTokens: number): string => {
  mkdirSync(join(root, folder), { recursive: true });
  writeFileSync(join(root, folder, 'souvenir.config.json'), JSON.stringify({ hooks: { sessionTokens } }));
  return join(root, folder);
};

it('Hooks read the settings beside a memory in a git directory or those of the user, and none that came with files', async () => {
  vi.stubEnv('HOME', join(root, 'home'));
  const sourceCode = withConfig('download/.souvenir', 1);
  expect(await hookConfig(sourceCode)).toEqual({});
  const ofUser = withConfig('home/.souvenir', 2);
  expect(await hookConfig(sourceCode)).toMatchObject({ hooks: { sessionTokens: 2 } });
  expect(await hookConfig(ofUser)).toMatchObject({ hooks: { sessionTokens: 2 } });
  const namedByFlag = withConfig('repo/memory.db.hooks', 4);
  expect(await hookConfig(namedByFlag)).toMatchObject({ hooks: { sessionTokens: 2 } });
  const committed = withConfig('repo/souvenir', 5);
  expect(await hookConfig(committed)).toMatchObject({ hooks: { sessionTokens: 2 } });
  const repository = withConfig('repo/.git/souvenir', 3);
  writeFileSync(join(root, 'repo/.git/HEAD'), 'ref: refs/heads/main');
  expect(await hookConfig(repository)).toMatchObject({ hooks: { sessionTokens: 3 } });
});
