import { expect, it } from 'vitest';
import { STORES } from '../support/fresh-souvenir.ts';
import { attemptAll } from './isolation/attempts.ts';

it.each(STORES)('%s: nobody sees, changes or can tell of what is another’s', async (_, makeStore) => {
  const { attempts, ...found } = await attemptAll(makeStore);
  expect(found).toEqual({ leaks: [], told: [], changed: [] });
  expect(attempts).toBeGreaterThan(200);
});
