import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { searchEach } from './search-each.ts';

test('searchEach runs a few searches at a time and keeps the order', async () => {
  const items = Array.from({ length: 40 }, (_, at) => `item ${at}`);
  let [underWay, most] = [0, 0];
  const matches = await searchEach(items, async (item, at) => {
    underWay += 1;
    most = Math.max(most, underWay);
    for (let turns = items.length - at; turns > 0; turns--) await setImmediate();
    underWay -= 1;
    return { item, at };
  });
  expect(matches).toEqual(items.map((item, at) => ({ item, at })));
  expect(most).toBe(16);
});
