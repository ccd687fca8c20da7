import { expect, it } from 'vitest';
import { fuzz } from './fuzz/fuzz.ts';

it('any input of a public call, import, model answer or option is accepted or refused with a SouvenirError', async () => {
  const { wrong, refused } = await fuzz(2000, 20260301);
  expect(wrong.filter((each) => !each.includes('took'))).toEqual([]);
  expect(refused).toBeGreaterThan(500);
});
