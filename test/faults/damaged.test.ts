import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DAMAGE_KINDS, openDamaged } from './damaged/damaged.ts';

const folder = temporaryFolder();

it('an encrypted file with damaged bytes answers with what was written, or says that it cannot', async () => {
  const { refused, wrong } = await openDamaged(2 * DAMAGE_KINDS, 20260301, folder);
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(DAMAGE_KINDS / 2);
});
