import { expect, it } from 'vitest';
import { fuzz } from './fuzz/fuzz.ts';

it('whatever is handed to a public call, an importer, a model’s answer or an option is taken or refused with a SouvenirError', async () => {
  const { wrong, refused } = await fuzz(2000, 20260301);
  expect(wrong.filter((each) => !each.includes('took'))).toEqual([]);
  expect(refused).toBeGreaterThan(500);
});
