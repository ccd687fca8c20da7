import { expect, it } from 'vitest';
import { fuzzRequests } from './requests/requests.ts';

it('no request causes an internal error, and every response has a declared status', async () => {
  const { wrong, statuses } = await fuzzRequests(300, 20260301);
  expect(wrong).toEqual([]);
  expect(Object.keys(statuses)).toEqual(expect.arrayContaining(['200', '400', '404', '405']));
});
