import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { DAMAGE_KINDS, openDamaged } from './damaged/damaged.ts';

const folder = temporaryFolder();

it('a damaged encrypted file returns correct data or an error', async () => {
  const { refused, wrong } = await openDamaged(2 * DAMAGE_KINDS, 20260301, folder);
  expect(wrong).toEqual([]);
  expect(refused).toBeGreaterThan(DAMAGE_KINDS / 2);
});
