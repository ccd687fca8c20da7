import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { importSpoilt } from './folders/folders.ts';
import { SPOILS } from './folders/spoils.ts';

const folder = temporaryFolder();

it('a spoilt Markdown folder is imported whole or refused whole, and nothing from outside comes in', async () => {
  const { refused, wrong } = await importSpoilt(Object.keys(SPOILS).length + 10, 20260301, folder);
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(20);
});
