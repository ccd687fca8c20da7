import { expect, it } from 'vitest';
import { fuzzRequests } from './requests/requests.ts';

it('whatever is sent, no answer is a failure of ours, and each is of a status that is declared', async () => {
  const { wrong, statuses } = await fuzzRequests(300, 20260301);
  expect(wrong).toEqual([]);
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '400', '404', '405']));
});
