import { expect, it } from 'vitest';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { holdConnections } from './callers/callers.ts';

const folder = temporaryFolder();

it('callers with other keys are answered while one key holds streams, another bodies and a third answers that it does not read', async () => {
  const { wrong, answered, refused } = await holdConnections(160, 8, folder, () => undefined);
  expect(wrong).toEqual([]);
  expect(answered).toBeGreaterThan(0);
  expect(refused.streams).toBeGreaterThan(0);
  expect(refused.readers).toBeGreaterThan(0);
});
