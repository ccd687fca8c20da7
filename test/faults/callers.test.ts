import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { holdConnections } from './callers/callers.ts';

const folder = temporaryFolder();

it('callers are answered while other keys hold streams, bodies and unread responses', async () => {
  const { wrong, answered, refused } = await holdConnections(160, 8, folder, () => undefined);
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(0);
  expect(refused.streams).toBeGreaterThan(0);
  expect(refused.readers).toBeGreaterThan(0);
});
